// What the payers of income were when they paid: how many shares were held at the close before, at which cost and
// market value; and what is held of them now.
import {
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  type LotEvent,
  type MarketDay,
  matchLots,
  type OpenLot,
  type ShareSplit,
  zeroFraction,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { findSecurityRows } from '../../transaction/find-security-rows.ts'
import { bySymbol } from '../../transaction/find-realised-profit.ts'
import { lotEvent } from '../../transaction/lot-events.ts'
import { openingLot } from '../../transaction/opening-lot.ts'
import { groupBy } from './group-by.ts'
import type { BookedIncome } from './read-income.ts'

export interface PayerThen {
  /** Negative for a short position. */
  readonly quantity: Fraction
  /** What the open lots cost, or were sold for; null where one of them is of unknown cost. */
  readonly costCents: bigint | null
  /** Null where the close has no lines yet. */
  readonly valueCents: bigint | null
}

export interface Payers {
  at(payment: Pick<BookedIncome, 'accountId' | 'symbol' | 'day'>): PayerThen
  /** Of all accounts, oldest first. */
  splitsOf(symbol: string): readonly ShareSplit[]
  /** Held in an account now. */
  heldNow(accountId: string, symbol: string): Fraction
}

const unknown: PayerThen = { quantity: zeroFraction, costCents: null, valueCents: null }
const keyOf = (accountId: string, symbol: string | null, day = ''): string => `${accountId} ${day} ${symbol}`

/** Reads the payers of some payments. */
export async function readPayers(db: Db, payments: readonly BookedIncome[]): Promise<Payers> {
  const paidBy = new Map<string, Pick<PayerThen, 'quantity' | 'costCents'>>()
  const splits = new Map<string, ShareSplit[]>()
  const now = new Map<string, Fraction>()
  for (const [accountId, ofAccount] of groupBy(payments, (payment) => payment.accountId)) {
    const daysBySymbol = new Map<string, Set<MarketDay>>()
    for (const { symbol, day } of ofAccount) {
      if (symbol === null) continue
      const days = daysBySymbol.get(symbol)
      if (days) days.add(day)
      else daysBySymbol.set(symbol, new Set([day]))
    }
    if (daysBySymbol.size === 0) continue
    const symbols = [...daysBySymbol.keys()]
    const positions = await db
      .selectFrom('account_position')
      .select(['symbol', 'quantity', 'average_price', 'multiplier'])
      .where('account_id', '=', accountId)
      .where('symbol', 'in', symbols)
      .execute()
    const rows = bySymbol(await findSecurityRows(db, accountId, { symbols }))
    for (const [symbol, days] of daysBySymbol) {
      const ofSymbol = rows.get(symbol) ?? []
      const events = ofSymbol.flatMap((row) => lotEvent(row) ?? [])
      const present = positions.find((position) => position.symbol === symbol)
      const walked = walkLots(events, openingLot(ofSymbol, events, present), [...days].sort())
      for (const [day, held] of walked.heldBefore) paidBy.set(keyOf(accountId, symbol, day), held)
      now.set(keyOf(accountId, symbol), walked.now)
      splits.set(symbol, [...(splits.get(symbol) ?? []), ...walked.splits])
    }
  }
  const values = await readValues(db, payments)
  return {
    at: ({ accountId, symbol, day }) => {
      const key = keyOf(accountId, symbol, day)
      return { ...unknown, ...paidBy.get(key), valueCents: values.get(key) ?? null }
    },
    splitsOf: (symbol) => splits.get(symbol) ?? [],
    heldNow: (accountId, symbol) => now.get(keyOf(accountId, symbol)) ?? zeroFraction,
  }
}

/** Follows the lots of a symbol: what was held before each of the days, and after all. */
function walkLots(events: readonly LotEvent[], opening: readonly OpenLot[], days: readonly MarketDay[]) {
  const heldBefore = new Map<MarketDay, Pick<PayerThen, 'quantity' | 'costCents'>>()
  const splits: ShareSplit[] = []
  let open: readonly OpenLot[] = opening
  const left = [...days]
  for (const event of events) {
    while (left[0] !== undefined && left[0] <= event.day) heldBefore.set(left.shift()!, holdingOf(open))
    const before = quantityOf(open)
    open = matchLots([event], open).open
    if (event.kind !== 'SPLIT' || before.numerator === 0n) continue
    const factor = event.factor ?? divideFractions(quantityOf(open), before)
    if (factor.numerator > 0n) splits.push({ day: event.day, factor })
  }
  for (const day of left) heldBefore.set(day, holdingOf(open))
  return { heldBefore, splits, now: quantityOf(open) }
}

const holdingOf = (open: readonly OpenLot[]): Pick<PayerThen, 'quantity' | 'costCents'> => ({
  quantity: quantityOf(open),
  costCents: open.reduce<bigint | null>(
    (sum, { amountCents }) => (sum === null || amountCents === null ? null : sum + amountCents),
    0n,
  ),
})

const quantityOf = (open: readonly OpenLot[]): Fraction =>
  open.reduce(
    (sum, { side, quantity }) =>
      addFractions(sum, side === 'SHORT' ? fraction(-quantity.numerator, quantity.denominator) : quantity),
    zeroFraction,
  )

/** The market value at the close before, as the lines of the paying close have it. */
async function readValues(db: Db, payments: readonly BookedIncome[]): Promise<ReadonlyMap<string, bigint>> {
  const asked = payments.filter(({ symbol }) => symbol !== null)
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; symbol: string; day: string; before_cents: string }>`
    select account_id, symbol, day::text as day, before_cents::text as before_cents from account_close_line
    join (select distinct account_id, day, symbol from unnest(${asked.map(({ accountId }) => accountId)}::uuid[],
      ${asked.map(({ day }) => day)}::date[], ${asked.map(({ symbol }) => symbol)}::text[])
      as a (account_id, day, symbol)) asked using (account_id, day, symbol)
    where kind = 'INSTRUMENT'`.execute(db)
  return new Map(rows.map((row) => [keyOf(row.account_id, row.symbol, row.day), BigInt(row.before_cents)]))
}
