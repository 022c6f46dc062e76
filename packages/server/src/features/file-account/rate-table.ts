// The daily rates that a user imported, for converting amounts into the currency of an account.
import type { MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import { lastOnOrBefore } from '../../kernel/last-on-or-before.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** A rate serves the days after it that have none of their own: week-ends and holidays. */
export const longestRateDays = 7

/** Returns what one unit of a currency is worth on a day; undefined where the table has no rate. */
export type RateOf = (currency: string, day: MarketDay) => Decimal | undefined

interface RateList {
  readonly days: readonly string[]
  readonly rates: readonly string[]
}

export interface RateTable {
  readonly base: string
  /** By currency, each in the order of its days. */
  readonly lists: ReadonlyMap<string, RateList>
}

/**
 * Looks a rate up: the one of the day, or the latest of the seven days before it. The currency of the table is worth 1.
 * `rateIn({ base: 'EUR', lists: new Map([['USD', { days: ['2024-01-05'], rates: ['0.9132'] }]]) })('USD',
 * '2024-01-07')` is 0.9132.
 */
export function rateIn({ base, lists }: RateTable): RateOf {
  const one = new Decimal(1)
  return (currency, day) => {
    if (currency === base) return one
    const list = lists.get(currency)
    const index = list === undefined ? -1 : lastOnOrBefore(list.days, day)
    const found = list?.days[index]
    if (list === undefined || found === undefined || daysFrom(found, day) > longestRateDays) return undefined
    return new Decimal(list.rates[index]!)
  }
}

const daysFrom = (first: string, day: string): number => (Date.parse(day) - Date.parse(first)) / 86_400_000

export async function readRates(db: Db | Trx, ownerId: string, base: string): Promise<RateOf> {
  const rows = await db
    .selectFrom('currency_rate')
    .select(['currency', 'day', 'rate'])
    .where('owner_id', '=', ownerId)
    .where('base', '=', base)
    .orderBy('currency')
    .orderBy('day')
    .execute()
  const lists = new Map<string, { days: string[]; rates: string[] }>()
  for (const { currency, day, rate } of rows) {
    const list = lists.get(currency) ?? { days: [], rates: [] }
    list.days.push(day)
    list.rates.push(rate)
    lists.set(currency, list)
  }
  return rateIn({ base, lists })
}
