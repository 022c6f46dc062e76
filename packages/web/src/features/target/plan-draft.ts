// A target plan while it is edited: its classes in the order of the tree, each below the class it is part of. Pure.
import type { Allocation, TargetPlan } from '@clubfolio/contract'
import {
  type LeafRule,
  percentParts,
  scaledText,
  type TargetGrouping,
  unclassifiedKey,
  wholeParts,
} from '@clubfolio/domain'

export interface DraftClass {
  readonly key: string
  readonly parent: string | null
  readonly name: string
  /** As typed. */
  readonly percent: string
  readonly holdsCash: boolean
  readonly takes: readonly string[]
  readonly codes: readonly string[]
  readonly rule: LeafRule
  /** Percents of a leaf with fixed parts as typed, by code. */
  readonly parts: Readonly<Record<string, string>>
}

export interface PlanDraft {
  readonly grouping: TargetGrouping
  readonly points: string
  readonly relative: string
  readonly alerts: boolean
  readonly classes: readonly DraftClass[]
}

const holdsNothing = { holdsCash: false, takes: [], codes: [], rule: 'HELD', parts: {} } as const

export const newClass = (parent: string | null): DraftClass => ({
  key: crypto.randomUUID(),
  parent,
  name: '',
  percent: '',
  ...holdsNothing,
})

export function draftOfPlan({ grouping, band, alerts, classes }: TargetPlan): PlanDraft {
  return {
    grouping,
    points: band.points ?? '',
    relative: band.relative ?? '',
    alerts,
    classes: classes.map(({ leaf, ...one }) => ({
      ...one,
      ...(leaf === null
        ? holdsNothing
        : { ...leaf, parts: Object.fromEntries(leaf.parts.map(({ code, percent }) => [code, percent])) }),
    })),
  }
}

/**
 * Returns a plan that starts from what is held: a class for each of the listing, cash, and one for what has no class.
 * Their percents are today's parts, rounded so that they sum to 100.
 */
export function draftOfAllocation({ classes, grouping, value }: Allocation): PlanDraft {
  const held = classes.filter((one) => one.value > 0n)
  const sum = held.reduce((all, one) => all + one.value, 0n)
  const rounded = held.map((one) => (value > 0n ? (one.value * wholeParts) / sum : 0n))
  const left = wholeParts - rounded.reduce((all, one) => all + one, 0n)
  return {
    grouping,
    points: '5',
    relative: '25',
    alerts: true,
    classes: held.map((one, index) => ({
      ...newClass(null),
      name: one.key === unclassifiedKey ? 'Not classified' : one.name,
      // What rounding leaves goes to the first class, which is the largest.
      percent: shortPercent(rounded[index]! + (index === 0 ? left : 0n)),
      ...holdingsOf(one),
    })),
  }
}

function holdingsOf({ key, name, instruments }: Allocation['classes'][number]): Partial<DraftClass> {
  if (instruments.some(({ kind }) => kind === 'CASH')) return { holdsCash: true }
  if (key !== unclassifiedKey) return { takes: [name] }
  return { codes: instruments.flatMap(({ kind, code }) => (kind === 'SHARE' && code !== null ? [code] : [])) }
}

/** `shortPercent(2500n)` is "25" and `shortPercent(2550n)` "25.5". */
const shortPercent = (parts: bigint): string => scaledText(parts, 2).replace(/\.?0+$/, '')

export const childrenOf = ({ classes }: Pick<PlanDraft, 'classes'>, parent: string | null): DraftClass[] =>
  classes.filter((one) => one.parent === parent)

/** Puts the classes in the order of the tree, with their levels. */
export function treeOf(draft: Pick<PlanDraft, 'classes'>): (DraftClass & { readonly level: number })[] {
  const below = (parent: string | null, level: number): (DraftClass & { readonly level: number })[] =>
    childrenOf(draft, parent).flatMap((one) => [{ ...one, level }, ...below(one.key, level + 1)])
  return below(null, 0)
}

/** The plan as it is saved; what is typed wrong stays as it is, for the schema to refuse. */
export function planOf(draft: PlanDraft): TargetPlan {
  return {
    grouping: draft.grouping,
    band: { points: blankIsNull(draft.points), relative: blankIsNull(draft.relative) },
    alerts: draft.alerts,
    classes: treeOf(draft).map(({ key, parent, name, percent, holdsCash, takes, codes, rule, parts }) => ({
      key,
      parent,
      name: name.trim(),
      percent: plainPercent(percent),
      leaf:
        childrenOf(draft, key).length > 0
          ? null
          : {
              holdsCash,
              takes: draft.grouping === 'OWN' || holdsCash ? [] : [...takes],
              codes: holdsCash ? [] : [...codes],
              rule: holdsCash ? 'HELD' : rule,
              parts:
                rule === 'FIXED' && !holdsCash
                  ? codes.map((code) => ({ code, percent: plainPercent(parts[code] ?? '0') }))
                  : [],
            },
    })),
  }
}

const blankIsNull = (typed: string): string | null => (typed.trim() === '' ? null : plainPercent(typed))

/** `plainPercent('12.')` is "12". */
const plainPercent = (typed: string): string => typed.trim().replace(/\.$/, '')

/** Returns the hundredths of a percent that are missing to 100; negative where there is too much. */
export const missingPercents = (percents: readonly string[]): bigint =>
  percents.reduce((left, typed) => {
    const text = plainPercent(typed)
    return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? left - percentParts(text) : left
  }, wholeParts)

/** `describeMissing(500n)` is "5% missing to 100%". */
export function describeMissing(missing: bigint): string {
  if (missing === 0n) return 'Together 100%'
  return missing > 0n ? `${shortPercent(missing)}% missing to 100%` : `${shortPercent(-missing)}% more than 100%`
}
