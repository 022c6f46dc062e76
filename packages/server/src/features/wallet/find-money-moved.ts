// The money that came into an account and left it, by day, so that its value can be told apart from its gain.
import type { MoneyMoved } from '@clubfolio/contract'
import { toCents, toMarketDay } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { readAccountReplay } from '../fund/book/read-account-replay.ts'

type DayTotals = { -readonly [Key in 'atMs' | 'inCents' | 'outCents']: Key extends 'atMs' ? number | null : bigint }

/**
 * Returns the days with money, in order. An expense of the fund is taken out of the money that left on its day: the
 * account lost it, nobody received it. So value at the end - value at the start - money in + money out is the profit
 * of the books. Throws `notFound`, also for another owner's account.
 * Example: 1,000.00 came in, then 20.00 left for an expense: 1,000.00 in, nothing out.
 */
export async function findMoneyMoved(services: Services, ownerId: string, accountId: string): Promise<MoneyMoved[]> {
  const replay = await readAccountReplay(services, ownerId, accountId)
  const rows = await services.db
    .selectFrom('account_movement as m')
    .leftJoin('account_transaction as t', (join) =>
      join.onRef('t.account_id', '=', 'm.account_id').onRef('t.broker_id', '=', 'm.broker_id'),
    )
    .select(['m.day', 'm.amount_cents', 't.occurred_at'])
    .where('m.account_id', '=', accountId)
    .execute()
  const days = new Map<string, DayTotals>()
  const on = (day: string): DayTotals => {
    const totals = days.get(day) ?? { atMs: null, inCents: 0n, outCents: 0n }
    days.set(day, totals)
    return totals
  }
  for (const row of rows) {
    const totals = on(row.day)
    if (row.amount_cents > 0n) totals.inCents += row.amount_cents
    else totals.outCents -= row.amount_cents
    if (row.occurred_at) totals.atMs = Math.max(totals.atMs ?? 0, row.occurred_at.getTime())
  }
  for (const expense of replay.borneExpenses) {
    const totals = on(expense.day)
    const fromOut = expense.amountCents < totals.outCents ? expense.amountCents : totals.outCents
    totals.outCents -= fromOut
    // What a member paid for the fund came from outside of the account.
    totals.inCents += expense.amountCents - fromOut
  }
  return [...days]
    .filter(([, { inCents, outCents }]) => inCents !== 0n || outCents !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, { atMs, inCents, outCents }]) => ({
      day: toMarketDay(day),
      at: atMs,
      moneyIn: toCents(inCents),
      moneyOut: toCents(outCents),
    }))
}
