// What the panels show of a chain: its expirations, the contracts of one of them, and the strike nearest the price.
// Pure.
import type { OptionChain, OptionContract } from '@clubfolio/contract'

export type ChainSide = 'CALL' | 'PUT'

const mapOf = (chain: OptionChain, side: ChainSide) => (side === 'CALL' ? chain.callExpDateMap : chain.putExpDateMap)

/** Returns the expiration days of a side, nearest first: the keys up to the colon. */
export function expirationsOf(chain: OptionChain, side: ChainSide): string[] {
  return [...new Set(Object.keys(mapOf(chain, side)).map((key) => key.split(':')[0]!))].sort()
}

/** Returns the contracts of a side that expire on a day, by strike. */
export function contractsOf(chain: OptionChain, side: ChainSide, day: string): OptionContract[] {
  return Object.entries(mapOf(chain, side))
    .filter(([key]) => key.split(':')[0] === day)
    .flatMap(([, strikes]) => Object.values(strikes).flat())
    .sort((a, b) => a.strikePrice - b.strikePrice)
}

/**
 * Returns the first of `days` on or after `today`, else the last one. `nearestExpiration(['2026-03-06', '2026-03-13'],
 * '2026-03-07')` is `2026-03-13`.
 */
export function nearestExpiration(days: readonly string[], today: string): string | undefined {
  return days.find((day) => day >= today) ?? days.at(-1)
}

/** Returns the contract whose strike is nearest to the price. */
export function atTheMoney(contracts: readonly OptionContract[], price: number | null): OptionContract | undefined {
  if (price === null) return undefined
  return contracts.reduce<OptionContract | undefined>(
    (best, contract) =>
      best === undefined || Math.abs(contract.strikePrice - price) < Math.abs(best.strikePrice - price)
        ? contract
        : best,
    undefined,
  )
}
