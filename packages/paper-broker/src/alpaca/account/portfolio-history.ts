// The value of an account at the close of each day, from its books and the closes of its market.

import {
  addCalendarDays,
  previousSession,
  sessionHours,
  sessionOnOrAfter,
  sessionsBetween,
  splitFactor,
  splitSegments,
  toEpochMs,
} from '@clubfolio/domain'
import type { Cents, MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { AccountPicture } from '../../account/read-account.ts'
import { balanceOf } from '../../account/value-account.ts'
import type { Database } from '../../db/connect.ts'
import { DOLLAR_SYMBOL } from '../../ledger/cash-item.ts'
import type { MarketState } from '../../market/market-state.ts'
import { amountOf, cents, priceOfFloat } from '../../money/money.ts'
import type { Price } from '../../money/money.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'

interface DayChange {
  readonly day: MarketDay
  readonly symbol: string
  readonly multiplier: bigint
  readonly quantity: bigint
  readonly cash: Cents
}

/** Returns what each day changed in each symbol, oldest first. */
async function changesOf(database: Database, accountId: string): Promise<DayChange[]> {
  const rows = await database
    .selectFrom('paper.transaction as t')
    .innerJoin('paper.transaction_item as i', (join) =>
      join.onRef('i.account_id', '=', 't.account_id').onRef('i.activity_id', '=', 't.activity_id'),
    )
    .select([
      't.market_day',
      'i.symbol',
      'i.multiplier',
      sql<bigint>`sum(i.quantity_change)::bigint`.as('quantity'),
      sql<bigint>`sum(i.amount_cents)::bigint`.as('cash'),
    ])
    .where('t.account_id', '=', accountId)
    .groupBy(['t.market_day', 'i.symbol', 'i.multiplier'])
    .orderBy('t.market_day')
    .execute()
  return rows.map((row) => ({
    day: row.market_day,
    symbol: row.symbol,
    multiplier: BigInt(row.multiplier),
    quantity: row.quantity,
    cash: cents(row.cash),
  }))
}

/** Prices of the closes of a span, in the shares of each day. */
class Closes {
  readonly #state: MarketState
  readonly #from: MarketDay
  readonly #bars = new Map<string, Promise<ReadonlyMap<MarketDay, Price>>>()

  constructor(state: MarketState, from: MarketDay) {
    this.#state = state
    this.#from = from
  }

  async #barsOf(symbol: string): Promise<ReadonlyMap<MarketDay, Price>> {
    const { market, marketDay, marketMs } = this.#state
    const bars = await market.dailyBars(symbol, this.#from, marketDay, marketMs)
    const actions = await market.shareActions(symbol, addCalendarDays(this.#from, 1), marketDay)
    const splits = actions.filter(({ kind }) => kind === 'SPLIT')
    const segments = splitSegments(splits.map(({ day, value }) => ({ day, ratio: value })))
    return new Map(bars.map(({ day, close }) => [day, priceOfFloat(close * splitFactor(segments, day))]))
  }

  /** Returns the close of a day; throws a refusal where the market has none: a value is never guessed. */
  async at(symbol: string, day: MarketDay): Promise<Price> {
    const bars = this.#bars.get(symbol) ?? this.#barsOf(symbol)
    this.#bars.set(symbol, bars)
    const close = (await bars).get(day)
    if (close !== undefined) return close
    const hours = sessionHours(day)
    const quote =
      hours === null
        ? null
        : await this.#state.market.quote(symbol, toEpochMs(Math.min(hours.closeMs - 1, this.#state.marketMs)))
    if (quote === null)
      throw new AlpacaRefusal('unprocessable', `The account held ${wireSymbol(symbol)} on ${day}, which has no price.`)
    return quote.last
  }
}

export interface DayValue {
  readonly day: MarketDay
  readonly equity: Cents
}

/** Returns the account's value at the close of each day of a span that it existed on; today's is the present one. */
export async function dayValues(
  database: Database,
  picture: AccountPicture,
  from: MarketDay,
  to: MarketDay,
): Promise<DayValue[]> {
  const { account, state } = picture
  const changes = await changesOf(database, account.accountId)
  const [first] = changes
  if (first === undefined) return []
  const start = sessionOnOrAfter(from < first.day ? first.day : from)
  const closes = new Closes(state, start)
  const held = new Map<string, { quantity: bigint; readonly multiplier: bigint }>()
  let cash = 0n
  let done = 0
  const values: DayValue[] = []
  for (const day of sessionsBetween(start, to < state.marketDay ? to : state.marketDay)) {
    for (let change = changes[done]; change !== undefined && change.day <= day; change = changes[(done += 1)]) {
      cash += change.cash
      if (change.symbol === DOLLAR_SYMBOL) continue
      const before = held.get(change.symbol)?.quantity ?? 0n
      held.set(change.symbol, { quantity: before + change.quantity, multiplier: change.multiplier })
    }
    if (day === state.marketDay) {
      values.push({ day, equity: balanceOf(picture).equity })
      continue
    }
    let equity = cash
    for (const [symbol, { quantity, multiplier }] of held)
      if (quantity !== 0n) equity += amountOf(await closes.at(symbol, day), quantity, multiplier)
    values.push({ day, equity: cents(equity) })
  }
  return values
}

/** Returns the day before a span, at whose close its profit begins to count. */
export function baseDayOf(from: MarketDay): MarketDay {
  return previousSession(sessionOnOrAfter(from))
}
