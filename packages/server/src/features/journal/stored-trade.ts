// A derived trade as the row that is stored of it: what lists and statistics need, and no fills.
import {
  codeKey,
  divideFractions,
  fraction,
  fractionToNumber,
  heldTrade,
  holdingTimeOf,
  isOptionCode,
  toCents,
  toEpochMs,
  tradePercent,
  type Cents,
  type Fraction,
  type HeldTrade,
  type JournalTrade,
  type RoundTrip,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { priceFigure } from '../stock/price-figure.ts'
import type { TradeNote } from './trade-note.ts'

/** A row of `journal_trade` as JSON, without what is measured by bars. */
export type StoredTrade = ReturnType<typeof toStoredTrade>

export function toStoredTrade(accountId: string, trade: JournalTrade, { setup, tags, note }: TradeNote) {
  const { legs, openedDay } = trade
  const quantity = legs
    .map(({ enteredQuantity }) => fractionToNumber(enteredQuantity))
    .reduce((least, one) => Math.min(least, one))
  const codes = legs.map(({ symbol }) => symbol)
  return {
    account_id: accountId,
    trade_id: trade.id,
    underlying: trade.underlying,
    code_key: codeKey(trade.underlying),
    codes,
    code_keys: [...new Set([trade.underlying, ...codes].map(codeKey))],
    side: trade.side,
    opened_at: instantText(trade.openedAt),
    opened_day: openedDay,
    closed_at: instantText(trade.closedAt),
    closed_day: trade.closedDay,
    quantity,
    entry_price:
      legs.length === 1 ? averageEntry(legs[0]!) : netPrice(legs, quantity, ({ enteredCents }) => enteredCents),
    exit_price: legs.length === 1 ? averageExit(legs[0]!) : netPrice(legs, quantity, ({ exitedCents }) => exitedCents),
    fee_cents: String(trade.feeCents),
    net_cents: trade.netCents === null || isUntouched(trade) ? null : String(trade.netCents),
    percent: tradePercent(trade),
    risk_cents: trade.riskCents === null ? null : String(trade.riskCents),
    r_hundredths: trade.rHundredths,
    missing_r: trade.missingR,
    holding_time: holdingTimeOf(trade),
    weekday: openedDay === null ? null : new Date(`${openedDay}T00:00:00Z`).getUTCDay() || 7,
    entry_ids: entryIdsOf(trade),
    setup,
    tags,
    has_note: note !== '',
    held: heldColumn(trade),
  }
}

/** Returns the transactions that opened a trade or added to it. */
export const entryIdsOf = ({ legs }: JournalTrade): string[] =>
  legs.flatMap(({ fills }) => fills.flatMap(({ id, role }) => (role === 'ENTRY' ? [id] : [])))

const instantText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

interface HeldColumn {
  readonly multiplier: number
  readonly closedAt: number | null
  readonly states: readonly (readonly [at: number, cash: string, quantity: string, price: string | null])[]
}

/** Bars measure one leg that is no contract, from a known opening at a known cost. */
function heldColumn({ legs, openedAt }: JournalTrade): HeldColumn | null {
  const [leg, ...others] = legs
  if (leg === undefined || others.length > 0 || openedAt === null || isOptionCode(leg.symbol)) return null
  const { multiplier, closedAt, states } = heldTrade(leg)
  const [first] = states
  if (first === undefined || first.price === null) return null
  return {
    multiplier,
    closedAt,
    states: states.map(({ at, cash, quantity, price }) => [
      at,
      String(cash),
      quantity.toFixed(),
      price?.toFixed() ?? null,
    ]),
  }
}

/** Reads the column that `toStoredTrade` wrote. */
export function readHeld(column: unknown): HeldTrade {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `heldColumn` writes it
  const { multiplier, closedAt, states } = column as HeldColumn
  return {
    multiplier,
    closedAt: closedAt === null ? null : toEpochMs(closedAt),
    states: states.map(([at, cash, quantity, price]) => ({
      at: toEpochMs(at),
      cash: toCents(BigInt(cash)),
      quantity: new Decimal(quantity),
      price: price === null ? null : new Decimal(price),
    })),
  }
}

/** Nothing of it was closed yet, so it has no result to speak of. */
const isUntouched = ({ closedAt, legs }: JournalTrade): boolean =>
  closedAt === null && legs.every(({ exitedQuantity }) => exitedQuantity.numerator === 0n)

const averageEntry = ({ enteredCents, enteredQuantity, multiplier }: RoundTrip): number | null =>
  priceOf(enteredCents, enteredQuantity, multiplier)
const averageExit = ({ exitedCents, exitedQuantity, multiplier }: RoundTrip): number | null =>
  priceOf(exitedCents, exitedQuantity, multiplier)

function priceOf(cents: Cents | null, quantity: Fraction, multiplier: number): number | null {
  if (cents === null || quantity.numerator === 0n) return null
  return priceFigure(fractionToNumber(divideFractions(fraction(cents, 100n * BigInt(multiplier)), quantity)))
}

/** Returns the net price of a spread, positive; null while a leg is held for the exit of one that is not closed. */
function netPrice(
  legs: readonly RoundTrip[],
  quantity: number,
  centsOf: (leg: RoundTrip) => Cents | null,
): number | null {
  let net = 0n
  for (const leg of legs) {
    const cents = centsOf(leg)
    if (cents === null || (centsOf(leg) === leg.exitedCents && leg.exitedQuantity.numerator === 0n)) return null
    net += leg.side === 'LONG' ? cents : -cents
  }
  const multiplier = Math.max(...legs.map((leg) => leg.multiplier))
  return quantity === 0 ? null : priceFigure(Math.abs(Number(net)) / 100 / multiplier / quantity)
}
