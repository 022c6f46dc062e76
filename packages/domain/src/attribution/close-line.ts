// What each instrument earned between two closes of an account: the lines of a close. They add up to what the account
// is worth at the close, less what it was worth at the one before and what was paid in or out in between.
import type { Decimal } from 'decimal.js'
import { carryExchanged } from './carry-exchanged.ts'

export type LineKind = 'INSTRUMENT' | 'CASH' | 'NOT_EXPLAINED'

/** A position as its close counts it. */
export interface LinePosition {
  /** Negative for a short position. */
  readonly quantity: Decimal
  /** Signed like the quantity, in whole cents. */
  readonly valueCents: bigint
}

export interface LineContents {
  readonly statedCents: bigint
  readonly cashCents: bigint
  /** By symbol; those without a quantity are left out. */
  readonly positions: ReadonlyMap<string, LinePosition>
}

/** A transaction between two closes. */
export interface AttributedBooking {
  /** Null when it belongs to no instrument. */
  readonly symbol: string | null
  /**
   * `income` is dividends and interest, `charge` a fee booked by itself, `exchange` a corporate action that takes
   * shares away or brings others.
   */
  readonly nature: 'trade' | 'income' | 'charge' | 'exchange'
  /** Signed change of the position. */
  readonly quantity: Decimal | null
  readonly netCents: bigint
  /** Fees in the net amount, as a positive amount. */
  readonly feeCents: bigint
  /** What it paid in, or out where negative: cash, or shares at the close of the day with what came with them. */
  readonly paymentCents: bigint
}

export interface CloseLine {
  readonly kind: LineKind
  /** Empty unless it is the line of an instrument. */
  readonly symbol: string
  /** The side that the line was on; false for lines of no instrument. */
  readonly isShort: boolean
  readonly quantity: Decimal | null
  /** Market value at the close before, and at this one. */
  readonly beforeCents: bigint
  readonly valueCents: bigint
  /** Signed cash of its transactions; value that an exchange moves to another line counts like cash. */
  readonly netCents: bigint
  /** The parts of its profit. */
  readonly priceCents: bigint
  readonly incomeCents: bigint
  /** Negative where fees were paid. */
  readonly feeCents: bigint
}

export const profitOfLine = ({
  priceCents,
  incomeCents,
  feeCents,
}: Pick<CloseLine, 'priceCents' | 'incomeCents' | 'feeCents'>): bigint => priceCents + incomeCents + feeCents

export interface CloseToAttribute {
  /** Null at the first close of an account: nothing was earned before it. */
  readonly before: LineContents | null
  readonly now: LineContents
  readonly bookings: readonly AttributedBooking[]
}

/**
 * Returns the lines of a close: one for each instrument held at one of the two closes or booked in between, Cash, and
 * what nothing explains unless it is zero. Example: short 10 at 50.00 with a commission of 1.00, a dividend of 0.30 a
 * share to pay, closing at 48.00: profit 16.00, of which price 20.00, income -3.00 and fees -1.00. Source:
 * docs/rules/attribution.md, "Lines of a close".
 */
export function attributeClose({ before, now, bookings }: CloseToAttribute): CloseLine[] {
  if (before === null) return openingLines(now)
  const carried = carryExchanged({ before, now, bookings })
  const symbols = new Set([...before.positions.keys(), ...now.positions.keys()])
  const bySymbol = new Map<string, AttributedBooking[]>()
  for (const booking of bookings) {
    if (booking.symbol === null) continue
    symbols.add(booking.symbol)
    const own = bySymbol.get(booking.symbol)
    if (own) own.push(booking)
    else bySymbol.set(booking.symbol, [booking])
  }
  const instruments = [...symbols].sort().map((symbol) =>
    instrumentLine(symbol, {
      held: before.positions.get(symbol),
      now: now.positions.get(symbol),
      bookings: bySymbol.get(symbol) ?? [],
      carriedCents: carried.get(symbol) ?? 0n,
    }),
  )
  const cash = cashLine(
    before,
    now,
    bookings.filter(({ symbol }) => symbol === null),
  )
  const lines = [...instruments, cash]
  const paid = bookings.reduce((sum, { paymentCents }) => sum + paymentCents, 0n)
  const explained = lines.reduce((sum, line) => sum + profitOfLine(line), 0n)
  const rest = now.statedCents - before.statedCents - paid - explained
  return rest === 0n ? lines : [...lines, { ...fixedLine('NOT_EXPLAINED'), priceCents: rest }]
}

const fixedLine = (kind: 'CASH' | 'NOT_EXPLAINED'): CloseLine => ({
  kind,
  symbol: '',
  isShort: false,
  quantity: null,
  beforeCents: 0n,
  valueCents: 0n,
  netCents: 0n,
  priceCents: 0n,
  incomeCents: 0n,
  feeCents: 0n,
})

const openingLines = (now: LineContents): CloseLine[] => [
  ...[...now.positions].map(([symbol, { quantity, valueCents }]) => ({
    ...fixedLine('CASH'),
    kind: 'INSTRUMENT' as const,
    symbol,
    isShort: quantity.isNegative(),
    quantity,
    beforeCents: valueCents,
    valueCents,
  })),
  { ...fixedLine('CASH'), beforeCents: now.cashCents, valueCents: now.cashCents },
]

interface InstrumentFacts {
  readonly held: LinePosition | undefined
  readonly now: LinePosition | undefined
  readonly bookings: readonly AttributedBooking[]
  readonly carriedCents: bigint
}

function instrumentLine(symbol: string, { held, now, bookings, carriedCents }: InstrumentFacts): CloseLine {
  const { cashCents, incomeCents, feeCents } = sumBookings(bookings)
  const beforeCents = held?.valueCents ?? 0n
  const valueCents = now?.valueCents ?? 0n
  const netCents = cashCents + carriedCents
  const first = held?.quantity ?? now?.quantity ?? bookings.find(({ quantity }) => quantity !== null)?.quantity
  return {
    kind: 'INSTRUMENT',
    symbol,
    isShort: first?.isNegative() ?? false,
    quantity: now?.quantity ?? null,
    beforeCents,
    valueCents,
    netCents,
    priceCents: valueCents - beforeCents + netCents - incomeCents - feeCents,
    incomeCents,
    feeCents,
  }
}

function cashLine(before: LineContents, now: LineContents, bookings: readonly AttributedBooking[]): CloseLine {
  const { cashCents, incomeCents, feeCents } = sumBookings(bookings)
  return {
    ...fixedLine('CASH'),
    beforeCents: before.cashCents,
    valueCents: now.cashCents,
    netCents: cashCents,
    priceCents: cashCents - incomeCents - feeCents,
    incomeCents,
    feeCents,
  }
}

/** A payment earns nothing: what it brought is not part of the cash of its line. */
function sumBookings(bookings: readonly AttributedBooking[]) {
  let [cashCents, incomeCents, feeCents] = [0n, 0n, 0n]
  for (const booking of bookings) {
    cashCents += booking.netCents - booking.paymentCents
    if (booking.paymentCents !== 0n) continue
    const fee = booking.nature === 'charge' ? -booking.netCents : booking.feeCents
    feeCents -= fee
    if (booking.nature === 'income') incomeCents += booking.netCents + fee
  }
  return { cashCents, incomeCents, feeCents }
}
