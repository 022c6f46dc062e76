// Nominal types for primitive values, so that cents cannot be passed as units, or arbitrary text as a market day. Each
// type is created in one place (its parser); all other code only passes it on.

declare const kind: unique symbol

/** A `Base` value that the compiler distinguishes from every other kind, e.g. `Kind<bigint, 'Cents'>`. */
export type Kind<Base, Name extends string> = Base & { readonly [kind]: Name }

/** Whole cents of a US dollar; negative amounts are owed or lost. $1,234.56 is `123456n`. */
export type Cents = Kind<bigint, 'Cents'>

/** Fund units in steps of 1e-8; ten units are `1_000_000_000n`. */
export type UnitSteps = Kind<bigint, 'UnitSteps'>

/** A market day `YYYY-MM-DD` in New York. Sorts correctly as text. */
export type MarketDay = Kind<string, 'MarketDay'>

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = Kind<number, 'EpochMs'>

// For values whose source has checked them already: a column, a sum of amounts, a clock. Text from outside goes through
// a parser instead (`parseCents`, `parseMarketDay`).
// A kind exists for the compiler only, so a value cannot be tested for it; nothing else gives a value a kind.
/* oxlint-disable typescript/no-unsafe-type-assertion -- for the reason above */

/** 123456n as $1,234.56. */
export const toCents = (value: bigint): Cents => value as Cents

/** 1_000_000_000n as ten units. */
export const toUnitSteps = (value: bigint): UnitSteps => value as UnitSteps

/** '2026-03-04' as a market day. */
export const toMarketDay = (text: string): MarketDay => text as MarketDay

/** 1772636400000 as 2026-03-04T15:00:00Z. */
export const toEpochMs = (value: number): EpochMs => value as EpochMs
