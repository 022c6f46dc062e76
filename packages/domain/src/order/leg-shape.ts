// The shapes that legs form together, by the names of the brokerage's wire.
// Source: docs/rules/brokerage.md, "Order bodies".
import { contractShares, type ContractTerms, contractTerms } from './option-code.ts'
import { sideOf } from './order-draft.ts'

export type LegShape =
  | 'COVERED'
  | 'VERTICAL'
  | 'BACK_RATIO'
  | 'CALENDAR'
  | 'DIAGONAL'
  | 'STRADDLE'
  | 'STRANGLE'
  | 'BUTTERFLY'
  | 'CONDOR'
  | 'IRON_CONDOR'
  | 'COLLAR_WITH_STOCK'
  | 'UNBALANCED_BUTTERFLY'
  | 'UNBALANCED_CONDOR'
  | 'UNBALANCED_IRON_CONDOR'
  | 'CUSTOM'

/** A leg of an order, by a brokerage's word for what it does. */
export interface ShapedLeg {
  readonly symbol: string
  readonly instruction: string
  /** Shares or contracts for each unit of the order. */
  readonly ratio: string
}

interface Part extends ContractTerms {
  readonly isBuy: boolean
  readonly ratio: number
}

/** Returns the option legs from the lowest strike up, puts before calls. */
const partsOf = (legs: readonly ShapedLeg[]): Part[] =>
  legs
    .flatMap(({ symbol, instruction, ratio }) => {
      const contract = contractTerms(symbol)
      return contract === null ? [] : [{ ...contract, isBuy: sideOf(instruction) === 'BUY', ratio: Number(ratio) }]
    })
    .toSorted((one, other) => one.strike - other.strike || other.right.localeCompare(one.right))

const isSame = (parts: readonly Part[], key: keyof Part): boolean => new Set(parts.map((part) => part[key])).size === 1
const signs = (parts: readonly Part[]): string => parts.map(({ isBuy }) => (isBuy ? '+' : '-')).join('')
const ratios = (parts: readonly Part[]): string => parts.map(({ ratio }) => ratio).join(':')
const rights = (parts: readonly Part[]): string => parts.map(({ right }) => right.charAt(0)).join('')

function shapeOfTwo(parts: readonly Part[]): LegShape | null {
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

function shapeOfOptions(parts: readonly Part[]): LegShape | null {
  if (parts.length === 2) return shapeOfTwo(parts)
  if (!isSame(parts, 'expiration')) return null
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(({ strike }) => Math.round(strike * 1_000))
  const outerFirst = signs(parts)
  if (isSame(parts, 'right') && (outerFirst === '+-+' || outerFirst === '-+-'))
    return ratios(parts) === '1:2:1' && b - a === c - b ? 'BUTTERFLY' : 'UNBALANCED_BUTTERFLY'
  if (outerFirst !== '+--+' && outerFirst !== '-++-') return null
  if (isSame(parts, 'right')) return ratios(parts) === '1:1:1:1' && b - a === d - c ? 'CONDOR' : 'UNBALANCED_CONDOR'
  if (rights(parts) !== 'PPCC') return null
  return ratios(parts) === '1:1:1:1' ? 'IRON_CONDOR' : 'UNBALANCED_IRON_CONDOR'
}

/** Returns the shape with shares: a hundred for each contract, traded against it. */
function shapeWithShares(shares: ShapedLeg, parts: readonly Part[]): LegShape | null {
  const isBought = sideOf(shares.instruction) === 'BUY'
  if (parts.some(({ ratio }) => ratio * contractShares !== Number(shares.ratio))) return null
  const [one, other] = parts
  if (one === undefined) return null
  const isAgainst = (part: Part): boolean => (part.right === 'CALL' ? part.isBuy !== isBought : part.isBuy === isBought)
  if (other === undefined) return isAgainst(one) && one.right === 'CALL' ? 'COVERED' : null
  return parts.length === 2 && !isSame(parts, 'right') && parts.every(isAgainst) ? 'COLLAR_WITH_STOCK' : null
}

/**
 * Returns the shape of legs; CUSTOM when it has no name. Example: buy a put at 40 and sell one at 45 of the same
 * expiration: VERTICAL.
 */
export function shapeOfLegs(legs: readonly ShapedLeg[]): LegShape {
  const [share, another] = legs.filter(({ symbol }) => contractTerms(symbol) === null)
  const parts = partsOf(legs)
  if (another !== undefined) return 'CUSTOM'
  return (share === undefined ? shapeOfOptions(parts) : shapeWithShares(share, parts)) ?? 'CUSTOM'
}

/** Names a shape in a sentence: "iron condor", "order of several legs". */
export const describeLegShape = (shape: LegShape): string =>
  shape === 'CUSTOM' ? 'order of several legs' : shape.replaceAll('_', ' ').toLowerCase()
