// Strategies as legs of a chain: what a trader calls a vertical or an iron condor, built from an expiration, a strike
// and a width. Every strike is one that the chain lists.
// Source: docs/rules/trading.md, "Option strategies".
import { Decimal } from 'decimal.js'
import { contractShares } from '../order/option-code.ts'
import type { PositionLeg } from './position-leg.ts'

export const strategies = [
  'SINGLE',
  'VERTICAL',
  'STRADDLE',
  'STRANGLE',
  'IRON_CONDOR',
  'BUTTERFLY',
  'CALENDAR',
  'COVERED_CALL',
  'SECURED_PUT',
  'OWN',
] as const
export type Strategy = (typeof strategies)[number]

export const strategyNames: Readonly<Record<Strategy, string>> = {
  SINGLE: 'Single option',
  VERTICAL: 'Vertical',
  STRADDLE: 'Straddle',
  STRANGLE: 'Strangle',
  IRON_CONDOR: 'Iron condor',
  BUTTERFLY: 'Butterfly',
  CALENDAR: 'Calendar',
  COVERED_CALL: 'Covered call',
  SECURED_PUT: 'Cash-secured put',
  OWN: 'Own legs',
}

/** One contract of a chain. Prices in dollars per share, volatility as a yearly fraction. */
export interface ChainContract {
  readonly code: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: number
  readonly expiration: string
  readonly bid: number | null
  readonly ask: number | null
  readonly mark: number | null
  readonly volatility: number | null
  readonly delta: number | null
  readonly multiplier: number
}

export interface ChainShares {
  readonly code: string
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
}

export interface StrategyChain {
  readonly shares: ChainShares
  readonly contracts: readonly ChainContract[]
}

export interface StrategyChoice {
  readonly strategy: Exclude<Strategy, 'OWN'>
  /** Of the whole: a bought straddle pays, a sold iron condor receives. A covered call and a secured put are sold. */
  readonly side: 'BUY' | 'SELL'
  /** For a single option, a vertical, a butterfly and a calendar. */
  readonly right: 'CALL' | 'PUT'
  readonly expiration: string
  /**
   * The strike of the option, of the first leg of a vertical, of the middle of a butterfly, of the put of a strangle
   * and of the inner put of an iron condor.
   */
  readonly strike: number
  /** The call of a strangle, the inner call of an iron condor; above `strike`. */
  readonly callStrike: number
  /**
   * Listed strikes between the legs of a vertical, a butterfly's middle and wings, an iron condor's inner and outer
   * legs.
   */
  readonly width: number
  /** The later expiration of a calendar. */
  readonly laterExpiration: string
}

/** Returns the leg of a contract; `quantity` is negative for one that is written. */
export const contractLeg = (contract: ChainContract, quantity: number): PositionLeg => ({
  code: contract.code,
  contract: {
    underlying: contract.code.slice(0, 6).trim(),
    right: contract.right,
    strike: contract.strike,
    expiration: contract.expiration,
  },
  quantity,
  multiplier: contract.multiplier,
  bid: textOf(contract.bid),
  ask: textOf(contract.ask),
  mark: textOf(contract.mark),
  volatility: contract.volatility,
})

export const sharesLeg = ({ code, bid, ask, last }: ChainShares, quantity: number): PositionLeg => ({
  code,
  contract: null,
  quantity,
  multiplier: 1,
  bid: textOf(bid ?? last),
  ask: textOf(ask ?? last),
  mark: textOf(bid !== null && ask !== null ? new Decimal(bid).plus(ask).dividedBy(2).toNumber() : last),
  volatility: null,
})

const textOf = (price: number | null): string | null => (price === null ? null : new Decimal(price).toFixed())

/** Returns the strikes at which an expiration has contracts of a right, from low to high. */
export function listedStrikes(chain: StrategyChain, expiration: string, right: 'CALL' | 'PUT'): number[] {
  const strikes = chain.contracts
    .filter((contract) => contract.expiration === expiration && contract.right === right)
    .map(({ strike }) => strike)
  return [...new Set(strikes)].toSorted((one, other) => one - other)
}

/**
 * Returns the listed strike that is `steps` after another one, below it with negative steps; undefined beyond the
 * chain.
 */
export function strikeBeside(strikes: readonly number[], strike: number, steps: number): number | undefined {
  const index = strikes.indexOf(strike)
  return index === -1 ? undefined : strikes[index + steps]
}

interface WantedLeg {
  readonly right: 'CALL' | 'PUT'
  readonly strike: number | undefined
  readonly expiration: string
  readonly quantity: number
}

/** Returns the legs of one bought unit; a sold one has them the other way round. */
function wantedLegs(chain: StrategyChain, choice: StrategyChoice): WantedLeg[] {
  const { strategy, right, expiration, strike, callStrike, width, laterExpiration } = choice
  const beside = (of: 'CALL' | 'PUT', from: number, steps: number): number | undefined =>
    strikeBeside(listedStrikes(chain, expiration, of), from, steps)
  const leg = (of: 'CALL' | 'PUT', at: number | undefined, quantity: number, on = expiration): WantedLeg => ({
    right: of,
    strike: at,
    expiration: on,
    quantity,
  })
  switch (strategy) {
    case 'SINGLE':
    case 'COVERED_CALL':
    case 'SECURED_PUT':
      return [leg(strategy === 'COVERED_CALL' ? 'CALL' : strategy === 'SECURED_PUT' ? 'PUT' : right, strike, 1)]
    case 'VERTICAL':
      return [leg(right, strike, 1), leg(right, beside(right, strike, right === 'CALL' ? width : -width), -1)]
    case 'STRADDLE':
      return [leg('PUT', strike, 1), leg('CALL', strike, 1)]
    case 'STRANGLE':
      return [leg('PUT', strike, 1), leg('CALL', callStrike, 1)]
    case 'IRON_CONDOR':
      return [
        leg('PUT', beside('PUT', strike, -width), -1),
        leg('PUT', strike, 1),
        leg('CALL', callStrike, 1),
        leg('CALL', beside('CALL', callStrike, width), -1),
      ]
    case 'BUTTERFLY':
      return [
        leg(right, beside(right, strike, -width), 1),
        leg(right, strike, -2),
        leg(right, beside(right, strike, width), 1),
      ]
    case 'CALENDAR':
      return [leg(right, strike, -1), leg(right, strike, 1, laterExpiration)]
  }
}

export type BuiltStrategy =
  | { readonly legs: readonly PositionLeg[]; readonly missing: null }
  | { readonly legs: null; readonly missing: string }

/**
 * Returns the legs of one unit of a strategy, or what the chain lacks for it. Example: a sold put vertical at 100 with
 * a width of 1 writes the put 100 and buys the next lower one.
 */
export function buildStrategy(chain: StrategyChain, choice: StrategyChoice): BuiltStrategy {
  const isSoldOnly = choice.strategy === 'COVERED_CALL' || choice.strategy === 'SECURED_PUT'
  const sign = choice.side === 'SELL' || isSoldOnly ? -1 : 1
  const legs: PositionLeg[] = []
  for (const { right, strike, expiration, quantity } of wantedLegs(chain, choice)) {
    const found = chain.contracts.find(
      (contract) => contract.right === right && contract.strike === strike && contract.expiration === expiration,
    )
    if (found === undefined) {
      const name = `${right.toLowerCase()} ${strike ?? 'beyond the last strike'}`
      return { legs: null, missing: `The chain has no ${name} that expires on ${expiration}.` }
    }
    legs.push(contractLeg(found, quantity * sign))
  }
  if (choice.strategy === 'COVERED_CALL') legs.unshift(sharesLeg(chain.shares, contractShares))
  return { legs, missing: null }
}

/** Returns the contract of a side and an expiration whose delta is nearest to the wanted one, unsigned. */
export function contractByDelta(
  chain: StrategyChain,
  side: { readonly right: 'CALL' | 'PUT'; readonly expiration: string },
  delta: number,
): ChainContract | undefined {
  const distance = (contract: ChainContract): number => Math.abs(Math.abs(contract.delta ?? 2) - delta)
  return chain.contracts
    .filter(({ right, expiration }) => right === side.right && expiration === side.expiration)
    .reduce<ChainContract | undefined>(
      (best, contract) => (best === undefined || distance(contract) < distance(best) ? contract : best),
      undefined,
    )
}

/** Returns the largest whole number that divides all quantities: legs of 2 and 4 contracts are 2 units. */
export function commonUnits(quantities: readonly number[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other))
  return quantities.map(Math.abs).reduce(divisor, 0)
}
