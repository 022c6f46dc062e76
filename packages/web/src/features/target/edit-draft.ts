// The changes that a user can make to the tree of a plan. Pure.
import { mostTargetLevels } from '@clubfolio/domain'
import { childrenOf, newClass, treeOf, type DraftClass, type PlanDraft } from './plan-draft.ts'

export function changeClass(draft: PlanDraft, key: string, change: Partial<DraftClass>): PlanDraft {
  return { ...draft, classes: draft.classes.map((one) => (one.key === key ? { ...one, ...change } : one)) }
}

/** Another grouping has other classes of the listing: none of the ones before is kept. */
export const changeGrouping = (draft: PlanDraft, grouping: PlanDraft['grouping']): PlanDraft =>
  grouping === draft.grouping
    ? draft
    : { ...draft, grouping, classes: draft.classes.map((one) => ({ ...one, takes: [] })) }

/** Adds a class at the end of a level. The first one below a class gets what that class holds. */
export function addClass(draft: PlanDraft, parent: string | null): PlanDraft {
  const added = newClass(parent)
  const above = draft.classes.find(({ key }) => key === parent)
  if (above === undefined || childrenOf(draft, parent).length > 0)
    return { ...draft, classes: [...draft.classes, added] }
  const { holdsCash, takes, codes, rule, parts } = above
  const emptied = changeClass(draft, above.key, { holdsCash: false, takes: [], codes: [], rule: 'HELD', parts: {} })
  return { ...draft, classes: [...emptied.classes, { ...added, holdsCash, takes, codes, rule, parts }] }
}

/** Removes a class with all that are below it. */
export function removeClass(draft: PlanDraft, key: string): PlanDraft {
  const gone = new Set(subtreeOf(draft, key))
  return { ...draft, classes: draft.classes.filter((one) => !gone.has(one.key)) }
}

/** Changes the place with the class before or after it in the same level. */
export function moveClass(draft: PlanDraft, key: string, step: -1 | 1): PlanDraft {
  const moved = draft.classes.find((one) => one.key === key)
  if (!moved) return draft
  const level = childrenOf(draft, moved.parent)
  const other = level[level.indexOf(moved) + step]
  if (!other) return draft
  const places = { [moved.key]: other, [other.key]: moved }
  return { ...draft, classes: draft.classes.map((one) => places[one.key] ?? one) }
}

/** Makes a class part of another one, at the end of it, or of the whole account. */
export function moveInto(draft: PlanDraft, key: string, parent: string | null): PlanDraft {
  const moved = draft.classes.find((one) => one.key === key)
  if (!moved) return draft
  const others = draft.classes.filter((one) => one.key !== key)
  return { ...draft, classes: [...others, { ...moved, parent }] }
}

/**
 * Returns the classes that a class can become part of: none of its own tree, none that holds something itself, and none
 * so deep that the plan had too many levels.
 */
export function parentsFor(draft: PlanDraft, key: string): { readonly key: string; readonly name: string }[] {
  const tree = treeOf(draft)
  const own = new Set(subtreeOf(draft, key))
  const ownLevels = tree.filter((one) => own.has(one.key)).map(({ level }) => level)
  const depth = Math.max(...ownLevels) - Math.min(...ownLevels) + 1
  return tree
    .filter(
      (one) =>
        !own.has(one.key) &&
        one.level + 1 + depth <= mostTargetLevels &&
        (childrenOf(draft, one.key).length > 0 || isEmptyLeaf(one)),
    )
    .map(({ key: parent, name }) => ({ key: parent, name: name.trim() === '' ? 'Unnamed class' : name }))
}

const isEmptyLeaf = ({ holdsCash, takes, codes }: DraftClass): boolean =>
  !holdsCash && takes.length === 0 && codes.length === 0

function subtreeOf(draft: PlanDraft, key: string): string[] {
  return [key, ...childrenOf(draft, key).flatMap((one) => subtreeOf(draft, one.key))]
}
