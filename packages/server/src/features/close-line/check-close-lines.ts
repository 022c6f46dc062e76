// The nightly check of lines: those of each close add up, and the price of a line is what its lots have realised and
// have open. Lines come from market values and cash, lots from purchases and sales, so each checks the other.
import {
  formatCents,
  type Fraction,
  fractionText,
  type LotBook,
  matchLots,
  type MarketDay,
  toCents,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'
import { isCorporateAction, isDelivery } from '../account/movement-kind.ts'
import { findSecurityRows, type TimedRow } from '../transaction/find-security-rows.ts'
import { bySymbol } from '../transaction/find-realised-profit.ts'
import { lotEvent } from '../transaction/lot-events.ts'
import { openingLot, type Present } from '../transaction/opening-lot.ts'
import { findBrokenClose } from './store-close-lines.ts'

export interface CheckCloseLinesOptions {
  readonly accountId: string
  /** Closes up to this day are frozen, and what was booked for them later is in none of them. */
  readonly after: MarketDay | null
}

/** Returns the violations; empty when every rule holds. Closes without lines are left out. */
export async function checkCloseLines(trx: Trx, { accountId, after }: CheckCloseLinesOptions): Promise<string[]> {
  const isChecked = sql<boolean>`l.cash is not null and (${after}::date is null or c.day > ${after}::date)`
  const broken = await findBrokenClose(trx, accountId, isChecked)
  return [
    ...(broken === undefined ? [] : [`The lines of the close of ${broken} do not add up.`]),
    ...(await checkPrices(trx, { accountId, after })),
  ]
}

interface LineSpan {
  readonly symbol: string
  readonly price: string
  readonly start_value: string
  readonly start_quantity: string
  readonly end_value: string
  readonly end_quantity: string
}

/**
 * Compares every symbol whose lots say what it earned: neither delivered nor exchanged, of known cost, and with the
 * same quantities at both ends.
 */
async function checkPrices(trx: Trx, { accountId, after }: CheckCloseLinesOptions): Promise<string[]> {
  const { rows: ends } = await sql<{ first: MarketDay | null; last: MarketDay | null }>`
    select min(day)::text as first, max(day)::text as last from account_close_line
    where account_id = ${accountId} and kind = 'CASH' and (${after}::date is null or day >= ${after}::date)
  `.execute(trx)
  const { first, last } = ends[0]!
  if (first === null || last === null) return []
  const { rows: spans } = await sql<LineSpan>`
    select symbol, coalesce(sum(price_cents) filter (where day > ${first}), 0)::text as price,
      coalesce(sum(value_cents) filter (where day = ${first}), 0)::text as start_value,
      coalesce(sum(quantity) filter (where day = ${first}), 0)::text as start_quantity,
      coalesce(sum(value_cents) filter (where day = ${last}), 0)::text as end_value,
      coalesce(sum(quantity) filter (where day = ${last}), 0)::text as end_quantity
    from account_close_line
    where account_id = ${accountId} and kind = 'INSTRUMENT' and day between ${first} and ${last}
    group by symbol order by symbol`.execute(trx)
  const positions = await trx
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'average_price', 'multiplier'])
    .where('account_id', '=', accountId)
    .execute()
  const rows = bySymbol(await findSecurityRows(trx, accountId))
  return spans.flatMap((span) => {
    const own = rows.get(span.symbol) ?? []
    const present = positions.find(({ symbol }) => symbol === span.symbol)
    const expected = earnedByLots(span, { own, present, first, last })
    if (expected === undefined || expected === BigInt(span.price)) return []
    const [found, lots] = [BigInt(span.price), expected].map((cents) => formatCents(toCents(cents)))
    return [`Since ${first}, the price of ${span.symbol} is ${found} in the lines and ${lots} in the lots.`]
  })
}

interface LotFacts {
  readonly own: readonly TimedRow[]
  readonly present: Present | undefined
  readonly first: MarketDay
  readonly last: MarketDay
}

/** Returns undefined where the lots do not say. */
function earnedByLots(span: LineSpan, { own, present, first, last }: LotFacts): bigint | undefined {
  if (own.some((row) => isDelivery(row) || (isCorporateAction(row) && !/split/i.test(row.description))))
    return undefined
  const events = own.flatMap((row) => lotEvent(row) ?? [])
  const before = openingLot(own, events, present)
  const stateAt = (day: MarketDay) => {
    const book = matchLots(
      events.filter((event) => event.day <= day),
      before,
    )
    return { ...amountsOf(book), quantity: quantityOf(book) }
  }
  const [start, end] = [stateAt(first), stateAt(last)]
  if (start.earned === undefined || end.earned === undefined) return undefined
  if (!start.quantity.equals(span.start_quantity) || !end.quantity.equals(span.end_quantity)) return undefined
  return end.earned + BigInt(span.end_value) - start.earned - BigInt(span.start_value)
}

/** What lots have realised, less what the open ones cost; a short one has proceeds. */
function amountsOf({ gains, open }: LotBook): { readonly earned: bigint | undefined } {
  let earned = 0n
  for (const { profitCents } of gains) {
    if (profitCents === null) return { earned: undefined }
    earned += profitCents
  }
  for (const { side, amountCents } of open) {
    if (amountCents === null) return { earned: undefined }
    earned += side === 'LONG' ? -amountCents : amountCents
  }
  return { earned }
}

function quantityOf({ open }: LotBook): Decimal {
  return open.reduce(
    (sum, { side, quantity }) => (side === 'LONG' ? sum.plus(exact(quantity)) : sum.minus(exact(quantity))),
    new Decimal(0),
  )
}

const exact = (quantity: Fraction): string => fractionText(quantity, 10)
