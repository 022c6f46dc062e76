// Judges an opening order by the limits of its account: what each limit holds before and after the order, what breaks
// it, and how much would fit. Orders that open nothing, and those that lower the heat, always pass.
// Source: docs/rules/trading.md, "Limits"; docs/decisions/0073-limits-that-hold.md.
import { Decimal } from 'decimal.js'
import { underlyingOf } from '../order/option-code.ts'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { type AccountLimits, hasHeatLimit, isAllowedSymbol, type LimitKind } from './account-limits.ts'
import { type LimitBook, lowersHeat, measureBook, type PositionUse, totalHeat } from './limit-book.ts'
import { type OrderOpening, openingUnit, scaleOpening } from './order-opening.ts'

/** Figures that a limit has on one side and its use on the other. */
export const limitMeasures = [
  'dailyLoss',
  'openHeat',
  'openHeatPercent',
  'largestPosition',
  'largestPositionPercent',
  'openPositions',
] as const
export type LimitMeasure = (typeof limitMeasures)[number]

export interface MeasuredLimit {
  readonly measure: LimitMeasure
  /** Dollars, percent, or a number of positions. */
  readonly used: Decimal
  readonly limit: Decimal
  /** Of `largestPosition`: the position it is about. */
  readonly code: string | null
}

export interface LimitBreach {
  readonly kind: LimitKind
  readonly text: string
  /** How much of the order would fit; null where its quantity does not matter. */
  readonly fits: Decimal | null
}

/** The day so far. */
export interface LimitDay {
  /** Dollars lost since the last close, negative for a gain; null while unknown. */
  readonly loss: Decimal | null
  /** The daily loss was reached on this market day: no entries until the next session. */
  readonly isStopped: boolean
}

const money = (value: Decimal): string => formatMoney(value.toFixed(2))
const percent = (value: Decimal): string => `${value.toFixed(2)}%`
const zero = new Decimal(0)

const inPercent = (value: Decimal, whole: Decimal): Decimal | null =>
  whole.greaterThan(0) ? value.div(whole).times(100) : null

/**
 * Returns the use of every limit that is set; of the position sizes, that of `code` or else of the largest position.
 */
export function limitUses(limits: AccountLimits, book: LimitBook, day: LimitDay, code?: string): MeasuredLimit[] {
  const uses = measureBook(book, limits.heatWithoutStop)
  const largest = code === undefined ? largestOf(uses) : ([underlyingOf(code), sizeOf(uses, code)] as const)
  const figures: Readonly<Record<LimitMeasure, Decimal | null>> = {
    dailyLoss: day.loss === null ? null : Decimal.max(zero, day.loss),
    openHeat: totalHeat(uses),
    openHeatPercent: inPercent(totalHeat(uses), book.accountValue),
    largestPosition: largest[1],
    largestPositionPercent: inPercent(largest[1], book.accountValue),
    openPositions: new Decimal(uses.size),
  }
  return limitMeasures.flatMap((measure): MeasuredLimit[] => {
    const limit = limits[measure]
    const used = figures[measure]
    if (limit === null || used === null) return []
    const isOfOne = measure === 'largestPosition' || measure === 'largestPositionPercent'
    return [{ measure, used, limit: new Decimal(limit), code: isOfOne ? largest[0] : null }]
  })
}

const sizeOf = (uses: ReadonlyMap<string, PositionUse>, code: string): Decimal =>
  uses.get(underlyingOf(code))?.size ?? zero

function largestOf(uses: ReadonlyMap<string, PositionUse>): readonly [string | null, Decimal] {
  return [...uses].reduce<readonly [string | null, Decimal]>(
    (largest, [code, { size }]) => (size.greaterThan(largest[1]) ? [code, size] : largest),
    [null, zero],
  )
}

/** An order that is judged, and the one whose place it takes. */
export interface JudgedOpening {
  readonly opening: OrderOpening
  /** What the replaced order still opens; null for a new order. */
  readonly replaced: OrderOpening | null
}

/**
 * Returns what an opening breaks. `book` contains neither it nor what it replaces. A change that raises no figure of a
 * limit passes it, also where the account is past the limit already. Example: heat 1,150.00 with 100 more shares at a
 * risk of 2.50 in an account with an open heat of 1,250.00: "Heat would be $1,400.00; the limit is $1,250.00. At most
 * 40 shares fit."
 */
export function judgeLimits(
  limits: AccountLimits,
  book: LimitBook,
  { opening, replaced }: JudgedOpening,
  day: LimitDay,
): LimitBreach[] {
  const withEntry = (entry: OrderOpening): ReadonlyMap<string, PositionUse> =>
    measureBook({ ...book, entries: [...book.entries, entry] }, limits.heatWithoutStop)
  const without = measureBook(book, limits.heatWithoutStop)
  const before = replaced === null ? without : withEntry(replaced)
  const measure = (quantity: Decimal): ReadonlyMap<string, PositionUse> =>
    quantity.isZero() ? without : withEntry(scaleOpening(opening, quantity))
  const after = measure(opening.quantity)
  const found: LimitBreach[] = []
  if (replaced === null && !opening.legs.every(({ symbol }) => isAllowedSymbol(limits, symbol)))
    found.push({ kind: 'symbols', fits: null, text: symbolText(limits, opening.underlying) })
  if (lowersHeat(book, opening, limits.heatWithoutStop)) return found
  const isNoLarger =
    replaced !== null &&
    totalHeat(after).lessThanOrEqualTo(totalHeat(before)) &&
    sizeOf(after, opening.underlying).lessThanOrEqualTo(sizeOf(before, opening.underlying))
  if (!isNoLarger) found.push(...dayBreaches(limits, day))
  if (limits.openPositions !== null && after.size > limits.openPositions && after.size > before.size)
    found.push({
      kind: 'openPositions',
      fits: null,
      text:
        `With ${opening.underlying} there would be ${after.size} open positions; the limit of this account is ` +
        `${limits.openPositions}, working entries included.`,
    })
  if (opening.price === null && needsPrice(limits)) {
    found.push({
      kind: hasHeatLimit(limits) ? 'openHeat' : 'largestPosition',
      fits: null,
      text: `There is no price for ${opening.underlying} to measure this order by. Use an order with a price.`,
    })
    return found
  }
  const unit = openingUnit(opening)
  const checks: readonly Check[] = [
    {
      kind: 'openHeat',
      name: 'Heat',
      limit: limits.openHeat,
      of: (uses) => totalHeat(uses),
      format: money,
    },
    {
      kind: 'openHeat',
      name: 'Heat',
      limit: limits.openHeatPercent,
      of: (uses) => inPercent(totalHeat(uses), book.accountValue),
      format: (value) => `${percent(value)} of the account value`,
    },
    {
      kind: 'largestPosition',
      name: `The position in ${opening.underlying}`,
      limit: limits.largestPosition,
      of: (uses) => sizeOf(uses, opening.underlying),
      format: money,
    },
    {
      kind: 'largestPosition',
      name: `The position in ${opening.underlying}`,
      limit: limits.largestPositionPercent,
      of: (uses) => inPercent(sizeOf(uses, opening.underlying), book.accountValue),
      format: (value) => `${percent(value)} of the account value`,
    },
  ]
  for (const { kind, name, limit, of, format } of checks) {
    const figure = of(after)
    if (limit === null || (figure !== null && !figure.greaterThan(limit))) continue
    const earlier = replaced === null ? null : of(before)
    if (figure !== null && earlier !== null && figure.lessThanOrEqualTo(earlier)) continue
    const holds = (quantity: Decimal): boolean => of(measure(quantity))?.lessThanOrEqualTo(limit) ?? false
    const fits = mostThatFits(opening.quantity, holds)
    found.push({
      kind,
      fits,
      text:
        figure === null
          ? `${name} cannot be measured: the account has no value.`
          : `${name} would be ${format(figure)}; the limit is ${format(limit)}. ${fitText(fits, unit)}`,
    })
  }
  return found
}

interface Check {
  readonly kind: LimitKind
  readonly name: string
  readonly limit: Decimal | null
  readonly of: (uses: ReadonlyMap<string, PositionUse>) => Decimal | null
  readonly format: (value: Decimal) => string
}

const needsPrice = (limits: AccountLimits): boolean =>
  hasHeatLimit(limits) || limits.largestPosition !== null || limits.largestPositionPercent !== null

function dayBreaches({ dailyLoss }: AccountLimits, { loss, isStopped }: LimitDay): LimitBreach[] {
  if (dailyLoss === null && !isStopped) return []
  const isOver = dailyLoss !== null && loss !== null && loss.greaterThanOrEqualTo(dailyLoss)
  if (!isStopped && !isOver) return []
  const until = 'No entries until the next session; orders that close a position go out as always.'
  return [
    {
      kind: 'dailyLoss',
      fits: null,
      text:
        isOver && loss !== null && dailyLoss !== null
          ? `The account has lost ${money(loss)} today; its daily limit is ${money(dailyLoss)}. ${until}`
          : `The daily loss of this account was reached today. ${until}`,
    },
  ]
}

function symbolText({ symbolRule, symbols }: AccountLimits, underlying: string): string {
  if (symbolRule === 'BLOCK') return `${underlying} is on the list of symbols that this account does not open.`
  const some = symbols.slice(0, 5).join(', ')
  const rest = symbols.length > 5 ? ` and ${symbols.length - 5} more` : ''
  return `This account opens only ${some}${rest}; ${underlying} is not among them.`
}

const singular = { shares: 'share', contracts: 'contract', spreads: 'spread' } as const

function fitText(fits: Decimal, unit: keyof typeof singular): string {
  if (fits.isZero()) return `Not one ${singular[unit]} fits.`
  return fits.equals(1) ? `At most 1 ${singular[unit]} fits.` : `At most ${formatQuantity(fits.toFixed())} ${unit} fit.`
}

/** Returns the largest whole quantity below `quantity` that holds the limit; zero where none does. */
function mostThatFits(quantity: Decimal, holds: (quantity: Decimal) => boolean): Decimal {
  let fits = zero
  let breaks = quantity
  while (breaks.minus(fits).greaterThan(1)) {
    const middle = fits.plus(breaks).divToInt(2)
    if (holds(middle)) fits = middle
    else breaks = middle
  }
  return fits
}
