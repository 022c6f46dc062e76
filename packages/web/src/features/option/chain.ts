// What the desk shows of a chain: its expirations, the contracts of one of them, its rows by strike, the strike nearest
// the price, and several answers as one chain. Pure.
import type { OptionChain, OptionContract } from '@clubfolio/contract'
import type { ChainContract, ModelRates } from '@clubfolio/domain'

export type ChainSide = 'CALL' | 'PUT'

/** Returns the expiration days of a chain, nearest first. */
export function expirationsOf({ contracts }: Pick<LoadedChain, 'contracts'>): string[] {
  return [...new Set(contracts.map(({ expirationDate }) => expirationDate))].toSorted()
}

/** Returns the contracts of a side that expire on a day, by strike. */
export function contractsOf(
  { contracts }: Pick<LoadedChain, 'contracts'>,
  side: ChainSide,
  day: string,
): OptionContract[] {
  return contracts
    .filter(({ putCall, expirationDate }) => putCall === side && expirationDate === day)
    .toSorted((one, other) => one.strikePrice - other.strikePrice)
}

/**
 * Returns the first of `days` on or after `today`, else the last one. `nearestExpiration(['2026-03-06', '2026-03-13'],
 * '2026-03-07')` is `2026-03-13`.
 */
export function nearestExpiration(days: readonly string[], today: string): string | undefined {
  return days.find((day) => day >= today) ?? days.at(-1)
}

/** Returns the strike that is nearest to the price. */
export function atTheMoney(strikes: readonly number[], price: number | null): number | undefined {
  if (price === null) return undefined
  return strikes.reduce<number | undefined>(
    (best, strike) => (best === undefined || Math.abs(strike - price) < Math.abs(best - price) ? strike : best),
    undefined,
  )
}

/** A strike of the desk with the contracts of both sides, which may expire on different days. */
export interface ChainRow {
  readonly strike: number
  readonly call: OptionContract | undefined
  readonly put: OptionContract | undefined
}

/** Returns the rows of two sides by strike, from low to high. */
export function chainRows(calls: readonly OptionContract[], puts: readonly OptionContract[]): ChainRow[] {
  const byStrike = (contracts: readonly OptionContract[]) =>
    new Map(contracts.map((contract) => [contract.strikePrice, contract]))
  const [callOf, putOf] = [byStrike(calls), byStrike(puts)]
  return [...new Set([...callOf.keys(), ...putOf.keys()])]
    .toSorted((one, other) => one - other)
    .map((strike) => ({ strike, call: callOf.get(strike), put: putOf.get(strike) }))
}

/** Every contract that is loaded, with what the figures of the chain assume. */
export interface LoadedChain extends ModelRates {
  readonly code: string
  readonly price: number | null
  readonly quotedMs: number
  readonly contracts: readonly OptionContract[]
}

/** Returns the answers for several spans of days as one chain; the first one has the price and the rates. */
export function loadedChain(answers: readonly OptionChain[]): LoadedChain | undefined {
  const [first] = answers
  if (first === undefined) return undefined
  const contracts = answers.flatMap(({ callExpDateMap, putExpDateMap }) =>
    [callExpDateMap, putExpDateMap].flatMap((side) =>
      Object.values(side).flatMap((strikes) => Object.values(strikes).flat()),
    ),
  )
  return {
    code: first.symbol,
    price: first.underlyingPrice,
    quotedMs: Date.parse(first.quotedAt),
    interestRate: first.interestRate,
    dividendYield: first.dividendYield,
    contracts: [...new Map(contracts.map((contract) => [contract.symbol, contract])).values()],
  }
}

/** Returns a contract as strategies read it. */
export const strategyContract = (contract: OptionContract): ChainContract => ({
  code: contract.symbol,
  right: contract.putCall,
  strike: contract.strikePrice,
  expiration: contract.expirationDate,
  bid: contract.bid,
  ask: contract.ask,
  mark: contract.mark,
  volatility: contract.impliedVolatility,
  delta: contract.delta,
  multiplier: contract.multiplier,
})

/** Returns the volatility at the money of an expiration, the mean of its call and its put, as a yearly fraction. */
export function moneyVolatility({ contracts, price }: LoadedChain, expiration: string): number | null {
  const listed = contracts.filter(({ expirationDate }) => expirationDate === expiration)
  const strike = atTheMoney(
    listed.map(({ strikePrice }) => strikePrice),
    price,
  )
  const known = listed.flatMap(({ strikePrice, impliedVolatility }) =>
    strikePrice === strike && impliedVolatility !== null ? [impliedVolatility] : [],
  )
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length
}

/**
 * Returns month and day, with the year where it is another one than that of the first day: `shortDay('2026-03-06',
 * ...)`.
 */
export const shortDay = (day: string, first: string | undefined): string =>
  day.slice(0, 4) === first?.slice(0, 4) ? day.slice(5) : day
