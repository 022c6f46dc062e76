// The limits of an account and their use at present. Source: docs/rules/trading.md, "Limits".
import { limitKinds, limitMeasures, symbolRules } from '@clubfolio/domain'
import { z } from 'zod'
import type { RefusalDefinition } from './refusal.ts'
import { decimalNumber, dollars, instant } from './wire.ts'

export const limitRefusals = {
  limitLocked: {
    status: 409,
    text:
      'Nothing was saved: {limits} cannot be loosened before the next session, because a limit was reached today. ' +
      'A tighter limit can be saved at any time.',
  },
} as const satisfies Record<string, RefusalDefinition>

const percent = decimalNumber(2, 'Enter a percentage with at most 2 decimals.')
const symbol = z
  .string()
  .trim()
  .min(1, 'Enter the symbol.')
  .max(16, 'A symbol has at most 16 characters.')
  .toUpperCase()

/** Limits of a trading day and of all positions together; null where there is none. */
export const accountLimitFields = {
  /** Percent of the account value that one position may have. */
  largestPositionPercent: percent.nullable(),
  /** What all positions and working entries may lose at their stops. */
  openHeat: dollars.nullable(),
  /** The same in percent of the account value. */
  openHeatPercent: percent.nullable(),
  /** Percent of its value that a position without a stop counts as heat; null for all of it. */
  heatWithoutStop: percent.nullable(),
  openPositions: z
    .number()
    .int('Enter a whole number of positions.')
    .min(0, 'Enter a whole number of positions.')
    .max(1_000, 'Enter at most 1,000 positions.')
    .nullable(),
  /** ALLOW: only `symbols` are opened. BLOCK: all but them. */
  symbolRule: z.enum(symbolRules).nullable(),
  symbols: z.array(symbol).max(500, 'A list has at most 500 symbols.'),
  /** Working entries are cancelled when the daily loss is reached. */
  cancelsEntries: z.boolean(),
}

/** The use of one limit. Dollars, percent, or a number of positions, by its measure. */
export const LimitUse = z
  .object({
    measure: z.enum(limitMeasures),
    used: decimalNumber(2, ''),
    limit: decimalNumber(2, ''),
    /** With the order of a preview; null elsewhere. */
    after: decimalNumber(2, '').nullable(),
    /** The position that the size is of. */
    code: z.string().nullable(),
  })
  .meta({ id: 'LimitUse' })
export type LimitUse = z.output<typeof LimitUse>

export const AccountLimitState = z
  .object({
    uses: z.array(LimitUse),
    /** The daily loss was reached: no entries until then. Null otherwise. */
    stopped: z
      .object({
        loss: dollars,
        limit: dollars,
        reachedAt: instant,
        /** When the next session opens. */
        until: instant,
        /** Entries that still work, by their order ids. */
        workingEntries: z.array(z.string()),
      })
      .nullable(),
    /** Limits that were reached on this market day. */
    reached: z.array(z.enum(limitKinds)),
  })
  .meta({ id: 'AccountLimitState' })
export type AccountLimitState = z.output<typeof AccountLimitState>
