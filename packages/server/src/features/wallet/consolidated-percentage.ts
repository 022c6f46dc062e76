// The combined gain of any set of one's own accounts, without the money that was paid in or taken out.
import { roundPercent, toMarketDay } from '@clubfolio/domain'
import type { HistoryPoint } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { readAccountReplay } from '../fund/book/read-account-replay.ts'
import { combineGrowth, growthHistory, percentOf, type GrowthAt } from './growth-history.ts'
import { pointTime, thinValues } from './history-point.ts'
import { readValues, type WalletSpan } from './wallet-values.ts'

export interface ConsolidatedQuery extends WalletSpan {
  readonly accountIds: readonly string[]
  /** With 8 decimals instead of 2. */
  readonly exact?: boolean | undefined
}

/**
 * Returns points in percent, the first one 0; none where an account's books have no return. Throws `notFound` when one
 * of the accounts is not the owner's.
 */
export async function findConsolidatedPercentage(
  services: Services,
  ownerId: string,
  query: ConsolidatedQuery,
): Promise<HistoryPoint[]> {
  const histories: (readonly GrowthAt[] | undefined)[] = []
  for (const id of new Set(query.accountIds)) histories.push(await growthOf(services, ownerId, id, query))
  const known = histories.filter((history) => history !== undefined)
  if (known.length < histories.length) return []
  const [first = [], ...others] = known
  const points = others.length === 0 ? first : combineGrowth([first, ...others])
  const growths = new Map(points.map(({ value, growth }) => [value.atMs, growth]))
  // Thinned only now: every close counts, whichever are shown.
  return thinValues(
    points.map(({ value }) => value),
    query.timing,
  ).map((value) => {
    const percent = percentOf(growths.get(value.atMs)!)
    return [pointTime(value, query.timing), query.exact ? percent : roundPercent(percent)]
  })
}

async function growthOf(
  services: Services,
  ownerId: string,
  accountId: string,
  span: WalletSpan,
): Promise<GrowthAt[] | undefined> {
  const values = await readValues(services.db, services.clock, { ownerId, accountId, span })
  const replay = await readAccountReplay(services, ownerId, accountId)
  const rows = await services.db
    .selectFrom('account_movement')
    .select(['day', 'amount_cents'])
    .where('account_id', '=', accountId)
    .execute()
  const flows = rows.map(({ day, amount_cents }) => ({ day: toMarketDay(day), amountCents: amount_cents }))
  return growthHistory(values, flows, new Map(replay.valuations.map(({ day, rate }) => [day, rate])))
}
