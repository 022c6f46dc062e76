// Computes the part of each movement that the members' items do not explain: that part is a flow of unallocated on the
// movement's day (docs/rules/fund.md, "Matching"). Uses matches and amounts only, no unit values.
import { firstDayAfter, isArrivalDay, isThereAlready } from './carry-move.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { CurrentRecords } from './current-record.ts'
import type { MarketDay } from '../kind.ts'
import type { Movement } from './record.ts'

export interface UnallocatedFlow {
  readonly movementId: string
  readonly day: MarketDay
  /** Positive into the account. */
  readonly amountCents: bigint
}

/**
 * Returns the unexplained part of every movement after the opening day, without zero parts. A match explains the sum of
 * its active items (contributions positive, retributions and expenses negative); without active items it explains
 * nothing. When several movements share one item, the earliest are explained first. Contents that arrive with a move to
 * another account are no flow; what the new account held before is one.
 * Example: a movement of 98.00 matched with a contribution of 100.00 and a fee of 2.00 leaves nothing. With the
 * contribution inactive it leaves 100.00, because the fee still counts.
 */
export function unallocatedFlows(current: CurrentRecords): UnallocatedFlow[] {
  const arrivals = new Set(arrivalParts(current).map((part) => part.movementId))
  return [...unexplainedParts(current).filter((part) => !arrivals.has(part.movementId)), ...heldByNewAccount(current)]
}

/** Returns the unexplained parts of movements that a move to another account explains: contents that arrived. */
export function arrivalParts(current: CurrentRecords): UnallocatedFlow[] {
  if (current.moves.length === 0) return []
  // The owner has said that these came and went again.
  const settled = new Set(
    current.matches.filter((match) => match.itemIds.length === 0).flatMap((match) => match.movementIds),
  )
  return unexplainedParts(current).filter(
    ({ movementId, day }) => !settled.has(movementId) && current.moves.some((move) => isArrivalDay(move, day)),
  )
}

/** What a new account held before the fund moved there belongs to unallocated, unless it was the fund's already. */
const heldByNewAccount = ({ moves }: CurrentRecords): UnallocatedFlow[] =>
  moves
    .filter((move) => !isThereAlready(move) && move.heldCents !== 0n)
    .map((move) => ({ movementId: move.id, day: firstDayAfter(move), amountCents: move.heldCents }))

function unexplainedParts(current: CurrentRecords): UnallocatedFlow[] {
  if (current.movements.length === 0) return []
  const explained = explainedByMovement(current)
  return current.movements
    .map((movement) => ({
      movementId: movement.id,
      day: movement.day,
      amountCents: movement.amountCents - (explained.get(movement.id) ?? 0n),
    }))
    .filter((flow) => flow.amountCents !== 0n)
}

/** Returns the amount that the active items of the live matches explain, by movement id. */
function explainedByMovement(current: CurrentRecords): ReadonlyMap<string, bigint> {
  if (current.matches.length === 0) return new Map()
  const itemCents = signedItems(current)
  const movementById = new Map(current.movements.map((movement) => [movement.id, movement]))
  const explained = new Map<string, bigint>()
  for (const match of current.matches) {
    const movements = match.movementIds
      .flatMap((id) => movementById.get(id) ?? [])
      .filter((movement) => !explained.has(movement.id))
      .sort((a, b) => compareIds(a.day, b.day) || compareIds(a.id, b.id))
    const items = match.itemIds.flatMap((id) => itemCents.get(id) ?? [])
    spread(
      movements,
      items.reduce((sum, amount) => sum + amount, 0n),
      explained,
    )
  }
  return explained
}

function spread(movements: readonly Movement[], itemsCents: bigint, explained: Map<string, bigint>): void {
  let left = itemsCents
  movements.forEach((movement, index) => {
    const part = index === movements.length - 1 ? left : towards(movement.amountCents, left)
    explained.set(movement.id, part)
    left -= part
  })
}

/** Returns as much of `left` as fits into a movement of the same direction. */
function towards(movementCents: bigint, left: bigint): bigint {
  return greater(lesser(0n, movementCents), lesser(left, greater(0n, movementCents)))
}

/** Returns the active items after the opening, with the sign of their cash. */
export function signedItems(current: CurrentRecords): Map<string, bigint> {
  const items = new Map<string, bigint>()
  for (const entry of current.entries)
    items.set(entry.id, entry.kind === 'contribution' ? entry.amountCents : -entry.amountCents)
  for (const expense of current.expenses) items.set(expense.id, -expense.amountCents)
  return items
}
