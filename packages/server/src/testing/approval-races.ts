// Decisions of one fund that meet, played for a number of rounds: two approvals, an approval with a withdrawal, a
// decline, its expiry, a change of the books, the end of its author's role, and repeated requests.
import { dayMs } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireApprovals } from '../features/fund/approval/expire-approvals.ts'
import { cents, closeSession, linkAccount, makeMember } from './factories.ts'
import { giveRole } from './fund-roles.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from './test-app.ts'

const today = '2026-03-04'
/** Ends of long runs: a session lives 12 hours at most, and the clock stands still. */
const patienceMs = 600_000

export function playApprovalRaces(rounds: number): void {
  let app: TestApp
  let owner: TestUser
  let treasurer: TestUser
  let approver: TestUser
  let accountId: string
  let memberId: string

  beforeAll(async () => {
    app = await startTestApp()
    owner = await app.signUp(['MANAGERS'])
    const account = await linkAccount(app, owner, '2026-02-02', '1000000.00')
    accountId = account.id
    await closeSession(app, account, '2026-03-03', '1000000.00')
    memberId = await makeMember(owner, 'Ann')
    await pay(owner, '900000.00', { date: '2026-02-02', funding: 'opening' })
    approver = await giveRole(app, owner, accountId, 'APPROVER')
    treasurer = await giveRole(app, owner, accountId, 'TREASURER')
    await owner.client.fund.setSecondPerson({ body: { accountId, from: cents('0.00') } })
  })
  afterAll(() => app.stop())

  const pay = (by: TestUser, amount: string, fields: object = {}) =>
    by.client.member.createContribution({
      body: { accountId, memberId, amount: cents(amount), date: today, description: 'in', ...fields },
    })
  const approve = (by: TestUser, id: string) => by.client.fund.approve({ body: { accountId, id } })
  const decline = (by: TestUser, id: string) =>
    by.client.fund.decline({ body: { accountId, id, reason: 'Not this one.' } })
  const withdraw = (id: string) => treasurer.client.fund.withdraw({ body: { accountId, id } })
  /** "done", or the name of the refusal. */
  const outcomeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'done',
      (error: unknown) => (error as { body: { refusal: string } }).body.refusal,
    )
  const stateOf = async (id: string) =>
    (await app.services.db.selectFrom('fund_approval').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state
  const entries = async () => {
    const { count } = await app.services.db
      .selectFrom('fund_entry')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  const meetings: Readonly<Record<string, (id: string) => readonly Promise<string>[]>> = {
    'two approvals': (id) => [outcomeOf(approve(approver, id)), outcomeOf(approve(owner, id))],
    'two approvals of one person': (id) => [outcomeOf(approve(approver, id)), outcomeOf(approve(approver, id))],
    'an approval and a withdrawal': (id) => [outcomeOf(approve(approver, id)), outcomeOf(withdraw(id))],
    'an approval and a decline': (id) => [outcomeOf(decline(approver, id)), outcomeOf(approve(owner, id))],
    'a withdrawal and a decline': (id) => [outcomeOf(withdraw(id)), outcomeOf(decline(owner, id))],
  }

  describe('of two decisions at once one wins', () => {
    test.each(Object.keys(meetings))(
      '%s',
      async (name) => {
        for (let round = 0; round < rounds; round++) {
          const { id } = await pay(treasurer, '1.00')
          const before = await entries()
          const outcomes = await Promise.all(meetings[name]!(id))
          expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
          expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(['approvalSettled'])
          expect(await entries()).toBe(before + ((await stateOf(id)) === 'APPROVED' ? 1 : 0))
        }
      },
      patienceMs,
    )

    test(
      'an approval and the expiry',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const { id } = await pay(treasurer, '1.00')
          const before = await entries()
          // The last millisecond in which it can be decided; the job looks at it one later.
          await app.services.db
            .updateTable('fund_approval')
            .set({ expires_at: new Date(testStartMs + (round % 2)) })
            .where('id', '=', id)
            .execute()
          const [outcome] = await Promise.all([outcomeOf(approve(approver, id)), expireApprovals(app.services)])
          const isDone = round % 2 === 1
          expect(outcome).toBe(isDone ? 'done' : 'approvalExpired')
          expect(await stateOf(id)).toBe(isDone ? 'APPROVED' : 'EXPIRED')
          expect(await entries()).toBe(before + (isDone ? 1 : 0))
        }
      },
      patienceMs,
    )
  })

  test(
    'two that fit one by one and not together: one is booked, and the other no longer fits',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const poor = await makeMember(owner, `Poor ${round}`)
        await approve(approver, (await pay(owner, '10.00', { memberId: poor })).id)
        const take = () =>
          treasurer.client.member.createRetribution({
            body: { accountId, memberId: poor, amount: cents('6.00'), date: today, description: 'out' },
          })
        const [one, other] = [await take(), await take()]
        const outcomes = await Promise.all([outcomeOf(approve(approver, one.id)), outcomeOf(approve(owner, other.id))])
        expect(outcomes.toSorted()).toEqual(['approvalUnfit', 'done'])
        const states = [await stateOf(one.id), await stateOf(other.id)]
        expect(states.toSorted()).toEqual(['APPROVED', 'WAITING'])
        await withdraw(states[0] === 'WAITING' ? one.id : other.id)
      }
    },
    patienceMs,
  )

  test(
    'an approval and a request that arrive twice under one key are carried out once',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const before = await entries()
        const send = (by: TestUser, path: string, key: string, body: object) =>
          fetch(`${app.url}/v1/api/${path}`, {
            method: 'POST',
            headers: { token: by.user.token, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify(body),
          }).then(async (response) => ({ status: response.status, body: (await response.json()) as { id: string } }))
        const wish = { accountId, memberId, amount: 1, date: today, description: `round ${round}` }
        const asked = await Promise.all([
          send(treasurer, 'member/create-contribution', `wish-${round}-0001`, wish),
          send(treasurer, 'member/create-contribution', `wish-${round}-0001`, wish),
        ])
        const [first] = asked.filter(({ status }) => status === 200)
        expect(asked.every(({ status }) => status === 200 || status === 409)).toBe(true)
        const { id } = first!.body
        const decided = await Promise.all([
          send(approver, 'fund/approve', `yes-${round}-00001`, { accountId, id }),
          send(approver, 'fund/approve', `yes-${round}-00001`, { accountId, id }),
        ])
        expect(decided.some(({ status }) => status === 200)).toBe(true)
        expect(await send(approver, 'fund/approve', `yes-${round}-00001`, { accountId, id })).toMatchObject({
          status: 200,
        })
        expect(await entries()).toBe(before + 1)
      }
    },
    patienceMs,
  )

  test(
    'an approval and the end of the author’s role: it is booked before, or not at all',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await pay(treasurer, '1.00')
        const before = await entries()
        const [outcome] = await Promise.all([outcomeOf(approve(approver, id)), endRoleOf(treasurer)])
        expect(['done', 'approvalAuthorGone']).toContain(outcome)
        expect(await entries()).toBe(before + (outcome === 'done' ? 1 : 0))
        expect(await outcomeOf(pay(treasurer, '1.00'))).toBe('notFound')
        if (outcome !== 'done') await decline(approver, id)
        await app.services.db
          .updateTable('fund_role')
          .set({ ended_at: null })
          .where('account_id', '=', accountId)
          .where('user_id', '=', treasurer.user.id)
          .execute()
      }
    },
    patienceMs,
  )

  /** As the owner ends it, under the same lock, but without waiting for a second person. */
  const endRoleOf = (person: TestUser) =>
    app.services.db.transaction().execute(async (trx) => {
      await trx.selectFrom('fund').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
      await trx
        .updateTable('fund_role')
        .set({ ended_at: new Date(app.clock.nowMs()) })
        .where('account_id', '=', accountId)
        .where('user_id', '=', person.user.id)
        .execute()
    })

  test('what waits longer than 14 days is nothing that a later approval could revive', async () => {
    const { id } = await pay(treasurer, '1.00')
    app.clock.advance(15 * dayMs)
    const late = await app.signIn(approver.email)
    expect(await outcomeOf(approve(late, id))).toBe('approvalExpired')
  })
}
