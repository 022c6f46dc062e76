// Roles in a fund: how they are given, what their holders see of it, and how they end. What each role may call is in
// testing/access-matrix-roles.test.ts.
import { addCalendarDays, dayMs, toMarketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, moveMoney } from '../../../testing/factories.ts'
import { giveRole, tokenOfInvitation } from '../../../testing/fund-roles.ts'
import { makeFundOfTwo, type FundOfTwo } from '../../../testing/fund-of-two.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { endLapsedRoles } from './leave-fund.ts'

const today = '2026-03-04'

let app: TestApp
let owner: TestUser
let fund: FundOfTwo
let accountId: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set(testStartMs)
  owner = await app.signUp(['MANAGERS'])
  fund = await makeFundOfTwo(app, owner)
  accountId = fund.account.id
  await closeSession(app, fund.account, '2026-03-03', '1230.00')
})

const invite = (email: string, fields: object = { role: 'TREASURER' }) =>
  owner.client.fund.inviteToRole({
    body: { accountId, email, role: 'TREASURER' as const, ...fields },
  })
const accept = (person: TestUser, token: string) => person.client.fund.acceptFundInvitation({ body: { token } })
const rolesNow = () => owner.client.fund.findRoles({ params: { accountId } })
const read = (person: TestUser) => person.client.member.fundOverview({ params: { accountId } })

describe('an invitation', () => {
  test('leads the user of its address to the fund, once', async () => {
    const person = await app.signUp(['INVESTORS'])
    await owner.client.club.saveClub({ body: { accountId, name: 'Riverside Club' } })
    await invite(person.email)
    expect(await rolesNow()).toMatchObject([{ email: person.email, state: 'INVITED', name: null }])
    expect(await refusalOf(read(person))).toBe('404 notFound')
    const token = await tokenOfInvitation(app, person.email)
    expect(await person.client.fund.findFundInvitation({ body: { token } })).toEqual({
      owner: `${owner.user.firstName} ${owner.user.lastName}`,
      club: 'Riverside Club',
      role: 'TREASURER',
      lastDay: null,
    })
    expect(await accept(person, token)).toMatchObject({ accountId })
    expect(await read(person)).toMatchObject({ place: 'TREASURER' })
    expect(await refusalOf(accept(person, token))).toBe('400 invitationDead')
    expect(await rolesNow()).toMatchObject([
      { state: 'IN_FORCE', name: `${person.user.firstName} ${person.user.lastName}` },
    ])
  })

  test('gives nothing to somebody else, also when the mail is passed on', async () => {
    const [person, other] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
    await invite(person.email)
    const token = await tokenOfInvitation(app, person.email)
    await expect(accept(other, token)).rejects.toMatchObject({
      status: 403,
      body: {
        refusal: 'invitationOfAnother',
        error: expect.stringContaining(`${person.email[0]}•••@example.test`) as string,
      },
    })
    expect(await refusalOf(read(other))).toBe('404 notFound')
    await accept(person, token)
  })

  test('dies after 7 days, when it is replaced and when it is taken back', async () => {
    const person = await app.signUp(['INVESTORS'])
    await invite(person.email)
    const first = await tokenOfInvitation(app, person.email)
    await invite(person.email, { role: 'APPROVER' })
    expect(await refusalOf(accept(person, first))).toBe('400 invitationDead')
    const [role] = await rolesNow()
    await owner.client.fund.endRole({ body: { accountId, id: role!.id } })
    expect(await refusalOf(accept(person, await tokenOfInvitation(app, person.email)))).toBe('400 invitationDead')
    await invite(person.email)
    const last = await tokenOfInvitation(app, person.email)
    app.clock.advance(7 * dayMs)
    expect(await refusalOf(accept(await app.signIn(person.email), last))).toBe('400 invitationDead')
  })

  test('is refused for the owner, a holder, a day that is over, and after twenty in an hour', async () => {
    expect(await refusalOf(invite(owner.email))).toBe('409 roleOfOwner')
    const treasurer = await giveRole(app, owner, accountId, 'TREASURER')
    expect(await refusalOf(invite(treasurer.email))).toBe('409 roleGiven')
    expect(await refusalOf(invite('nora@example.test', { role: 'AUDITOR', lastDay: '2026-03-03' }))).toBe(
      '400 roleLastDayPast',
    )
    expect(await refusalOf(invite('nora@example.test', { role: 'AUDITOR', lastDay: null }))).toBe('400 invalid')
    for (let count = 1; count < 20; count++) await invite(`guest${count}@example.test`)
    expect(await refusalOf(invite('nora@example.test'))).toBe('429 manyInvitations')
  })
})

describe('somebody with a role', () => {
  test('finds the fund with those of their own accounts, its number masked everywhere', async () => {
    const auditor = await giveRole(app, owner, accountId, 'AUDITOR', '2026-03-31')
    const funds = await auditor.client.fund.findFunds()
    expect(funds).toMatchObject([
      { accountId, accountNumber: `•••• ${fund.account.number.slice(-4)}`, place: 'AUDITOR', lastDay: '2026-03-31' },
    ])
    expect((await owner.client.fund.findFunds())[0]).toMatchObject({
      accountNumber: fund.account.number,
      place: 'OWNER',
    })
    const answers = [
      await read(auditor),
      await auditor.client.fund.findBooks({ params: { accountId } }),
      await auditor.client.fund.findStatement({
        params: { accountId, memberId: fund.ann, from: toMarketDay('2026-02-02'), to: toMarketDay('2026-03-03') },
      }),
      await auditor.client.report.getStaticReportDetailsById({ params: { id: 'participations' } }),
      await auditor.client.report.getStaticReportData({
        body: {
          report: 'contributions-and-retributions',
          filter: [
            { nomenclatorConfigNameKey: 'account', selectedItem: accountId },
            { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', '2026-03-03'] },
            { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
          ],
          limit: 50,
          offset: 0,
        },
      }),
    ]
    const text = JSON.stringify(answers, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain('Ann Secretive')
    expect(text).not.toContain(fund.account.number)
  })

  test('sees nothing else of the account, and names only members of the fund or of none', async () => {
    const treasurer = await giveRole(app, owner, accountId, 'TREASURER')
    const other = await linkAccount(app, owner, '2026-02-02', '500.00')
    await closeSession(app, other, '2026-03-03', '500.00')
    const elsewhere = await makeMember(owner, 'Else')
    const newcomer = await makeMember(owner, 'New')
    await owner.client.member.createContribution({
      body: {
        accountId: other.id,
        memberId: elsewhere,
        amount: cents('10.00'),
        date: today,
        description: 'in another fund',
      },
    })
    const known = (await treasurer.client.fund.findFundMembers({ params: { accountId } })).map(({ id }) => id)
    expect(known).toEqual(expect.arrayContaining([fund.ann, fund.joana, newcomer]))
    expect(known).not.toContain(elsewhere)
    const pay = (memberId: string) =>
      treasurer.client.member.createContribution({
        body: { accountId, memberId, amount: cents('1.00'), date: today, description: 'in' },
      })
    expect(await refusalOf(pay(elsewhere))).toBe('404 notFound')
    await pay(newcomer)
    expect(await refusalOf(treasurer.client.member.findBankAccounts({ params: { memberId: elsewhere } }))).toBe(
      '404 notFound',
    )
    expect(await refusalOf(treasurer.client.member.fundOverview({ params: { accountId: other.id } }))).toBe(
      '404 notFound',
    )
    expect(await treasurer.client.member.findAllMembers()).toEqual([])
  })

  test('records and matches as treasurer, and moves none of the account’s money', async () => {
    const treasurer = await giveRole(app, owner, accountId, 'TREASURER')
    expect(await read(treasurer)).toMatchObject({ canMoveMoney: false })
    const entry = { accountId, memberId: fund.ann, amount: cents('20.00'), date: today, description: 'in' }
    expect(await refusalOf(treasurer.client.member.createContribution({ body: { ...entry, moveMoney: true } }))).toBe(
      '403 moneyOfOwner',
    )
    const { id } = await treasurer.client.member.createContribution({ body: entry })
    const movementId = await moveMoney(app, fund.account, today, '19.00')
    await treasurer.client.fund.match({
      body: { accountId, movementIds: [movementId], itemIds: [id], feeDescription: 'Bank fee' },
    })
    expect(await refusalOf(treasurer.client.member.deleteContribution({ body: { id, money: 'return' } }))).toBe(
      '403 moneyOfOwner',
    )
    const { recorded_by: author } = await app.services.db
      .selectFrom('fund_entry')
      .select('recorded_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(author).toBe(treasurer.user.id)
  })
})

describe('a role ends at once', () => {
  test('when the owner removes it, for sessions that are open', async () => {
    const approver = await giveRole(app, owner, accountId, 'APPROVER')
    // Replays are kept by process and fund, so the next answer would be found there without a right.
    await read(approver)
    const [role] = await rolesNow()
    await owner.client.fund.endRole({ body: { accountId, id: role!.id } })
    expect(await refusalOf(read(approver))).toBe('404 notFound')
    expect(await approver.client.fund.findFunds()).toEqual([])
    const { position } = await app.services.db
      .selectFrom('push_message')
      .select((eb) => eb.fn.countAll<bigint>().as('position'))
      .where('user_id', '=', approver.user.id)
      .where('topic', '=', 'account')
      .executeTakeFirstOrThrow()
    expect(Number(position)).toBe(1)
    // The same address can be invited again.
    await invite(approver.email)
  })

  test('after its last day in New York, whether a job has run or not', async () => {
    const auditor = await giveRole(app, owner, accountId, 'AUDITOR', today)
    await read(auditor)
    // 23:59:59 in New York, and one second later.
    app.clock.set(Date.parse('2026-03-05T04:59:59Z'))
    const late = await app.signIn(auditor.email)
    await read(late)
    app.clock.advance(1000)
    expect(await refusalOf(read(late))).toBe('404 notFound')
    expect(
      (await late.client.report.getStaticReport()).filter(({ category }) => category === 'Fund').map(({ id }) => id),
    ).toEqual([])
    await endLapsedRoles(app.services)
    owner = await app.signIn(owner.email)
    expect(await rolesNow()).toEqual([])
  })

  test('and an auditor’s last day can be put off while it lasts', async () => {
    const auditor = await giveRole(app, owner, accountId, 'AUDITOR', today)
    const [role] = await rolesNow()
    const lastDay = addCalendarDays(toMarketDay(today), 5)
    await owner.client.fund.setLastDay({ body: { accountId, id: role!.id, lastDay } })
    app.clock.advance(3 * dayMs)
    expect(await read(await app.signIn(auditor.email))).toMatchObject({ place: 'AUDITOR' })
  })
})

test('roles and what waits move with the fund to another account', async () => {
  const approver = await giveRole(app, owner, accountId, 'APPROVER')
  await owner.client.fund.setSecondPerson({ body: { accountId, from: cents('0.00') } })
  const { waitingId } = await owner.client.member.createContribution({
    body: { accountId, memberId: fund.ann, amount: cents('5.00'), date: today, description: 'in' },
  })
  const to = await linkAccount(app, owner, '2026-03-03', '0.00')
  await closeSession(app, to, '2026-03-03', '0.00')
  await owner.client.fund.setDealing({
    body: {
      accountId,
      move: { toAccountId: to.id, day: '2026-03-03', arrivedOn: null, difference: cents('0.00') },
    },
  })
  expect(await refusalOf(read(approver))).toBe('404 notFound')
  expect(await approver.client.fund.findFunds()).toMatchObject([{ accountId: to.id, place: 'APPROVER' }])
  expect((await approver.client.fund.findApprovals({ params: { accountId: to.id } })).waiting).toMatchObject([
    { id: waitingId },
  ])
})
