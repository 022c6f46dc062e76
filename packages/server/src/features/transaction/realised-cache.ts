// Realised gains of accounts that were worked out before, by the version of their transactions, movements and positions (decision 0007).
import type { RealisedProfit } from '@clubfolio/contract'
import { createVersionCache, type VersionCache } from '../../kernel/version-cache.ts'

/** All there is of an account, whatever span is asked for. Shared by requests, so nobody may change any of it. */
export type RealisedHistory = Pick<RealisedProfit, 'gains' | 'incomes'>

/** By the ids of accounts. */
export type RealisedCache = VersionCache<RealisedHistory>

/** Holds at most `rowLimit` lots and incomes in all; one takes some 200 bytes. */
export const createRealisedCache = (rowLimit = 500_000): RealisedCache => createVersionCache(rowLimit, ({ gains, incomes }) => gains.length + incomes.length + 1)
