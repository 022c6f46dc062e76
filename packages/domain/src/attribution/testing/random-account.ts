// A random account from session to session, kept in the simplest way: what it holds, what it is worth, and what was
// booked. What the brokerage states beyond that is noted apart, so that tests know it.
import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { toCents, toMarketDay, type MarketDay } from '../../kind.ts'
import { decimalFraction, fraction } from '../../money/fraction.ts'
import type { LotEvent } from '../../trade/lot.ts'
import type { AttributedBooking, LineContents } from '../close-line.ts'

const deeds = [
  'buy',
  'buy',
  'sell',
  'sell',
  'dividend',
  'split',
  'rename',
  'exercise',
  'interest',
  'charge',
  'pay-in',
  'pay-out',
  'deliver',
  'correct',
] as const

export interface Deed {
  readonly deed: (typeof deeds)[number]
  readonly which: number
  readonly size: number
}

/** For each session, what happens before its close, and how prices move. */
export type AccountSeed = readonly { readonly deeds: readonly Deed[]; readonly luck: readonly number[] }[]

export const accountSeeds: fc.Arbitrary<AccountSeed> = fc.array(
  fc.record({
    deeds: fc.array(
      fc.record({ deed: fc.constantFrom(...deeds), which: fc.nat(3), size: fc.integer({ min: 1, max: 60 }) }),
      { maxLength: 4 },
    ),
    luck: fc.array(fc.integer({ min: -90, max: 100 }), { minLength: 4, maxLength: 4 }),
  }),
  { minLength: 2, maxLength: 12 },
)

interface Instrument {
  symbol: string
  readonly multiplier: number
  quantity: Decimal
  /** Cents of one share. */
  priceCents: Decimal
  readonly events: LotEvent[]
  /** Its lots say nothing about its line: a delivery or an exchange has moved its cost elsewhere. */
  isBroken: boolean
}

export interface PlayedClose {
  readonly day: MarketDay
  readonly now: LineContents
  readonly bookings: readonly AttributedBooking[]
  /** What the brokerage states at this close beyond what it stated at the one before, without a booking. */
  readonly unexplainedCents: bigint
  readonly paidCents: bigint
}

export interface PlayedAccount {
  readonly opening: LineContents
  readonly closes: readonly PlayedClose[]
  /** By symbol: events of its lots, and the market value at the end; without those whose cost was moved. */
  readonly lots: ReadonlyMap<string, { readonly events: readonly LotEvent[]; readonly valueCents: bigint }>
}

const dayAt = (index: number): MarketDay =>
  toMarketDay(new Date(Date.UTC(2026, 2, 2 + index)).toISOString().slice(0, 10))

export function playAccount(seed: AccountSeed): PlayedAccount {
  const account = new RandomAccount()
  const opening = account.contents()
  const closes = seed.map(({ deeds: own, luck }, index) => account.play(dayAt(index + 1), own, luck))
  return { opening, closes, lots: account.lots() }
}

class RandomAccount {
  private cashCents = 1_000_000n
  private statedBeyond = 0n
  private renamed = 0
  private bookings: AttributedBooking[] = []
  private sequence = 0
  private readonly instruments: Instrument[] = ['AAA', 'BBB', 'CCC', 'AAA   260320C00050000'].map((symbol, index) => ({
    symbol,
    multiplier: index === 3 ? 100 : 1,
    quantity: new Decimal(0),
    priceCents: new Decimal([5_000, 12_345.5, 333.33, 250][index]!),
    events: [],
    isBroken: false,
  }))
  private readonly gone: Instrument[] = []

  contents(): LineContents {
    const positions = new Map(
      this.instruments
        .filter(({ quantity }) => !quantity.isZero())
        .map((one) => [one.symbol, { quantity: one.quantity, valueCents: valueOf(one) }]),
    )
    const held = [...positions.values()].reduce((sum, { valueCents }) => sum + valueCents, 0n)
    return { statedCents: this.cashCents + held + this.statedBeyond, cashCents: this.cashCents, positions }
  }

  play(day: MarketDay, own: readonly Deed[], luck: readonly number[]): PlayedClose {
    const beyond = this.statedBeyond
    this.bookings = []
    // A delivery is worth the close of the day, so prices move first.
    for (const [index, one] of this.instruments.entries())
      one.priceCents = one.priceCents
        .times(1000 + luck[index]!)
        .div(1000)
        .toDecimalPlaces(2)
    for (const deed of own) this.perform(day, deed)
    return {
      day,
      now: this.contents(),
      bookings: this.bookings,
      unexplainedCents: this.statedBeyond - beyond,
      paidCents: this.bookings.reduce((sum, { paymentCents }) => sum + paymentCents, 0n),
    }
  }

  lots(): PlayedAccount['lots'] {
    return new Map(
      [...this.instruments, ...this.gone]
        .filter(({ isBroken }) => !isBroken)
        .map((one) => [one.symbol, { events: one.events, valueCents: valueOf(one) }]),
    )
  }

  private perform(day: MarketDay, { deed, which, size }: Deed): void {
    const one = this.instruments[which]!
    const amount = BigInt(size) * 137n
    if (deed === 'buy') this.trade(day, one, new Decimal(size))
    else if (deed === 'sell') this.trade(day, one, new Decimal(-size))
    else if (deed === 'dividend') {
      const cents = BigInt(one.quantity.times(size).toDecimalPlaces(0).toFixed())
      this.book({ symbol: one.symbol, nature: 'income', netCents: cents })
    } else if (deed === 'split') this.split(day, one)
    else if (deed === 'rename') this.rename(one)
    else if (deed === 'exercise') this.exercise(day)
    else if (deed === 'interest') this.book({ symbol: null, nature: 'income', netCents: amount })
    else if (deed === 'charge') this.book({ symbol: null, nature: 'charge', netCents: -amount })
    else if (deed === 'pay-in') this.book({ symbol: null, netCents: amount * 100n, paymentCents: amount * 100n })
    else if (deed === 'pay-out') this.book({ symbol: null, netCents: -amount, paymentCents: -amount })
    else if (deed === 'deliver') this.deliver(one, new Decimal(size))
    else this.statedBeyond += which % 2 === 0 ? amount : -amount
  }

  private trade(day: MarketDay, one: Instrument, quantity: Decimal, fee = 65n): void {
    // Traded a little beside the close.
    const price = one.priceCents.times(999).div(1000)
    const gross = wholeCents(price.times(quantity).times(one.multiplier).neg())
    this.note(day, one, quantity, gross, fee)
    this.book({ symbol: one.symbol, quantity, netCents: gross - fee, feeCents: fee })
  }

  private note(day: MarketDay, one: Instrument, quantity: Decimal, gross: bigint, fee: bigint): void {
    one.quantity = one.quantity.plus(quantity)
    one.events.push({
      id: String((this.sequence += 1)),
      day,
      kind: 'TRADE',
      quantity: decimalFraction(quantity.toFixed()),
      grossCents: toCents(gross),
      feeCents: toCents(fee),
    })
  }

  private split(day: MarketDay, one: Instrument): void {
    if (one.quantity.isZero() || one.multiplier !== 1) return
    const more = one.quantity
    one.quantity = one.quantity.times(2)
    one.priceCents = one.priceCents.div(2)
    one.events.push({
      id: String((this.sequence += 1)),
      day,
      kind: 'SPLIT',
      factor: fraction(2n),
      quantity: decimalFraction(more.toFixed()),
      cashCents: toCents(0n),
    })
    this.book({ symbol: one.symbol, quantity: more })
  }

  private rename(one: Instrument): void {
    if (one.quantity.isZero() || one.multiplier !== 1 || this.bookings.some(({ symbol }) => symbol === one.symbol))
      return
    if (this.bookings.some(({ nature }) => nature === 'exchange')) return
    const symbol = `${one.symbol.slice(0, 3)}${(this.renamed += 1)}`
    this.book({ symbol: one.symbol, nature: 'exchange', quantity: one.quantity.neg() })
    this.book({ symbol, nature: 'exchange', quantity: one.quantity })
    this.gone.push({ ...one, quantity: new Decimal(0), isBroken: true })
    this.instruments[this.instruments.indexOf(one)] = { ...one, symbol, events: [], isBroken: true }
  }

  /** Long calls become shares at the strike price; short ones deliver them. */
  private exercise(day: MarketDay): void {
    const [shares, option] = [this.instruments[0]!, this.instruments[3]!]
    const { quantity } = option
    if (quantity.isZero()) return
    this.note(day, option, quantity.neg(), 0n, 0n)
    this.book({ symbol: option.symbol, quantity: quantity.neg() })
    const delivered = quantity.times(100)
    const gross = wholeCents(delivered.times(-5_000))
    this.note(day, shares, delivered, gross, 0n)
    this.book({ symbol: shares.symbol, quantity: delivered, netCents: gross })
  }

  private deliver(one: Instrument, quantity: Decimal): void {
    if (one.multiplier !== 1) return
    const before = valueOf(one)
    one.quantity = one.quantity.plus(quantity)
    one.isBroken = true
    this.book({ symbol: one.symbol, quantity, paymentCents: valueOf(one) - before })
  }

  private book(booking: Partial<AttributedBooking> & Pick<AttributedBooking, 'symbol'>): void {
    const whole = { nature: 'trade', quantity: null, netCents: 0n, feeCents: 0n, paymentCents: 0n, ...booking } as const
    this.cashCents += whole.netCents
    this.bookings.push(whole)
  }
}

const valueOf = ({ quantity, priceCents, multiplier }: Instrument): bigint =>
  wholeCents(quantity.times(priceCents).times(multiplier))

const wholeCents = (cents: Decimal): bigint => BigInt(cents.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))
