// The form of a target plan: a tree of classes with percentages, and what each leaf holds.
// Source: docs/rules/target-allocation.md, "Plan".

/** How the part of a leaf is split over its instruments. */
export const leafRules = ['HELD', 'EQUAL', 'FIXED'] as const
export type LeafRule = (typeof leafRules)[number]

/** What puts an instrument into a leaf that does not name it. */
export const targetGroupings = ['OWN', 'ASSET_TYPE', 'SECTOR', 'COUNTRY'] as const
export type TargetGrouping = (typeof targetGroupings)[number]

export interface TargetLeaf {
  /** Classes of the listing whose instruments it holds, unless a leaf names the instrument. */
  readonly takes: readonly string[]
  /** Codes it holds by name. */
  readonly codes: readonly string[]
  readonly holdsCash: boolean
  readonly rule: LeafRule
  /** Of a FIXED leaf: codes with percentages that sum to 100. */
  readonly parts: readonly { readonly code: string; readonly percent: string }[]
}

export interface TargetClass {
  readonly key: string
  /** The class it is part of; null at the top. */
  readonly parent: string | null
  readonly name: string
  /** Of its parent, as decimal text with at most 2 decimals. */
  readonly percent: string
  /** Null for a class that has classes. */
  readonly leaf: TargetLeaf | null
}

export interface TargetBand {
  /** Percent points of the account's value. */
  readonly points: string | null
  /** Percent of the target. */
  readonly relative: string | null
}

export interface TargetTree {
  readonly grouping: TargetGrouping
  readonly band: TargetBand
  /** Notify when a leaf leaves its band at a close. */
  readonly alerts: boolean
  /** A class follows its parent. */
  readonly classes: readonly TargetClass[]
}

/** The key of what no leaf holds. Its target is zero. */
export const unclassifiedKey = 'unclassified'

/** Percents are whole hundredths of a percent: 10,000 are all. */
export const wholeParts = 10_000n

/** `percentParts("12.5")` is 1250n: hundredths of a percent. */
export function percentParts(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0').slice(0, 2))
}
