// Caches replays by the version of the books they were computed from (decision 0007).
import {
  holderFigures,
  replayOf,
  type FundRecords,
  type FundReplay,
  type HolderFigure,
  type HolderId,
} from '@clubfolio/domain'
import { createVersionCache, type VersionCache } from '../../../kernel/version-cache.ts'

export type MemberNames = ReadonlyMap<HolderId, string>

/** A fund's records and everything derived from them. Shared by requests, so it must never be mutated. */
export interface FundState {
  readonly records: FundRecords
  /** The names of the owner's members by id, in name order. */
  readonly members: MemberNames
  readonly replay: FundReplay
  readonly figures: readonly HolderFigure[]
}

export function toState(records: FundRecords, members: MemberNames): FundState {
  const replay = replayOf(records)
  return { records, members, replay, figures: holderFigures(replay) }
}

/** Keyed by account id. */
export type ReplayCache = VersionCache<FundState>

/** A line of a charge has no dealing of its own in a replay, and takes an eighth of what another record takes. */
const chargeLinesPerRecord = 8

/** A record takes about a kilobyte. */
export const mostCachedRecords = 200_000

/** Holds at most `recordLimit` records in total; a larger fund is never stored. */
export const createReplayCache = (recordLimit = mostCachedRecords): ReplayCache =>
  createVersionCache(recordLimit, ({ records }) => sizeOf(records))

const sizeOf = ({
  entries,
  statusChanges,
  reversals,
  movements,
  matches,
  closes,
  expenses,
  transfers,
  moves,
  feePolicies,
  feeCharges,
}: FundRecords): number =>
  [entries, statusChanges, reversals, movements, matches, closes, expenses, transfers, moves, feePolicies].reduce(
    (sum, list) => sum + list.length,
    1 + feeCharges.reduce((sum, charge) => sum + 1 + charge.lines.length / chargeLinesPerRecord, 0),
  )
