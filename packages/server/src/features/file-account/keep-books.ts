// Turns the lines of statements, in order, into what an account has: its bookings in its own currency, positions at
// average cost, cash, and its value at every session. Pure: rates and prices are arguments.
import {
  type AccountDay,
  changeHolding,
  type ClosingPrice,
  type Holding,
  type LineFate,
  type MarketDay,
  sessionOnOrAfter,
  valueAccountDay,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { TransactionKind } from '../../adapters/broker/broker-words.ts'
import { isCorporateAction, isDelivery } from '../account/movement-kind.ts'
import type { CodeOf, CountedLine } from './counted-line.ts'
import type { RateOf } from './rate-table.ts'

/** A booking as `account_transaction` has it. */
export interface LineBooking {
  readonly brokerId: string
  readonly statementId: string
  readonly occurredMs: number
  /** The session at whose close the fund deals it. */
  readonly day: MarketDay
  readonly tradeDate: MarketDay
  readonly kind: string
  readonly description: string
  readonly symbol: string | null
  readonly assetType: string | null
  readonly multiplier: number
  readonly quantity: string | null
  readonly price: string | null
  readonly netCents: bigint
  readonly feeCents: bigint
  /** What came from outside, or left; null for everything that happens inside the account. */
  readonly movementCents: bigint | null
}

export interface BookedHolding extends Holding {
  readonly assetType: string
  readonly name: string | null
}

export interface BooksOptions {
  /** Of the account. */
  readonly currency: string
  readonly rateOf: RateOf
  readonly codeOf: CodeOf
  readonly closeOf: ClosingPrice
  /** The sessions to value, in order. */
  readonly sessions: readonly MarketDay[]
  /** No booking is later than this session. */
  readonly today: MarketDay
  /** Days at whose end the sums are kept, in order. */
  readonly snapshotDays?: readonly MarketDay[]
  /** Accepted differences: what the account holds beside its lines. */
  readonly accepted?: { readonly cashCents: bigint; readonly quantities: ReadonlyMap<string, Decimal> }
}

/** A line that lacks the rate of its currency: it counts in no figure of the account. */
export interface WaitingLine {
  readonly currency: string
  readonly day: MarketDay
}

/** What all lines up to a day add up to, those that wait included: cash in its own currency, and quantities. */
export interface LineSums {
  readonly cash: ReadonlyMap<string, Decimal>
  readonly quantities: ReadonlyMap<string, Decimal>
}

export interface Books extends LineSums {
  /** Books the next line; returns nothing for a line that waits or belongs to the next one. */
  take(line: CountedLine): readonly LineBooking[]
  /** Values the remaining sessions. */
  finish(): readonly LineBooking[]
  readonly closes: readonly AccountDay[]
  readonly holdings: ReadonlyMap<string, BookedHolding>
  readonly cashCents: bigint
  readonly snapshots: ReadonlyMap<MarketDay, LineSums>
  readonly names: ReadonlyMap<string, string>
  readonly waiting: readonly WaitingLine[]
}

/** With kinds of our own for what happens inside the account. */
type FateKind = TransactionKind | 'FEE' | 'TAX' | 'EXCHANGE'

const kinds: Readonly<Record<Exclude<LineFate, 'ignored' | 'unread'>, FateKind>> = {
  trade: 'TRADE',
  deposit: 'CASH_RECEIPT',
  withdrawal: 'CASH_DISBURSEMENT',
  dividend: 'DIVIDEND_OR_INTEREST',
  interest: 'DIVIDEND_OR_INTEREST',
  fee: 'FEE',
  tax: 'TAX',
  split: 'RECEIVE_AND_DELIVER',
  merger: 'RECEIVE_AND_DELIVER',
  delivery: 'RECEIVE_AND_DELIVER',
  exchange: 'EXCHANGE',
}

const Exact = Decimal.clone({ precision: 60 })
const zero = new Exact(0)
const exact = (text: string | null): Decimal => new Exact(text ?? 0)
const centsOf = (amount: Decimal): bigint =>
  BigInt(amount.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))
const isMoneyMovement = (fate: LineFate): boolean => fate === 'deposit' || fate === 'withdrawal'

export function keepBooks(options: BooksOptions): Books {
  const { currency, rateOf, codeOf, closeOf, sessions, today, accepted } = options
  const holdings = new Map<string, BookedHolding>()
  const cash = new Map<string, Decimal>()
  const quantities = new Map<string, Decimal>()
  const names = new Map<string, string>()
  const waiting: WaitingLine[] = []
  const closes: AccountDay[] = []
  let cashCents = accepted?.cashCents ?? 0n
  /** The exact amount of what `cashCents` has in whole cents, without accepted cash and money movements. */
  let exactInside: Decimal = zero
  let bookedInside = 0n
  const snapshots = new Map<MarketDay, LineSums>()
  const snapshotDays = [...(options.snapshotDays ?? [])]
  let nextSession = 0
  /** Cash and shares of one merger come on separate lines of a day. */
  let mergers: CountedLine[] = []

  const first = sessions[0]
  if (accepted !== undefined && accepted.cashCents !== 0n)
    cash.set(currency, new Exact(accepted.cashCents.toString()).div(100))
  for (const [symbol, quantity] of accepted?.quantities ?? []) {
    if (quantity.isZero()) continue
    quantities.set(symbol, quantity)
    const close = first === undefined ? undefined : closeOf(symbol, first)
    holdings.set(symbol, {
      quantity,
      cost: (close ?? zero).times(quantity),
      multiplier: 1,
      assetType: 'EQUITY',
      name: null,
    })
  }

  const closeBefore = (day: MarketDay): void => {
    for (let session = sessions[nextSession]; session !== undefined && session < day; session = sessions[++nextSession])
      closes.push(valueAccountDay({ day: session, cashCents, holdings }, closeOf))
  }

  /** Keeps the sums of the days that are over when a line of `day` comes; of all with the last line. */
  const keepSums = (day: MarketDay | null): void => {
    const open = day === null ? -1 : snapshotDays.findIndex((due) => due >= day)
    const over = snapshotDays.splice(0, open < 0 ? snapshotDays.length : open)
    for (const due of over) snapshots.set(due, { cash: new Map(cash), quantities: new Map(quantities) })
  }

  /** Returns an amount in the currency of the account; undefined where no rate is known. */
  const convert = (amount: Decimal, line: CountedLine): Decimal | undefined => {
    if (line.currency === currency || amount.isZero()) return amount
    if (line.rate !== null && line.priceCurrency === currency && !exact(line.rate).isZero())
      return amount.div(exact(line.rate))
    const rate = rateOf(line.currency, line.day)
    return rate === undefined ? undefined : amount.times(rate)
  }

  const bookInside = (amount: Decimal): bigint => {
    if (amount.isZero()) return 0n
    exactInside = exactInside.plus(amount)
    const due = centsOf(exactInside) - bookedInside
    bookedInside += due
    return due
  }

  const note = (line: CountedLine, symbol: string | null, quantity: Decimal): void => {
    const amount = exact(line.amount)
    if (!amount.isZero()) cash.set(line.currency, (cash.get(line.currency) ?? zero).plus(amount))
    if (symbol === null) return
    if (!quantity.isZero()) quantities.set(symbol, (quantities.get(symbol) ?? zero).plus(quantity))
    if (line.name !== null) names.set(symbol, line.name)
  }

  const book = (line: CountedLine): readonly LineBooking[] => {
    if (line.fate === 'ignored' || line.fate === 'unread') return []
    const symbol = codeOf(line)
    const held = symbol === null ? undefined : holdings.get(symbol)
    const quantity = quantityOf(line, held?.quantity ?? zero)
    note(line, symbol, quantity)
    const amount = convert(exact(line.amount), line)
    const charges = convert(exact(line.fee).plus(line.fate === 'trade' ? exact(line.tax) : zero), line)
    if (amount === undefined || charges === undefined) {
      waiting.push({ currency: line.currency, day: line.day })
      return []
    }
    const netCents = isMoneyMovement(line.fate) ? centsOf(amount) : bookInside(amount)
    cashCents += netCents
    const feeCents = line.fate === 'fee' ? negative(netCents) : centsOf(charges)
    const day = sessionOf(line.day, today)
    const described = {
      kind: line.fate === 'tax' && symbol !== null ? 'DIVIDEND_OR_INTEREST' : kinds[line.fate],
      description: describe(line, symbol, quantity),
    } as const
    const isSecurity = symbol !== null && !quantity.isZero()
    const price = isSecurity ? priceOf(line, { quantity, gross: amount.plus(charges) }) : null
    if (isSecurity) move(line, symbol, { quantity, price, day, amount, charges, described })
    return [
      {
        brokerId: idOf(line),
        statementId: line.statementId,
        occurredMs: line.occurredMs,
        day,
        tradeDate: line.day,
        ...described,
        symbol,
        assetType: symbol === null ? null : (line.assetType ?? 'EQUITY'),
        multiplier: line.multiplier,
        quantity: isSecurity ? quantity.toFixed() : null,
        price: price?.toFixed() ?? null,
        netCents,
        feeCents,
        movementCents: movementOf(line, symbol, { quantity, price, day, netCents, described }),
      },
    ]
  }

  /** Returns the price of one share in the currency of the account. */
  const priceOf = (
    line: CountedLine,
    { quantity, gross }: { readonly quantity: Decimal; readonly gross: Decimal },
  ): Decimal | null => {
    if (line.price !== null && (line.priceCurrency ?? currency) === currency) return exact(line.price)
    if (!gross.isZero()) return gross.neg().div(quantity).div(line.multiplier).toDecimalPlaces(10)
    const rate = line.price === null || line.priceCurrency === null ? undefined : rateOf(line.priceCurrency, line.day)
    return rate === undefined || line.price === null ? null : exact(line.price).times(rate).toDecimalPlaces(10)
  }

  interface Move {
    readonly quantity: Decimal
    readonly price: Decimal | null
    readonly day: MarketDay
    readonly amount: Decimal
    readonly charges: Decimal
    readonly described: { readonly kind: FateKind; readonly description: string }
  }

  const move = (
    line: CountedLine,
    symbol: string,
    { quantity, price, day, amount, charges, described }: Move,
  ): void => {
    const before = holdings.get(symbol) ?? {
      quantity: zero,
      cost: zero,
      multiplier: line.multiplier,
      assetType: line.assetType ?? 'EQUITY',
      name: null,
    }
    // The same rule as for a connected account: a trade costs its price, a corporate action leaves the cost, and a
    // delivery without a price costs the close of its day.
    const delivered = price ?? (amount.isZero() ? closeOf(symbol, day) : undefined)
    const cost = isCorporateAction(described)
      ? null
      : delivered === undefined
        ? amount.plus(charges).neg()
        : delivered.times(quantity).times(line.multiplier)
    holdings.set(symbol, {
      ...before,
      ...changeHolding(before, quantity, cost),
      assetType: line.assetType ?? before.assetType,
      name: line.name ?? before.name,
    })
  }

  const movementOf = (
    line: CountedLine,
    symbol: string | null,
    facts: Pick<Move, 'quantity' | 'price' | 'day' | 'described'> & { readonly netCents: bigint },
  ): bigint | null => {
    if (isMoneyMovement(line.fate)) return facts.netCents
    if (symbol === null || facts.quantity.isZero() || !isDelivery(facts.described)) return null
    const close = closeOf(symbol, facts.day) ?? facts.price ?? undefined
    const value = close === undefined ? 0n : centsOf(close.times(facts.quantity).times(line.multiplier))
    return value + facts.netCents === 0n ? null : value + facts.netCents
  }

  const bookMergers = (): readonly LineBooking[] => {
    const due = joinMergers(mergers, codeOf)
    mergers = []
    return due.flatMap(book)
  }

  return {
    take(line) {
      const before = mergers[0] !== undefined && mergers[0].day < line.day ? bookMergers() : []
      closeBefore(sessionOf(line.day, today))
      keepSums(line.day)
      if (line.fate !== 'merger') return [...before, ...book(line)]
      mergers.push(line)
      return before
    },
    finish() {
      const rest = bookMergers()
      keepSums(null)
      for (let session = sessions[nextSession]; session !== undefined; session = sessions[++nextSession])
        closes.push(valueAccountDay({ day: session, cashCents, holdings }, closeOf))
      return rest
    },
    closes,
    holdings,
    get cashCents() {
      return cashCents
    },
    cash,
    quantities,
    snapshots,
    names,
    waiting,
  }
}

const negative = (cents: bigint): bigint => (cents < 0n ? -cents : 0n)

export const sessionOf = (day: MarketDay, today: MarketDay): MarketDay => {
  if (day >= today) return today
  const session = sessionOnOrAfter(day)
  return session > today ? today : session
}

/** A split may state its ratio only: then it changes what is held by it. */
function quantityOf({ fate, quantity, ratioFrom, ratioTo }: CountedLine, held: Decimal): Decimal {
  if (quantity !== null) return exact(quantity)
  if (fate !== 'split' || ratioFrom === null || ratioTo === null || exact(ratioFrom).isZero()) return zero
  return held.times(exact(ratioTo)).div(exact(ratioFrom)).minus(held)
}

/** Joins the cash of a merger with the shares that it was paid for. */
function joinMergers(lines: readonly CountedLine[], codeOf: CodeOf): readonly CountedLine[] {
  const left = [...lines]
  const joined: CountedLine[] = []
  for (let line = left.shift(); line !== undefined; line = left.shift()) {
    const taken = line
    const hasCash = !exact(taken.amount).isZero()
    const hasShares = taken.quantity !== null && !exact(taken.quantity).isZero()
    const other = left.findIndex(
      (one) =>
        hasCash !== hasShares &&
        codeOf(one) === codeOf(taken) &&
        !exact(one.amount).isZero() === hasShares &&
        (one.quantity !== null && !exact(one.quantity).isZero()) === hasCash,
    )
    const [part] = other < 0 ? [] : left.splice(other, 1)
    if (part === undefined) {
      joined.push(taken)
      continue
    }
    const [paid, moved] = hasCash ? [taken, part] : [part, taken]
    joined.push({
      ...moved,
      amount: paid.amount,
      currency: paid.currency,
      fee: paid.fee,
      tax: paid.tax,
      rate: paid.rate,
    })
  }
  return joined
}

/** The reference of the brokerage makes a booking recognisable; the fingerprint makes it unique. */
function idOf({ reference, fingerprint }: CountedLine): string {
  const [hash = '', ordinal = '0'] = fingerprint.split('.')
  const mark = hash.replaceAll(/[-_]/g, '')
  if (reference !== null) return `${reference.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 40)}-${mark.slice(0, 6)}`
  return ordinal === '0' ? mark.slice(0, 14) : `${mark.slice(0, 14)}-${ordinal}`
}

const corporateWords = /\b(split|merger|spin|spun|reorgani[sz]ation|exchange|name change|conversion)/i
const longestDescription = 500

/**
 * The words decide what a delivery of shares is (movement-kind.ts), so they follow the fate of the line: a split and a
 * merger say so, a delivery says neither. A tax says that it is one.
 */
function describe(line: CountedLine, symbol: string | null, quantity: Decimal): string {
  const words = line.description.trim() || symbol || line.fate
  if (line.fate === 'split') {
    const ratio = line.ratioFrom === null || line.ratioTo === null ? '' : ` ${line.ratioTo} for ${line.ratioFrom}`
    return `Split${ratio}: ${symbol ?? words}`.slice(0, longestDescription)
  }
  // A tax on a dividend is booked as one, so only its words say that it was tax.
  if (line.fate === 'tax' && !/\b(tax(es)?|withheld|withholding)\b/i.test(words))
    return `Tax withheld: ${words}`.slice(0, longestDescription)
  if (line.fate === 'merger') return `Merger: ${words.replaceAll(/split/gi, '')}`.slice(0, longestDescription)
  if (line.fate === 'delivery' && corporateWords.test(words))
    return `Delivery of ${quantity.toFixed()} ${symbol ?? ''}`.trim()
  return words.slice(0, longestDescription)
}
