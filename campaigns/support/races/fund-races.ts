// Races around the books: money that is withdrawn twice, members deleted while in use, answers under one key.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, NewEntry } from '../../../packages/contract/src/index.ts'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  type LinkedAccount,
} from '../../../packages/server/src/testing/factories.ts'
import type { TestApp, TestUser } from '../../../packages/server/src/testing/test-app.ts'
import { judgeOutcomes, outcomeOf, winnerOf, type Race } from './race.ts'

/** `apps` stand for two processes on one database: every race runs across them. */
export function fundRaces([one, two]: readonly [TestApp, TestApp], manager: TestUser): Race[] {
  const here = manager.client
  const there = two.client(manager.user.token)
  const body = (account: LinkedAccount, memberId: string, amount: string, more: Partial<NewEntry> = {}) => ({
    body: { accountId: account.id, memberId, amount: cents(amount), date: '2026-03-04', description: 'race', ...more },
  })
  const newFund = async (): Promise<LinkedAccount> => linkAccount(one, manager, '2026-03-03', '0.00')
  const balanceOf = async (account: LinkedAccount) =>
    (await here.member.searchParticipationByAccount({ params: { accountId: account.id } })).reduce(
      (sum, row) => sum + row.amount,
      0n,
    )
  const entriesOf = (memberId: string) =>
    one.services.db
      .selectFrom('fund_entry')
      .select(['id', 'bank_account_id'])
      .where('member_id', '=', memberId)
      .execute()
  const memberIs = async (id: string) =>
    (await one.services.db.selectFrom('member').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

  /**
   * A member is deleted while something uses them: the later call is refused, and the losing side leaves nothing
   * behind.
   */
  const deletedWhileUsed = (
    name: string,
    use: (client: Client, memberId: string, account: LinkedAccount, bankAccountId: string) => Promise<unknown>,
    deletionMayWinAfter = false,
  ): Race => ({
    name,
    async run(round) {
      const account = await newFund()
      await closeSession(one, account, '2026-03-03', '0.00')
      const [bob, cleo] = [await makeMember(manager, 'Bob'), await makeMember(manager, 'Cleo')]
      const bank = await here.member.createBankAccount({
        body: { memberId: bob, bankAccountNumber: '1234567890', bankRouting: '021000021', bankAlias: 'House' },
      })
      await here.member.createContribution(body(account, cleo, '100.00', { date: '2026-03-03' }))
      const using = () => outcomeOf(use(there, bob, account, bank.id))
      // A deletion has less to do: it starts later and later, so that both sides get to win.
      const deleting = async () => {
        await pause((round % 12) * 2)
        return outcomeOf(here.member.delete({ params: { memberId: bob } }))
      }
      const [used, deleted] =
        round % 2 === 0
          ? await Promise.all([using(), deleting()])
          : ((await Promise.all([deleting(), using()])).toReversed() as [string, string])
      const isThere = await memberIs(bob)
      const broken =
        deletionMayWinAfter && used === 'done' && deleted === 'done'
          ? []
          : judgeOutcomes([used, deleted], 1, ['404 notFound', '409 memberHasEntries'])
      if (isThere === (deleted === 'done'))
        broken.push(`deletion ${deleted}, and the member is ${isThere ? 'there' : 'gone'}`)
      if (!isThere && (await entriesOf(bob)).length > 0) broken.push('an entry of a member who is gone')
      return {
        outcome: used === 'done' ? (deleted === 'done' ? 'both, one after the other' : 'the use') : 'the deletion',
        broken,
      }
    },
  })

  return [
    {
      name: 'two withdrawals that together overdraw',
      async run() {
        const account = await newFund()
        const ann = await makeMember(manager, 'Ann')
        await here.member.createContribution(body(account, ann, '1000.00', { date: '2026-03-03' }))
        const outcomes = await Promise.all(
          [here, there].map((client) => outcomeOf(client.member.createRetribution(body(account, ann, '600.00')))),
        )
        const left = await balanceOf(account)
        return {
          outcome: winnerOf(outcomes),
          broken: [
            ...judgeOutcomes(outcomes, 1, ['400 withdrawalTooLarge']),
            ...(left === cents('400.00') ? [] : [`${left} cents are left`]),
          ],
        }
      },
    },
    deletedWhileUsed(
      'a member deleted while an entry uses him and his bank account',
      (client, memberId, account, foundId) =>
        client.member.createContribution(body(account, memberId, '10.00', { foundId })),
    ),
    deletedWhileUsed('a member deleted while units are given to him', (client, memberId, account) =>
      giveUnits(client, account, memberId),
    ),
    deletedWhileUsed('a member deleted while he pays an expense', (client, memberId, account) =>
      client.fund.recordExpense({
        body: {
          accountId: account.id,
          date: '2026-03-04',
          amount: cents('1.00'),
          description: 'race',
          paidByMemberId: memberId,
        },
      }),
    ),
    deletedWhileUsed(
      'a member deleted while he gets a bank account',
      (client, memberId) =>
        client.member.createBankAccount({
          body: { memberId, bankAccountNumber: '99887766', bankRouting: '021000021', bankAlias: 'Second' },
        }),
      true,
    ),
    {
      name: 'one Idempotency-Key, four times the same body and twice another',
      async run(round) {
        const account = await newFund()
        const ann = await makeMember(manager, 'Ann')
        const idempotencyKey = `race-${account.id}`
        const send = (client: Client, amount: string) =>
          outcomeOf(client.member.createContribution(body(account, ann, amount), { idempotencyKey }))
        const calls = [
          () => send(here, '50.00'),
          () => send(there, '50.00'),
          () => send(here, '50.00'),
          () => send(there, '50.00'),
          () => send(here, '70.00'),
          () => send(there, '70.00'),
        ]
        const outcomes = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
        const entries = await entriesOf(ann)
        const strange = outcomes.filter(
          (outcome) => !['done', '409 requestInFlight', '422 requestKeyReused'].includes(outcome),
        )
        const balance = await balanceOf(account)
        const [again, other] = [await send(there, '50.00'), await send(here, '70.00')]
        const retried = [again, other].toSorted().join(', ')
        return {
          outcome: balance === cents('50.00') ? 'the one body' : 'the other body',
          broken: [
            ...strange.map((outcome) => `answered ${outcome}`),
            ...(entries.length === 1 ? [] : [`${entries.length} entries`]),
            ...(outcomes.includes('done') ? [] : ['nobody succeeded']),
            ...(retried === '422 requestKeyReused, done' ? [] : [`afterwards: ${retried}`]),
          ],
        }
      },
    },
  ]

  async function giveUnits(client: Client, account: LinkedAccount, toMemberId: string): Promise<unknown> {
    const rows = await one.services.db
      .selectFrom('fund_entry')
      .select('member_id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    return client.fund.recordTransfer({
      body: {
        accountId: account.id,
        date: '2026-03-04',
        fromMemberId: rows.member_id,
        toMemberId,
        amount: cents('1.00'),
        description: 'race',
      },
    })
  }
}
