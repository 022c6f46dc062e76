// Caches realised gains of accounts by the version of their transactions, movements and positions (decision 0007).
import type { RealisedProfit } from '@clubfolio/contract'
import { createVersionCache, type VersionCache } from '../../kernel/version-cache.ts'

/** The complete history of an account, whatever span is requested. Shared by requests, so it must never be mutated. */
export type RealisedHistory = Pick<RealisedProfit, 'gains' | 'incomes'>

/** Keyed by account id. */
export type RealisedCache = VersionCache<RealisedHistory>

/** Lots and incomes; one takes some 200 bytes. */
export const mostCachedRows = 500_000

/** Holds at most `rowLimit` lots and incomes in total. */
export const createRealisedCache = (rowLimit = mostCachedRows): RealisedCache =>
  createVersionCache(rowLimit, ({ gains, incomes }) => gains.length + incomes.length + 1)
