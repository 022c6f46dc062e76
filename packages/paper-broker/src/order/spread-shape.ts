// The shapes that legs form, by the wire's names: which `complexOrderStrategyType` is correct for them. Pure.
import type { OptionContract } from '@clubfolio/simulated-market'
import { contractOf } from '../valuation/option-rule.ts'
import type { OrderLeg } from './order-leg.ts'
import { NET_SHARES, isBuyLeg, isOptionLeg } from './order-leg.ts'

export const SPREAD_SHAPES = [
  'NONE',
  'COVERED',
  'VERTICAL',
  'BACK_RATIO',
  'CALENDAR',
  'DIAGONAL',
  'STRADDLE',
  'STRANGLE',
  'COLLAR_SYNTHETIC',
  'BUTTERFLY',
  'CONDOR',
  'IRON_CONDOR',
  'VERTICAL_ROLL',
  'COLLAR_WITH_STOCK',
  'DOUBLE_DIAGONAL',
  'UNBALANCED_BUTTERFLY',
  'UNBALANCED_CONDOR',
  'UNBALANCED_IRON_CONDOR',
  'UNBALANCED_VERTICAL_ROLL',
  'MUTUAL_FUND_SWAP',
  'CUSTOM',
] as const
export type SpreadShape = (typeof SPREAD_SHAPES)[number]

interface Part extends Pick<OptionContract, 'right' | 'strike' | 'expiration'> {
  readonly isBuy: boolean
  readonly ratio: bigint
}

/** Returns the option legs from the lowest strike up, puts before calls. */
function partsOf(legs: readonly OrderLeg[]): Part[] {
  return legs
    .flatMap((leg) => {
      const contract = contractOf(leg.symbol)
      return contract === null ? [] : [{ ...contract, isBuy: isBuyLeg(leg), ratio: leg.ratio }]
    })
    .sort((one, other) => one.strike - other.strike || other.right.localeCompare(one.right))
}

function isSame<K extends keyof Part>(parts: readonly Part[], key: K): boolean {
  return new Set(parts.map((part) => part[key])).size === 1
}

const signs = (parts: readonly Part[]): string => parts.map(({ isBuy }) => (isBuy ? '+' : '-')).join('')
const ratios = (parts: readonly Part[]): string => parts.map(({ ratio }) => ratio).join(':')
const rights = (parts: readonly Part[]): string => parts.map(({ right }) => right.charAt(0)).join('')

function shapeOfTwo(parts: readonly Part[]): SpreadShape | null {
  const isOpposite = !isSame(parts, 'isBuy')
  if (isSame(parts, 'right')) {
    if (!isOpposite) return null
    if (!isSame(parts, 'ratio')) return isSame(parts, 'expiration') && !isSame(parts, 'strike') ? 'BACK_RATIO' : null
    if (isSame(parts, 'expiration')) return 'VERTICAL'
    return isSame(parts, 'strike') ? 'CALENDAR' : 'DIAGONAL'
  }
  if (isOpposite || !isSame(parts, 'ratio') || !isSame(parts, 'expiration')) return null
  return isSame(parts, 'strike') ? 'STRADDLE' : 'STRANGLE'
}

function shapeOfOptions(parts: readonly Part[]): SpreadShape | null {
  if (parts.length === 2) return shapeOfTwo(parts)
  if (!isSame(parts, 'expiration')) return null
  const strikes = parts.map(({ strike }) => Math.round(strike * 1_000))
  const [a = 0, b = 0, c = 0, d = 0] = strikes
  const outerFirst = signs(parts)
  if (isSame(parts, 'right') && (outerFirst === '+-+' || outerFirst === '-+-'))
    return ratios(parts) === '1:2:1' && b - a === c - b ? 'BUTTERFLY' : 'UNBALANCED_BUTTERFLY'
  if (outerFirst !== '+--+' && outerFirst !== '-++-') return null
  if (isSame(parts, 'right')) return ratios(parts) === '1:1:1:1' && b - a === d - c ? 'CONDOR' : 'UNBALANCED_CONDOR'
  if (rights(parts) !== 'PPCC') return null
  return ratios(parts) === '1:1:1:1' ? 'IRON_CONDOR' : 'UNBALANCED_IRON_CONDOR'
}

/** Returns the shape with shares: a hundred for each contract, traded against it. */
function shapeWithShares(shares: OrderLeg, parts: readonly Part[]): SpreadShape | null {
  if (parts.some(({ ratio }) => ratio * NET_SHARES !== shares.ratio)) return null
  const [one, other] = parts
  if (one === undefined) return null
  const isAgainst = (part: Part): boolean =>
    part.right === 'CALL' ? part.isBuy !== isBuyLeg(shares) : part.isBuy === isBuyLeg(shares)
  if (other === undefined) return isAgainst(one) && one.right === 'CALL' ? 'COVERED' : null
  return !isSame(parts, 'right') && parts.every(isAgainst) ? 'COLLAR_WITH_STOCK' : null
}

/**
 * Returns the shape of legs; CUSTOM when it has no name. Example: buy put 40 and sell put 45 of the same expiration:
 * VERTICAL.
 */
export function shapeOf(legs: readonly OrderLeg[]): SpreadShape {
  const shares = legs.filter((leg) => !isOptionLeg(leg))
  const parts = partsOf(legs)
  const [share] = shares
  if (share === undefined) return shapeOfOptions(parts) ?? 'CUSTOM'
  return (shares.length === 1 ? shapeWithShares(share, parts) : null) ?? 'CUSTOM'
}

/** Rolls, diagonals of four legs and the like are accepted as the client names them. */
const BY_ITS_WORD: ReadonlySet<SpreadShape> = new Set([
  'NONE',
  'CUSTOM',
  'COLLAR_SYNTHETIC',
  'VERTICAL_ROLL',
  'DOUBLE_DIAGONAL',
  'UNBALANCED_VERTICAL_ROLL',
])

/** Returns whether legs have the shape that the client names. */
export function isShape(legs: readonly OrderLeg[], named: SpreadShape): boolean {
  return BY_ITS_WORD.has(named) || shapeOf(legs) === named
}
