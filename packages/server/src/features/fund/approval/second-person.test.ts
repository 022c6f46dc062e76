// A fund that asks for a second person: what waits, who decides it, and what it does then, through the API on real
// PostgreSQL. Races are in approval-races.test.ts.
import { addCalendarDays, dayMs, formatCents, toMarketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { acceptRole, giveRole } from '../../../testing/fund-roles.ts'
import type { FundOfTwo } from '../../../testing/fund-of-two.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { askForApproval, makeEarlierFund } from '../testing/approved-fund.ts'
import { expireApprovals } from './expire-approvals.ts'

const today = '2026-03-04'

let app: TestApp
let owner: TestUser
let treasurer: TestUser
let approver: TestUser
let fund: FundOfTwo
let accountId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ owner, fund, accountId } = await makeEarlierFund(app))
  treasurer = await giveRole(app, owner, accountId, 'TREASURER')
  approver = await askForApproval(app, { owner, accountId })
})

/** Sessions end in the meantime, so everybody signs in again. */
async function later(byMs: number): Promise<void> {
  app.clock.advance(byMs)
  owner = await app.signIn(owner.email)
  treasurer = await app.signIn(treasurer.email)
  approver = await app.signIn(approver.email)
}

const entry = (amount: string, fields: object = {}) => ({
  accountId,
  memberId: fund.ann,
  amount: cents(amount),
  date: today,
  description: 'Bank transfer',
  ...fields,
})
const pay = (by: TestUser, amount: string, fields: object = {}) =>
  by.client.member.createContribution({ body: entry(amount, fields) })
const take = (by: TestUser, amount: string, fields: object = {}) =>
  by.client.member.createRetribution({ body: entry(amount, fields) })
const listed = (by: TestUser = approver) => by.client.fund.findApprovals({ params: { accountId } })
const approve = (by: TestUser, id: string) => by.client.fund.approve({ body: { accountId, id } })
const figures = async () => {
  const rows = await owner.client.member.searchParticipationByAccount({ params: { accountId } })
  return rows.map(({ memberFullName, amount, value, units }) => [
    memberFullName,
    formatCents(amount),
    formatCents(value),
    units,
  ])
}
const entriesOf = (memberId: string) =>
  owner.client.member.findParticipationByMemberAndAccount({ params: { accountId, memberId } })

describe('a contribution from the amount on', () => {
  test('waits, changes no figure, and shows what it would do', async () => {
    const before = await figures()
    const { id, waitingId, message } = await pay(treasurer, '500.00')
    expect(waitingId).toBe(id)
    expect(message).toBe('It waits for a second person, until 2026-03-18 at the latest.')
    expect(await figures()).toEqual(before)
    const { waiting, secondPersonFrom } = await listed()
    expect(secondPersonFrom).toBe(cents('500.00'))
    expect(waiting).toMatchObject([
      {
        id,
        kind: 'CONTRIBUTION',
        title: 'Contribution of $500.00 by Ann Secretive',
        state: 'WAITING',
        isOwn: false,
        canDecide: true,
      },
    ])
    expect(waiting[0]!.preview!.holders.find(({ memberId }) => memberId === fund.ann)!.difference).toBe(cents('500.00'))
    expect((await listed(treasurer)).waiting).toMatchObject([{ isOwn: true, canDecide: false }])
  })

  test('is booked once somebody else approves it, dated the day of the approval', async () => {
    const { id } = await pay(treasurer, '500.00', { date: '2026-02-16' })
    await later(2 * dayMs)
    await closeSession(app, fund.account, '2026-03-05', '1300.00')
    expect(await treasurer.client.fund.previewApproval({ body: { accountId, id } })).toMatchObject({
      day: '2026-03-06',
      obstacle: null,
    })
    expect((await approve(approver, id)).message).toBe('Approved. Contribution recorded.')
    expect(await entriesOf(fund.ann)).toMatchObject([{ date: '2026-03-06', amount: cents('500.00') }, {}])
    const { waiting, decided } = await listed()
    expect(waiting).toEqual([])
    expect(decided).toMatchObject([{ id, state: 'APPROVED' }])
    expect(
      await app.services.db
        .selectFrom('fund_entry')
        .select('recorded_by')
        .where('account_id', '=', accountId)
        .where('day', '=', '2026-03-06')
        .executeTakeFirst(),
    ).toEqual({
      recorded_by: treasurer.user.id,
    })
  })

  test('is dated by the movement of its money where that came before the approval', async () => {
    await moveMoney(app, fund.account, '2026-03-03', '700.00')
    const { id } = await pay(treasurer, '700.00')
    await later(dayMs)
    await approve(approver, id)
    expect((await entriesOf(fund.ann))[0]).toMatchObject({ date: '2026-03-03', money: { state: 'ARRIVED' } })
  })

  test('waits also when one holder reaches the amount with parts within 7 days, whatever day they bear', async () => {
    expect((await pay(treasurer, '200.00')).waitingId).toBeUndefined()
    expect((await pay(treasurer, '200.00', { date: '2026-02-19' })).waitingId).toBeUndefined()
    expect((await take(treasurer, '99.99')).waitingId).toBeUndefined()
    expect((await take(treasurer, '0.01')).waitingId).toBeDefined()
    // Another holder has an amount of their own.
    expect((await pay(treasurer, '200.00', { memberId: fund.joana })).waitingId).toBeUndefined()
    await later(8 * dayMs)
    const day = addCalendarDays(toMarketDay(today), 8)
    expect((await pay(treasurer, '499.99', { date: day })).waitingId).toBeUndefined()
  })

  test('is announced before it is sent', async () => {
    const ask = async (amount: string) =>
      (await treasurer.client.fund.previewEntry({ body: { ...entry(amount), kind: 'contribution' } })).waits
    expect(await ask('499.99')).toBe(false)
    expect(await ask('500.00')).toBe(true)
  })

  test('is refused at once where the books would refuse it', async () => {
    expect(await refusalOf(take(treasurer, '5000.00'))).toBe('400 withdrawalTooLarge')
    expect((await listed()).waiting).toEqual([])
  })
})

describe('everything that waits, whatever its amount', () => {
  const waits: Readonly<Record<string, () => Promise<{ waitingId?: string | undefined }>>> = {
    'a transfer': () =>
      owner.client.fund.recordTransfer({
        body: {
          accountId,
          date: today,
          fromMemberId: fund.ann,
          toMemberId: fund.joana,
          amount: cents('1.00'),
          description: 'gift',
        },
      }),
    'an expense': () =>
      owner.client.fund.recordExpense({
        body: { accountId, date: today, amount: cents('1.00'), description: 'stamps' },
      }),
    'an expense that a member paid': () =>
      owner.client.fund.recordExpense({
        body: { accountId, date: today, amount: cents('1.00'), description: 'stamps', paidByMemberId: fund.ann },
      }),
    'a match by hand': async () => {
      const { id } = await pay(owner, '10.00')
      const movementId = await moveMoney(app, fund.account, today, '9.00')
      return owner.client.fund.match({
        body: { accountId, movementIds: [movementId], itemIds: [id], feeDescription: 'fee' },
      })
    },
    'the reversal of a transfer': async () => {
      const { transfers } = await owner.client.fund.findBooks({ params: { accountId } })
      return owner.client.fund.reverseRecord({ body: { accountId, id: transfers[0]!.id } })
    },
    'the deletion of an entry': async () => {
      const { id } = await pay(owner, '10.00')
      return owner.client.member.deleteContribution({ body: { id } })
    },
    'the status of an entry': async () => {
      const { id } = await pay(owner, '10.00')
      return owner.client.member.updateParticipationStatus({ body: { id, isActive: false } })
    },
    'a changed opening': () => owner.client.fund.changeOpening({ body: { accountId, day: '2026-02-02', shares: [] } }),
    'a period close': () => owner.client.fund.closePeriod({ body: { accountId, until: '2026-02-17' } }),
    'bank details of a member': () =>
      owner.client.member.createBankAccount({
        body: { memberId: fund.ann, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'House' },
      }),
    'an invitation to a role': () =>
      owner.client.fund.inviteToRole({ body: { accountId, email: 'nora@example.test', role: 'TREASURER' } }),
    'the end of a role': async () => {
      const roles = await owner.client.fund.findRoles({ params: { accountId } })
      return owner.client.fund.endRole({ body: { accountId, id: roles.find(({ role }) => role === 'TREASURER')!.id } })
    },
    'another amount of the setting': () =>
      owner.client.fund.setSecondPerson({ body: { accountId, from: cents('100000.00') } }),
    'no second person any more': () => owner.client.fund.setSecondPerson({ body: { accountId, from: null } }),
  }

  test.each(Object.keys(waits))('%s', async (name) => {
    const wait = waits[name]!
    // What the case itself needs is recorded below the amount and counts at once.
    const rowsOf = async () => ({
      settings: await app.services.db.selectFrom('fund').selectAll().where('account_id', '=', accountId).execute(),
      roles: await app.services.db.selectFrom('fund_role').selectAll().where('account_id', '=', accountId).execute(),
      banks: await app.services.db.selectFrom('bank_account').selectAll().where('member_id', '=', fund.ann).execute(),
    })
    const before = await rowsOf()
    const { waitingId } = await wait()
    expect(waitingId).toBeDefined()
    expect(await rowsOf()).toEqual(before)
    expect((await listed()).waiting).toMatchObject([{ id: waitingId, canDecide: true }])
    expect(await refusalOf(approve(owner, waitingId!))).toBe('403 approvalOwn')
    expect((await approve(approver, waitingId!)).message).toMatch(/^Approved\. /)
    expect((await listed()).decided[0]).toMatchObject({ id: waitingId, state: 'APPROVED' })
  })

  test('and turning the second person off ends the waiting once it is approved', async () => {
    const { waitingId } = await owner.client.fund.setSecondPerson({ body: { accountId, from: null } })
    expect((await pay(owner, '900.00')).waitingId).toBeDefined()
    await approve(approver, waitingId!)
    expect((await pay(owner, '900.00')).waitingId).toBeUndefined()
  })

  test('and nothing of it is readable where it waits: bank numbers are sealed', async () => {
    await owner.client.member.createBankAccount({
      body: { memberId: fund.ann, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'House' },
    })
    const rows = await app.services.db.selectFrom('fund_approval').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('123456789')
    expect(rows.map(({ body_sealed: body }) => body.toString('latin1')).join('')).not.toContain('123456789')
  })
})

describe('nobody approves their own', () => {
  test('not the author, in whatever session, and not a second user of one person', async () => {
    const { id } = await pay(owner, '500.00')
    expect(await refusalOf(approve(owner, id))).toBe('403 approvalOwn')
    expect(await refusalOf(approve(await app.signIn(owner.email), id))).toBe('403 approvalOwn')
    const { phone_number: phone } = await app.services.db
      .selectFrom('app_user')
      .select('phone_number')
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow()
    await app.services.db
      .updateTable('app_user')
      .set({ phone_number: phone })
      .where('id', '=', approver.user.id)
      .execute()
    expect(await refusalOf(approve(approver, id))).toBe('403 approvalSamePerson')
    expect((await listed()).waiting).toMatchObject([{ canDecide: false }])
  })

  test('a member of the one that carries the address of the other makes them one person', async () => {
    const { id } = await pay(owner, '500.00')
    await owner.client.member.create({
      body: {
        firstName: 'Olga',
        lastName: 'Owner',
        phone: '2125559999',
        email: owner.email,
        userId: approver.user.id,
      },
    })
    expect(await refusalOf(approve(approver, id))).toBe('403 approvalSamePerson')
  })

  test('the treasurer and an auditor decide nothing, and to a stranger there is nothing', async () => {
    const auditor = await app.signUp(['INVESTORS'])
    const invitation = await owner.client.fund.inviteToRole({
      body: { accountId, email: auditor.email, role: 'AUDITOR', lastDay: today },
    })
    await approve(approver, invitation.waitingId!)
    const { id } = await pay(owner, '500.00')
    const stranger = await app.signUp(['MANAGERS'])
    for (const person of [treasurer, auditor, stranger]) {
      expect(await refusalOf(approve(person, id))).toBe('404 notFound')
      expect(await refusalOf(person.client.fund.decline({ body: { accountId, id, reason: 'No.' } }))).toBe(
        '404 notFound',
      )
    }
    expect(await refusalOf(listed(stranger))).toBe('404 notFound')
  })

  test('the owner decides what the treasurer asks for', async () => {
    const { id } = await pay(treasurer, '500.00')
    await approve(owner, id)
    expect((await listed()).decided).toMatchObject([
      { id, state: 'APPROVED', decidedBy: `${owner.user.firstName} ${owner.user.lastName}` },
    ])
  })
})

describe('what waits', () => {
  test('is declined with a reason, which its author is told', async () => {
    const { id } = await pay(treasurer, '500.00')
    await approver.client.fund.decline({ body: { accountId, id, reason: 'The receipt is missing.' } })
    expect((await listed(treasurer)).decided).toMatchObject([
      { id, state: 'DECLINED', reason: 'The receipt is missing.' },
    ])
    expect((await treasurer.client.notification.findRecent()).result[0]).toMatchObject({
      kind: 'APPROVAL_DECIDED',
      text: 'Contribution of $500.00 by Ann Secretive: declined. The receipt is missing.',
    })
    expect(await refusalOf(approve(owner, id))).toBe('409 approvalSettled')
  })

  test('is withdrawn by its author alone', async () => {
    const { id } = await pay(treasurer, '500.00')
    expect(await refusalOf(owner.client.fund.withdraw({ body: { accountId, id } }))).toBe('404 notFound')
    await treasurer.client.fund.withdraw({ body: { accountId, id } })
    expect(await refusalOf(approve(approver, id))).toBe('409 approvalSettled')
  })

  test('expires after 14 days, whether a job has run or not', async () => {
    const { id } = await pay(treasurer, '500.00')
    await later(14 * dayMs - 1)
    expect((await listed()).waiting).toHaveLength(1)
    app.clock.advance(1)
    expect(await refusalOf(approve(approver, id))).toBe('409 approvalExpired')
    expect((await listed()).decided).toMatchObject([{ id, state: 'EXPIRED' }])
    await expireApprovals(app.services)
    expect(await refusalOf(approve(approver, id))).toBe('409 approvalExpired')
    expect((await treasurer.client.notification.findRecent()).result[0]).toMatchObject({ kind: 'APPROVAL_DECIDED' })
    expect((await approver.client.alert.findCurrent()).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([])
  })

  test('is judged by the books as they are at its approval', async () => {
    const { id } = await take(treasurer, '500.00')
    const other = await take(owner, '500.00')
    await approve(approver, other.id)
    expect(await approver.client.fund.previewApproval({ body: { accountId, id } })).toMatchObject({
      preview: null,
      obstacle: expect.stringMatching(/^At most \$\d+\.\d\d can be taken out on 2026-03-04\.$/),
    })
    const before = await figures()
    await expect(approve(approver, id)).rejects.toMatchObject({ body: { refusal: 'approvalUnfit' } })
    expect(await figures()).toEqual(before)
    expect((await listed()).waiting).toMatchObject([{ id }])
  })

  test('is not booked for an author whose role has ended', async () => {
    const { id } = await pay(treasurer, '500.00')
    const roles = await owner.client.fund.findRoles({ params: { accountId } })
    const end = await owner.client.fund.endRole({
      body: { accountId, id: roles.find(({ role }) => role === 'TREASURER')!.id },
    })
    await approve(approver, end.waitingId!)
    expect(await refusalOf(approve(approver, id))).toBe('409 approvalAuthorGone')
  })

  test('is announced to those who may decide, and stays with them as an alert until it is decided', async () => {
    const { id } = await pay(treasurer, '500.00')
    const openAlerts = async (person: TestUser) =>
      (await person.client.alert.findCurrent()).filter(({ resolvedAt }) => resolvedAt === null).map(({ text }) => text)
    for (const person of [owner, approver]) {
      expect((await person.client.notification.findRecent()).result[0]).toMatchObject({
        kind: 'APPROVAL_WAITING',
        link: `/account-mapping?fund=${accountId}&part=approvals`,
      })
      expect(await openAlerts(person)).toEqual(['One change waits for your approval.'])
    }
    expect(await openAlerts(treasurer)).toEqual([])
    await approve(approver, id)
    for (const person of [owner, approver]) expect(await openAlerts(person)).toEqual([])
  })

  describe('when the fund moves', () => {
    const policy = () =>
      owner.client.fund.saveFeePolicy({
        body: {
          accountId,
          kind: 'management',
          rate: '2',
          receiverId: accountId,
          period: 'month',
          ownRates: [],
          chargesByItself: false,
        },
      })
    const leave = () =>
      owner.client.fund.recordTransfer({
        body: {
          accountId,
          date: today,
          fromMemberId: fund.ann,
          toMemberId: accountId,
          amount: cents('1.00'),
          description: 'left',
        },
      })
    const openAlerts = async (person: TestUser) =>
      (await person.client.alert.findCurrent())
        .filter(({ resolvedAt }) => resolvedAt === null)
        .map(({ text, link }) => [text, link])
    const told = async (person: TestUser) =>
      (await person.client.notification.findRecent()).result.filter(({ kind }) => kind.startsWith('APPROVAL_'))

    /** Moves the fund to another link of its account, which holds everything on that day. Returns the new account. */
    async function moveOn(): Promise<LinkedAccount> {
      const next = await linkAccount(app, owner, '2026-02-02', '0.00')
      await closeSession(app, next, '2026-03-03', '1230.00')
      await owner.client.fund.setDealing({
        body: {
          accountId,
          move: { toAccountId: next.id, day: '2026-03-03', arrivedOn: '2026-03-03', difference: cents('0.00') },
        },
      })
      return next
    }

    test('is approved in the books of its new account, where Unallocated is still Unallocated', async () => {
      const waiting = [await pay(treasurer, '500.00'), await leave(), await policy()]
      const params = { accountId: (await moveOn()).id }
      for (const { waitingId } of waiting)
        expect((await approver.client.fund.approve({ body: { ...params, id: waitingId! } })).message).toMatch(
          /^Approved\. /,
        )
      const { fund: ofFund, member } = owner.client
      expect(
        await member.findParticipationByMemberAndAccount({ params: { ...params, memberId: fund.ann } }),
      ).toMatchObject([{ date: today, amount: cents('500.00') }, {}])
      expect((await ofFund.findBooks({ params })).transfers[0]).toMatchObject({
        to: 'Unallocated',
        description: 'left',
      })
      expect((await ofFund.findFees({ params })).policies).toMatchObject([{ receiver: 'Unallocated' }])
    })

    test('stays a task of those who may decide it, which leads to the new account until it is decided', async () => {
      const { id } = await pay(treasurer, '500.00')
      const next = await moveOn()
      const link = `/account-mapping?fund=${next.id}&part=approvals`
      for (const person of [owner, approver]) {
        expect(await openAlerts(person)).toEqual([['One change waits for your approval.', link]])
        expect((await told(person)).map((one) => one.link)).toEqual([link])
      }
      await approver.client.fund.decline({ body: { accountId: next.id, id, reason: 'No.' } })
      for (const person of [owner, approver]) expect(await openAlerts(person)).toEqual([])
    })

    test('and a role ends there, what was told of it before is removed as well', async () => {
      const { id } = await pay(treasurer, '500.00')
      await approver.client.fund.decline({ body: { accountId, id, reason: 'No.' } })
      expect(await told(treasurer)).toHaveLength(1)
      const { id: next } = await moveOn()
      const roles = await owner.client.fund.findRoles({ params: { accountId: next } })
      const end = await owner.client.fund.endRole({
        body: { accountId: next, id: roles.find(({ role }) => role === 'TREASURER')!.id },
      })
      await approver.client.fund.approve({ body: { accountId: next, id: end.waitingId! } })
      expect(await told(treasurer)).toEqual([])
    })
  })

  test('is asked for once, however often its request arrives', async () => {
    const key = 'contribution-0001'
    const send = () =>
      fetch(`${app.url}/v1/api/member/create-contribution`, {
        method: 'POST',
        headers: { token: treasurer.user.token, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ accountId, memberId: fund.ann, amount: 500, date: today, description: 'once' }),
      }).then((response) => response.json())
    const first = await send()
    expect(await send()).toEqual(first)
    expect((await listed()).waiting).toHaveLength(1)
  })
})

describe('the setting', () => {
  test('needs somebody who can approve', async () => {
    const other: LinkedAccount = await linkAccount(app, owner, '2026-02-02', '100.00')
    expect(
      await refusalOf(owner.client.fund.setSecondPerson({ body: { accountId: other.id, from: cents('0.00') } })),
    ).toBe('409 approverMissing')
  })

  test('keeps the last approver', async () => {
    const roles = await owner.client.fund.findRoles({ params: { accountId } })
    const id = roles.find(({ role }) => role === 'APPROVER')!.id
    expect(await refusalOf(owner.client.fund.endRole({ body: { accountId, id } }))).toBe('409 lastApprover')
    const second = await app.signUp(['INVESTORS'])
    const { waitingId } = await owner.client.fund.inviteToRole({
      body: { accountId, email: second.email, role: 'APPROVER' },
    })
    await approve(approver, waitingId!)
    await acceptRoleOf(second)
    const end = await owner.client.fund.endRole({ body: { accountId, id } })
    await approve(second, end.waitingId!)
    expect(await refusalOf(listed(approver))).toBe('404 notFound')
  })

  test('from 0.00, every entry waits, for members of other books too', async () => {
    const { waitingId } = await owner.client.fund.setSecondPerson({ body: { accountId, from: cents('0.00') } })
    await approve(approver, waitingId!)
    const memberId = await makeMember(owner, 'New')
    expect((await pay(owner, '0.01', { memberId })).waitingId).toBeDefined()
  })
})

const acceptRoleOf = (person: TestUser) =>
  acceptRole(app, { owner, accountId, role: 'APPROVER', person, isInvited: true })
