// Caches the trades of accounts by the version of their transactions, positions and stops (decision 0007).
import type { Cents, EpochMs, HoldingTime, MarketDay, MissingR, Side } from '@clubfolio/domain'
import { createVersionCache, type VersionCache } from '../../kernel/version-cache.ts'

/** The part of a trade that lists and statistics need. Shared by requests, so it must never be mutated. */
export interface StoredTrade {
  readonly id: string
  readonly underlying: string
  readonly codes: readonly string[]
  readonly side: Side
  readonly openedAt: EpochMs | null
  readonly openedDay: MarketDay | null
  readonly closedAt: EpochMs | null
  readonly closedDay: MarketDay | null
  readonly quantity: number
  readonly entryPrice: number | null
  readonly exitPrice: number | null
  readonly feeCents: Cents
  readonly netCents: Cents | null
  readonly percent: number | null
  readonly rHundredths: number | null
  readonly missingR: MissingR | null
  readonly holdingTime: HoldingTime | null
  /** 1 for Monday. */
  readonly weekday: number | null
  /** The transactions that opened it or added to it: a note under any of them is its note. */
  readonly entryIds: readonly string[]
}

/** Keyed by account id; oldest trade first. */
export type JournalCache = VersionCache<readonly StoredTrade[]>

/** Holds at most `tradeLimit` trades in total; one takes some 600 bytes. */
export const createJournalCache = (tradeLimit = 300_000): JournalCache =>
  createVersionCache(tradeLimit, (trades) => trades.length + 1)
