// Merges two changed copies of one chart drawing by drawing, by comparing each with the version that both began with.
// Deletions need no traces of their own: what the common version has and one copy lacks was deleted there.

import type { Drawing } from './drawing.ts'
import { levelNames } from './stock-chart-port.ts'
import type { SavedIndicator, StockWorkspace } from './stock-workspace.ts'

export interface WorkspaceCopies {
  /** The version that both copies began with. */
  readonly base: StockWorkspace
  readonly mine: StockWorkspace
  /** The version that is saved now. */
  readonly theirs: StockWorkspace
}

/**
 * Returns a chart with the changes of both copies. Where both changed the same thing, mine counts, and a change counts
 * more than a deletion, so that no drawing is lost.
 */
export function mergeWorkspaces({ base, mine, theirs }: WorkspaceCopies): StockWorkspace {
  const pick = <Value>(of: (workspace: StockWorkspace) => Value): Value =>
    isSame(of(mine), of(base)) ? of(theirs) : of(mine)
  return {
    ...theirs,
    type: pick(({ type }) => type),
    scale: pick(({ scale }) => scale),
    levels: mergeLevels({ base, mine, theirs }),
    indicators: mergeLists<SavedIndicator>(base.indicators, mine.indicators, {
      theirs: theirs.indicators,
      keyOf: ({ key }) => key,
    }),
    drawings: mergeLists<Drawing>(base.drawings, mine.drawings, { theirs: theirs.drawings, keyOf: ({ id }) => id }),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

interface OtherList<Item> {
  readonly theirs: readonly Item[]
  readonly keyOf: (item: Item) => string
}

function mergeLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  { theirs, keyOf }: OtherList<Item>,
): readonly Item[] {
  // A list in which a key occurs twice cannot be merged by it: as a whole, like a single value.
  if ([base, mine, theirs].some((list) => new Set(list.map(keyOf)).size < list.length))
    return isSame(mine, base) ? theirs : mine
  const byKey = (list: readonly Item[]) => new Map(list.map((item) => [keyOf(item), item]))
  const [before, own, other] = [byKey(base), byKey(mine), byKey(theirs)]
  const merged = (key: string): Item[] => {
    const [was, here, there] = [before.get(key), own.get(key), other.get(key)]
    const kept = isSame(here, was) ? there : isSame(there, was) ? here : (here ?? there)
    return kept === undefined ? [] : [kept]
  }
  // The saved order, then what only this copy has.
  return [...new Set([...other.keys(), ...own.keys()])].flatMap(merged)
}

/** The stop follows from direction and level, so it comes from the copy that changed the levels, mine if both did. */
function mergeLevels({ base, mine, theirs }: WorkspaceCopies): StockWorkspace['levels'] {
  if (isSame(mine.levels, base.levels)) return theirs.levels
  if (isSame(theirs.levels, base.levels)) return mine.levels
  const merged: StockWorkspace['levels'] = Object.fromEntries(
    levelNames.flatMap((name) => {
      const isMine = name === 'stopLoss' || !isSame(mine.levels[name], base.levels[name])
      const level = (isMine ? mine : theirs).levels[name]
      return level === undefined ? [] : [[name, level]]
    }),
  )
  const { resistance, support } = merged
  return resistance !== undefined && support !== undefined && resistance.price <= support.price ? mine.levels : merged
}
