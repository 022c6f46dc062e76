// Automatic matching: finds movements and items that are so clearly the same money that nobody needs to confirm it
// (docs/rules/fund.md, "Matching"). Each proposal is then judged and stored like a match by hand.
import { sessionDistance } from '../calendar/session.ts'
import type { MarketDay } from '../kind.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { currentRecords } from './current-record.ts'
import type { FundRecords, Movement } from './record.ts'
import { signedItems } from './unallocated-flow.ts'

/** Business days that the two sides of a match may be apart, and after which an entry counts as overdue. */
export const matchingSessions = 5

export interface ProposedMatch {
  readonly movementId: string
  readonly itemId: string
}

interface Item {
  readonly id: string
  readonly day: MarketDay
  readonly amountCents: bigint
}

/** All unmatched movements of one day and all unmatched items of one day with the same signed amount. */
interface Candidates {
  readonly movements: readonly Movement[]
  readonly movementDay: MarketDay
  readonly items: readonly Item[]
  readonly itemDay: MarketDay
  readonly distance: number
}

/**
 * Returns one-to-one matches of the unmatched movements and items: same direction, same cents, at most 5 business days
 * apart. The smallest distance goes first, then the earlier day, then the id.
 * If a movement has two items that are equally good in distance and day (or an item has two movements), all of them are
 * left to the owner. Equal numbers of movements and items on a day are not ambiguous; they are paired by id. Movements
 * of a closed period and securities whose amount waits for a close are skipped. Source: docs/rules/fund.md, "Matching".
 */
export function proposeMatches(records: FundRecords): ProposedMatch[] {
  const current = currentRecords(records)
  const taken = new Set(current.matches.flatMap((match) => [...match.movementIds, ...match.itemIds]))
  const { closedUntil } = records
  const movements = current.movements.filter(
    (movement) =>
      !taken.has(movement.id) &&
      movement.isProvisional !== true &&
      (closedUntil === undefined || movement.day > closedUntil),
  )
  const signed = signedItems(current)
  const items = [...current.entries, ...current.expenses]
    .filter((item) => !taken.has(item.id))
    .map((item): Item => ({ id: item.id, day: item.day, amountCents: signed.get(item.id) ?? 0n }))
  const proposals: ProposedMatch[] = []
  const settled = new Set<string>()
  for (const candidates of candidateGroups(movements, items)) {
    const freeMovements = candidates.movements.filter((movement) => !settled.has(movement.id))
    const freeItems = candidates.items.filter((item) => !settled.has(item.id))
    if (freeMovements.length === 0 || freeItems.length === 0) continue
    for (const { id } of [...freeMovements, ...freeItems]) settled.add(id)
    if (freeMovements.length !== freeItems.length) continue
    freeMovements.forEach((movement, index) => {
      const item = freeItems[index]
      if (item) proposals.push({ movementId: movement.id, itemId: item.id })
    })
  }
  return proposals
}

/** Returns all pairs of days with equal amounts, best first. */
function candidateGroups(movements: readonly Movement[], items: readonly Item[]): Candidates[] {
  const movementsByDay = groupByDay(movements)
  const groups: Candidates[] = []
  for (const [amountCents, daysOfItems] of groupByDay(items)) {
    for (const [itemDay, dayItems] of daysOfItems) {
      for (const [movementDay, dayMovements] of movementsByDay.get(amountCents) ?? []) {
        const distance = daysApart(movementDay, itemDay)
        if (distance <= matchingSessions)
          groups.push({ movements: dayMovements, movementDay, items: dayItems, itemDay, distance })
      }
    }
  }
  return groups.sort(
    (a, b) => a.distance - b.distance || compareIds(a.itemDay, b.itemDay) || compareIds(a.movementDay, b.movementDay),
  )
}

function groupByDay<Dated extends Item | Movement>(dated: readonly Dated[]): Map<bigint, Map<MarketDay, Dated[]>> {
  const groups = new Map<bigint, Map<MarketDay, Dated[]>>()
  for (const one of dated.toSorted((a, b) => compareIds(a.id, b.id))) {
    const byDay = groups.get(one.amountCents) ?? new Map<MarketDay, Dated[]>()
    groups.set(one.amountCents, byDay)
    const list = byDay.get(one.day)
    if (list) list.push(one)
    else byDay.set(one.day, [one])
  }
  return groups
}

function daysApart(one: MarketDay, other: MarketDay): number {
  return one <= other ? sessionDistance(one, other) : sessionDistance(other, one)
}
