// What the leaves of a target plan hold, what they are to hold, and whether they are within their band.
// Source: docs/rules/target-allocation.md, "Allocation".
import { codeKey } from '../market/instrument-key.ts'
import { roundByLargestRemainder, splitByLargestRemainder } from '../money/largest-remainder.ts'
import { percentParts, type TargetClass, type TargetTree, unclassifiedKey, wholeParts } from './target-plan.ts'

/** What an instrument is for a plan. */
export interface PlacedInstrument {
  readonly code: string
  /** Its class in the grouping of the plan; null where the listing states none. */
  readonly listed: string | null
}

export interface TargetLeafPlace {
  readonly key: string
  readonly name: string
  readonly rule: 'HELD' | 'EQUAL' | 'FIXED'
  readonly codes: readonly string[]
  readonly parts: readonly { readonly code: string; readonly percent: string }[]
  /** Its part of the whole account: numerator over `targetDenominator`. */
  readonly weight: bigint
}

/** Five levels of hundredths of a percent. */
export const targetDenominator = wholeParts ** 5n

const unclassifiedLeaf: TargetLeafPlace = {
  key: unclassifiedKey,
  name: 'Unclassified',
  rule: 'HELD',
  codes: [],
  parts: [],
  weight: 0n,
}

/** Returns the leaves of a plan in its order, and Unclassified last. */
export function targetLeaves({ classes }: Pick<TargetTree, 'classes'>): TargetLeafPlace[] {
  const weights = new Map<string, bigint>()
  const leaves: TargetLeafPlace[] = []
  for (const { key, parent, name, percent, leaf } of classes) {
    const above = parent === null ? targetDenominator : (weights.get(parent) ?? 0n)
    const weight = (above * percentParts(percent)) / wholeParts
    weights.set(key, weight)
    if (leaf) leaves.push({ key, name, rule: leaf.rule, codes: leaf.codes, parts: leaf.parts, weight })
  }
  return [...leaves, unclassifiedLeaf]
}

/** Returns the key of the leaf that holds cash. */
export const cashLeafKey = ({ classes }: Pick<TargetTree, 'classes'>): string =>
  classes.find(({ leaf }) => leaf?.holdsCash === true)?.key ?? unclassifiedKey

/**
 * Returns which leaf holds an instrument: the one that names its code, else the one that takes its class of the
 * listing, else Unclassified. Example: where Technology takes "Technology" and Own picks names AAPL, AAPL is in Own
 * picks and MSFT in Technology.
 */
export function placeInstruments({ classes }: Pick<TargetTree, 'classes'>): (one: PlacedInstrument) => string {
  const byCode = new Map<string, string>()
  const byClass = new Map<string, string>()
  for (const { key, leaf } of classes) {
    for (const code of leaf?.codes ?? []) byCode.set(codeKey(code), key)
    for (const name of leaf?.takes ?? []) byClass.set(name, key)
  }
  return ({ code, listed }) =>
    byCode.get(codeKey(code)) ?? (listed === null ? undefined : byClass.get(listed)) ?? unclassifiedKey
}

/**
 * Returns the targets of leaves in whole cents, which sum to the value: each is rounded by largest remainder. Example:
 * a third each of 100.00 as 33.33, 33.33 and 33.34 percent is 33.33, 33.33 and 33.34.
 */
export function targetValues(valueCents: bigint, leaves: readonly TargetLeafPlace[]): ReadonlyMap<string, bigint> {
  return roundByLargestRemainder(
    valueCents,
    leaves.map(({ key, weight }) => [key, valueCents * weight]),
    targetDenominator,
  )
}

export interface BandedLeaf {
  readonly accountValue: bigint
  readonly value: bigint
  readonly target: bigint
}

/**
 * Returns whether a leaf is within its band. It is outside as soon as it is further from its target than the percent
 * points of the account's value, or than the percent of its target. All amounts have one unit. Example: 5 points or 25
 * percent, account 100,000.00, target 10,000.00: 12,400.00 is within, 12,600.00 is outside.
 */
export function isWithinBand(
  { accountValue, value, target }: BandedLeaf,
  { points, relative }: TargetTree['band'],
): boolean {
  const distance = size(value - target)
  const isBeyond = (percent: string | null, of: bigint): boolean =>
    percent !== null && distance * wholeParts > percentParts(percent) * size(of)
  return !isBeyond(points, accountValue) && !isBeyond(relative, target)
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** An instrument of a leaf that a plan can buy or sell, with what it is worth. */
export interface LeafMember {
  readonly code: string
  /** Zero for one that the leaf names and that is not held. */
  readonly value: bigint
}

/**
 * Returns what each member of a leaf is to be worth, when `amount` is for all of them: in proportion to what is held,
 * equal parts, or fixed parts, rounded by largest remainder. Where nothing is held "as held" is equal parts of what the
 * leaf names. Fixed parts of what is no member are nobody's. Example: 1,000.00 over A with 300.00 and B with 100.00 as
 * held is 750.00 and 250.00, in equal parts 500.00 each.
 */
export function memberTargets(
  leaf: Pick<TargetLeafPlace, 'rule' | 'parts' | 'codes'>,
  members: readonly LeafMember[],
  amount: bigint,
): bigint[] {
  if (amount <= 0n) return members.map(() => 0n)
  const weights = memberWeights(leaf, members)
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const whole = leaf.rule === 'FIXED' ? wholeParts : sum
  if (sum < whole) return weights.map((weight) => (amount * weight) / whole)
  if (sum === 0n) return weights
  const parts = splitByLargestRemainder(
    amount,
    weights.map((weight, index) => [members[index]!.code, weight]),
  )
  return members.map(({ code }) => parts.get(code)!)
}

function memberWeights(
  { rule, parts, codes }: Pick<TargetLeafPlace, 'rule' | 'parts' | 'codes'>,
  members: readonly LeafMember[],
): bigint[] {
  if (rule === 'FIXED') {
    const byCode = new Map(parts.map(({ code, percent }) => [codeKey(code), percentParts(percent)]))
    return members.map(({ code }) => byCode.get(codeKey(code)) ?? 0n)
  }
  if (rule === 'EQUAL') return members.map(() => 1n)
  if (members.some(({ value }) => value > 0n)) return members.map(({ value }) => value)
  const named = new Set(codes.map(codeKey))
  return members.map(({ code }) => (named.has(codeKey(code)) ? 1n : 0n))
}

/** Returns the classes of a plan with the leaves below each. */
export function leavesBelow(classes: readonly TargetClass[]): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>()
  const parents = new Map(classes.map(({ key, parent }) => [key, parent]))
  for (const { key, leaf } of classes) {
    if (leaf === null) continue
    for (let at: string | null | undefined = key; at !== null && at !== undefined; at = parents.get(at))
      below.set(at, [...(below.get(at) ?? []), key])
  }
  return below
}
