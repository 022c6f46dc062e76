// What is wrong with a target plan, by the field that is wrong.
import { scaledText } from '../money/fraction.ts'
import { codeKey } from '../market/instrument-key.ts'
import { percentParts, type TargetClass, type TargetTree, unclassifiedKey, wholeParts } from './target-plan.ts'

export interface TargetFault {
  /** As in a body: `["classes", 2, "percent"]`. */
  readonly path: (string | number)[]
  readonly message: string
}

/** Levels of classes, the top one included. */
export const mostTargetLevels = 5

/**
 * Returns the faults of a plan; none for one that can be saved. The percentages of classes with one parent sum to 100,
 * and so do the fixed parts of a leaf; a leaf with cash holds nothing else; a code, a class of the listing and cash
 * belong to one leaf at most; a class follows its parent.
 *
 * Example: Shares 60 and Bonds 30 at the top are 90.00 percent and a fault of `classes`.
 */
export function checkTargetPlan({ classes, grouping, band }: TargetTree): TargetFault[] {
  const faults: TargetFault[] = []
  if (band.points === null && band.relative === null)
    faults.push({
      path: ['band', 'points'],
      message: 'Enter a band in percent points, in percent of the target, or both.',
    })
  const levels = new Map<string, number>()
  const claims = new Map<string, string>()
  for (const [index, one] of classes.entries()) {
    const at = (field: string, ...rest: (string | number)[]): (string | number)[] => ['classes', index, field, ...rest]
    if (one.key === unclassifiedKey || levels.has(one.key))
      faults.push({ path: at('key'), message: `The key ${one.key} is used twice.` })
    const above = one.parent === null ? 0 : levels.get(one.parent)
    if (above === undefined) faults.push({ path: at('parent'), message: 'A class follows the class it is part of.' })
    const level = (above ?? 0) + 1
    if (level > mostTargetLevels)
      faults.push({ path: at('parent'), message: `Use at most ${mostTargetLevels} levels of classes.` })
    levels.set(one.key, level)
    faults.push(...checkLeaf(one, classes, at))
    for (const claim of claimsOf(one)) {
      const holder = claims.get(claim.id)
      if (holder === undefined) claims.set(claim.id, one.name)
      else faults.push({ path: at('leaf', claim.field), message: `${claim.words} already belongs to ${holder}.` })
    }
    if (grouping === 'OWN' && one.leaf !== null && one.leaf.takes.length > 0)
      faults.push({ path: at('leaf', 'takes'), message: 'Own classes hold instruments by their codes.' })
  }
  return [...faults, ...checkSums(classes), ...checkNames(classes)]
}

function checkLeaf(
  one: TargetClass,
  classes: readonly TargetClass[],
  at: (field: string, ...rest: (string | number)[]) => (string | number)[],
): TargetFault[] {
  const hasChildren = classes.some(({ parent }) => parent === one.key)
  if (one.leaf === null)
    return hasChildren ? [] : [{ path: at('leaf'), message: 'Say what the class holds, or give it classes.' }]
  if (hasChildren) return [{ path: at('leaf'), message: 'A class with classes holds nothing itself.' }]
  const { rule, parts, codes, takes, holdsCash } = one.leaf
  if (holdsCash && (codes.length > 0 || takes.length > 0 || rule !== 'HELD'))
    return [{ path: at('leaf', 'holdsCash'), message: 'A class that holds cash holds nothing else.' }]
  if (rule !== 'FIXED')
    return parts.length === 0 ? [] : [{ path: at('leaf', 'parts'), message: 'Only fixed parts have percentages.' }]
  const sum = parts.reduce((all, { percent }) => all + percentParts(percent), 0n)
  const named = new Set(codes.map(codeKey))
  return [
    ...(sum === wholeParts ? [] : [{ path: at('leaf', 'parts'), message: sumFault(sum) }]),
    ...parts.flatMap(({ code }, place) =>
      named.has(codeKey(code))
        ? []
        : [{ path: at('leaf', 'parts', place, 'code'), message: `${code} is not among the instruments of the class.` }],
    ),
    ...(new Set(parts.map(({ code }) => codeKey(code))).size === parts.length
      ? []
      : [{ path: at('leaf', 'parts'), message: 'Each instrument has one part.' }]),
  ]
}

interface Claim {
  readonly id: string
  readonly field: 'codes' | 'takes' | 'holdsCash'
  readonly words: string
}

function claimsOf({ leaf }: TargetClass): Claim[] {
  if (leaf === null) return []
  return [
    ...leaf.codes.map((code): Claim => ({ id: `code ${codeKey(code)}`, field: 'codes', words: code })),
    ...leaf.takes.map((name): Claim => ({ id: `class ${name}`, field: 'takes', words: name })),
    ...(leaf.holdsCash ? [{ id: 'cash', field: 'holdsCash', words: 'Cash' } as const] : []),
  ]
}

const sumFault = (sum: bigint): string => `The percentages sum to ${scaledText(sum, 2)}, not to 100.`

function checkSums(classes: readonly TargetClass[]): TargetFault[] {
  const sums = new Map<string | null, { sum: bigint; index: number }>()
  for (const [index, { parent, percent }] of classes.entries()) {
    const before = sums.get(parent)
    sums.set(parent, { sum: (before?.sum ?? 0n) + percentParts(percent), index: before?.index ?? index })
  }
  return [...sums.values()]
    .filter(({ sum }) => sum !== wholeParts)
    .map(({ sum, index }) => ({ path: ['classes', index, 'percent'], message: sumFault(sum) }))
}

function checkNames(classes: readonly TargetClass[]): TargetFault[] {
  const seen = new Set<string>()
  return classes.flatMap(({ parent, name }, index) => {
    const id = JSON.stringify([parent, name.toLowerCase()])
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [{ path: ['classes', index, 'name'], message: `${name} is at this level twice.` }]
  })
}
