// What any set of one's own accounts gained together: their values are added up, each with its last known one, and their
// deposits and withdrawals are left out as for a single account. An account that begins later brings its first value as a deposit.
import type { HistoryPoint } from '@clubfolio/contract'
import type { MarketDay } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { pointTime, thinValues, type ValueAt } from './history-point.ts'
import { percentHistory, type Flow } from './percent-history.ts'
import { walletValues, type WalletSpan } from './wallet-values.ts'

export interface ConsolidatedQuery extends WalletSpan {
  readonly accountIds: readonly string[]
}

/** Points in percent with 2 decimals, the first one 0. Throws `notFound` when one of the accounts is not the owner's. */
export async function findConsolidatedPercentage(db: Db, clock: Clock, ownerId: string, query: ConsolidatedQuery): Promise<HistoryPoint[]> {
  const ids = [...new Set(query.accountIds)]
  const histories: ValueAt[][] = []
  for (const id of ids) histories.push(await walletValues(db, clock, ownerId, id, query))
  const rows = await db.selectFrom('account_movement').select(['account_id', 'day', 'amount_cents']).where('account_id', 'in', ids).execute()
  const movements = rows.map(({ account_id, day, amount_cents }) => ({ accountId: account_id, day: day as MarketDay, amountCents: amount_cents }))
  const began = new Map(ids.map((id, index) => [id, histories[index]![0]]))
  // What moved in an account before its first value is part of that value.
  const counted = movements.filter(({ accountId, day }) => day > (began.get(accountId)?.day ?? '9999-12-31'))
  const flows: Flow[] = [...counted, ...[...began.values()].flatMap((first) => (first ? [{ day: first.day, amountCents: first.valueCents }] : []))]
  const sums = thinValues(sumValues(histories), query.timing)
  return percentHistory(sums, flows).map(({ value, percent }) => [pointTime(value, query.timing), percent])
}

/** The sum at every instant that any of the histories knows. Example: 10 at 1 and 5 at 2 give 10 at 1 and 15 at 2. */
export function sumValues(histories: readonly (readonly ValueAt[])[]): ValueAt[] {
  const last = histories.map(() => 0n)
  const all = histories.flatMap((values, index) => values.map((value) => ({ index, value }))).sort((a, b) => a.value.atMs - b.value.atMs)
  const sums: ValueAt[] = []
  for (const { index, value } of all) {
    last[index] = value.valueCents
    const sum = { ...value, valueCents: last.reduce((total, cents) => total + cents, 0n) }
    if (sums.at(-1)?.atMs === value.atMs) sums.pop()
    sums.push(sum)
  }
  return sums
}
