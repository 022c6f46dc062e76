// An account as its limits see it: positions with the stops that protect them, and everything that is on its way to
// become a position. Measures the limits: heat, sizes, the number of positions.
// Source: docs/rules/trading.md, "Limits"; docs/decisions/0073-limits-that-hold.md.
import { Decimal } from 'decimal.js'
import { contractTerms, type ContractTerms, multiplierOf, underlyingOf } from '../order/option-code.ts'
import { judgeProtection, type WorkingStop } from '../trade/protection.ts'
import { type ContractLeg, greatestLoss } from './greatest-loss.ts'
import { type OrderOpening, openingMultiplier } from './order-opening.ts'

export interface LimitPosition {
  readonly symbol: string
  /** Signed shares or contracts. */
  readonly quantity: Decimal
  readonly averagePrice: Decimal
  readonly lastPrice: Decimal
  readonly multiplier: number
  /** Working stops that close it. */
  readonly stops: readonly WorkingStop[]
}

export interface LimitBook {
  /** Cash and positions, in dollars. */
  readonly accountValue: Decimal
  readonly positions: readonly LimitPosition[]
  /** Working entries, and orders that are on their way to the brokerage. */
  readonly entries: readonly OrderOpening[]
}

/** Dollars; null where an entry has no price to be measured by. */
export interface PositionUse {
  readonly size: Decimal
  readonly heat: Decimal
}

const zero = new Decimal(0)
const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, one) => total.plus(one), zero)

/** Returns size and heat of every underlying that is held or about to be. */
export function measureBook({ positions, entries }: LimitBook, heatWithoutStop: Decimal): Map<string, PositionUse> {
  const underlyings = new Set([
    ...positions.map(({ symbol }) => underlyingOf(symbol)),
    ...entries.map(({ underlying }) => underlying),
  ])
  return new Map(
    [...underlyings].map((underlying) => [
      underlying,
      measurePosition(
        positions.filter(({ symbol }) => underlyingOf(symbol) === underlying),
        entries.filter((entry) => entry.underlying === underlying),
        heatWithoutStop,
      ),
    ]),
  )
}

export const totalHeat = (uses: ReadonlyMap<string, PositionUse>): Decimal =>
  sum([...uses.values()].map(({ heat }) => heat))

/**
 * Measures one position with its entries. Shares count the loss at their stops, and without a stop their value times
 * `heatWithoutStop` percent. Contracts count their greatest loss together, so that the legs of a spread are one thing.
 * An entry counts as if it filled alone: no entry lowers the heat of another one.
 * Example: 100 held at 50.00 with a stop at 48.00, and an entry for 50 at 52.00 with a stop at 50.00: heat 300.00, size
 * (last 51.00) 7,700.00.
 */
function measurePosition(
  positions: readonly LimitPosition[],
  entries: readonly OrderOpening[],
  heatWithoutStop: Decimal,
): PositionUse {
  const scaled = (value: Decimal): Decimal => value.times(heatWithoutStop).div(100)
  const contracts = positions.filter(({ symbol }) => contractTerms(symbol) !== null)
  const shares = positions.filter(({ symbol }) => contractTerms(symbol) === null)
  const stopped = contracts.map(withStops)
  const held = sum(shares.map(({ quantity }) => quantity))
  let legs: readonly ContractLeg[] = stopped.flatMap(({ leg }) => leg ?? [])
  const heatOfLegs = (all: readonly ContractLeg[]): Decimal => {
    const { bounded, unbounded } = greatestLoss(all, held)
    return bounded.plus(scaled(unbounded))
  }
  let heat = heatOfLegs(legs)
    .plus(sum(stopped.map(({ atStops }) => atStops)))
    .plus(sum(shares.map((position) => heatOfShares(position, scaled))))
  let size = sum(
    positions.map(({ quantity, lastPrice, multiplier }) => quantity.abs().times(lastPrice).times(multiplier)),
  )
  for (const entry of entries) {
    const added = legsOf(entry)
    if (added === null) {
      heat = heat.plus(heatOfEntry(entry, scaled))
      size = size.plus(valueOf(entry))
      continue
    }
    const more = heatOfLegs([...legs, ...added]).minus(heatOfLegs(legs))
    heat = heat.plus(entry.stop === null ? Decimal.max(zero, more) : Decimal.min(more, heatOfEntry(entry, scaled)))
    size = size.plus(sizeOfContracts(entry, added))
    // A single contract bought covers nothing before it is filled; what is written needs its cover from now on.
    legs = [...legs, ...(entry.legs.length > 1 ? added : added.filter(({ quantity }) => quantity.isNegative()))]
  }
  return { size, heat }
}

/**
 * Returns whether contracts lower the heat of what is held in their underlying: a written call bought back for a later
 * one, or the bought leg that bounds a written one.
 */
export function lowersHeat({ positions }: LimitBook, opening: OrderOpening, heatWithoutStop: Decimal): boolean {
  const added = legsOf(opening)
  if (added === null) return false
  const own = positions.filter(({ symbol }) => underlyingOf(symbol) === opening.underlying)
  const shares = sum(own.filter(({ symbol }) => contractTerms(symbol) === null).map(({ quantity }) => quantity))
  const held = own.flatMap((position) =>
    contractTerms(position.symbol) === null ? [] : (withStops(position).leg ?? []),
  )
  const heatOf = (legs: readonly ContractLeg[]): Decimal => {
    const { bounded, unbounded } = greatestLoss(legs, shares)
    return bounded.plus(unbounded.times(heatWithoutStop).div(100))
  }
  return heatOf([...held, ...added]).lessThan(heatOf(held))
}

function heatOfShares(position: LimitPosition, scaled: (value: Decimal) => Decimal): Decimal {
  const { coveredQuantity, risk } = judgeProtection(position, position.stops)
  // A stop whose price the brokerage does not report protects from nothing that could be counted.
  const open = position.quantity.abs().minus(risk === null ? 0 : coveredQuantity)
  return scaled(open.times(position.lastPrice).times(position.multiplier)).plus(risk ?? 0)
}

/**
 * Splits bought contracts: those that a stop covers lose what they lose at it, the others belong to their underlying.
 */
function withStops(position: LimitPosition): { readonly atStops: Decimal; readonly leg: ContractLeg | null } {
  const { coveredQuantity, risk } = judgeProtection(position, position.quantity.isPositive() ? position.stops : [])
  const left = position.quantity.minus(risk === null ? 0 : coveredQuantity)
  const { symbol, averagePrice, multiplier } = position
  return {
    atStops: risk ?? zero,
    leg: left.isZero()
      ? null
      : { terms: contractTerms(symbol)!, quantity: left, multiplier, cost: left.times(averagePrice).times(multiplier) },
  }
}

/** Dollars that an entry of shares, or of one contract with its stop, loses at its stop. */
function heatOfEntry(entry: OrderOpening, scaled: (value: Decimal) => Decimal): Decimal {
  const { price, stop, legs, quantity } = entry
  if (price === null) return zero
  const isBuy = legs[0]!.ratio.isPositive()
  const each = (one: Decimal): Decimal => one.times(openingMultiplier(entry))
  if (stop === null) return scaled(each(price.times(quantity)))
  const covered = Decimal.min(quantity, stop.quantity)
  const lost = Decimal.max(zero, isBuy ? price.minus(stop.price) : stop.price.minus(price))
  return each(lost.times(covered)).plus(scaled(each(price.times(quantity.minus(covered)))))
}

const valueOf = (entry: OrderOpening): Decimal =>
  (entry.price ?? zero).times(entry.quantity).times(openingMultiplier(entry)).abs()

/** Shares that trade together with contracts are worth their price whatever happens: a call at zero that never ends. */
const sharesAsTerms = (symbol: string): ContractTerms => ({
  underlying: symbol,
  right: 'CALL',
  strike: 0,
  expiration: '9999-12-31',
})

/** Returns the legs of an entry in contracts, with its net price on the first of them; null for shares alone. */
function legsOf(entry: OrderOpening): ContractLeg[] | null {
  if (entry.legs.every(({ symbol }) => contractTerms(symbol) === null)) return null
  return entry.legs.map(({ symbol, ratio }, index): ContractLeg => {
    const paid = entry.legs.length > 1 ? (entry.price ?? zero) : (entry.price ?? zero).times(ratio)
    return {
      terms: contractTerms(symbol) ?? sharesAsTerms(symbol),
      quantity: ratio.times(entry.quantity),
      multiplier: multiplierOf(symbol),
      cost: index === 0 ? paid.times(entry.quantity).times(openingMultiplier(entry)) : zero,
    }
  })
}

/** One contract is as large as its price, legs that trade together as their greatest loss. */
function sizeOfContracts(entry: OrderOpening, legs: readonly ContractLeg[]): Decimal {
  if (entry.legs.length === 1) return valueOf(entry)
  const { bounded, unbounded } = greatestLoss(legs, zero)
  return bounded.plus(unbounded)
}
