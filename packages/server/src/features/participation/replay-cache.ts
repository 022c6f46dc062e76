// Replays that were worked out before, by the version of the books they were worked out from. It never decides what is current: whoever
// asks has read the version in the database, and triggers renew that with every change of a record (decision "Replays are cached by
// the version of the books").
import { holderFigures, replayFund, type FundRecords, type FundReplay, type HolderFigure, type HolderId } from '@clubfolio/domain'

export type MemberNames = ReadonlyMap<HolderId, { readonly firstName: string; readonly lastName: string }>

/** A fund's records and what follows from them. Shared by requests, so nobody may change any of it. */
export interface FundState {
  readonly records: FundRecords
  /** The owner's members by id, in the order of their names. */
  readonly members: MemberNames
  readonly replay: FundReplay
  readonly figures: readonly HolderFigure[]
}

export function toState(records: FundRecords, members: MemberNames): FundState {
  const replay = replayFund(records)
  return { records, members, replay, figures: holderFigures(replay) }
}

export interface ReplayCache {
  /** The state of exactly this version, or undefined. */
  find(accountId: string, version: string): FundState | undefined
  /** Keeps the newest version of an account; what was read longest ago makes room. */
  keep(accountId: string, version: string, state: FundState): void
}

/** Holds at most `recordLimit` records in all; a fund larger than that is never held. A record takes about a kilobyte. */
export function createReplayCache(recordLimit = 200_000): ReplayCache {
  // In the order of their last use, the oldest first.
  const kept = new Map<string, { readonly version: string; readonly state: FundState; readonly size: number }>()
  let total = 0
  const drop = (accountId: string): void => {
    total -= kept.get(accountId)?.size ?? 0
    kept.delete(accountId)
  }
  return {
    find(accountId, version) {
      const one = kept.get(accountId)
      if (!one || one.version !== version) return undefined
      kept.delete(accountId)
      kept.set(accountId, one)
      return one.state
    },
    keep(accountId, version, state) {
      drop(accountId)
      const size = sizeOf(state.records)
      if (size > recordLimit) return
      kept.set(accountId, { version, state, size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= recordLimit) return
        drop(oldest)
      }
    },
  }
}

const sizeOf = ({ entries, statusChanges, reversals, movements, matches, closes, expenses, transfers }: FundRecords): number =>
  [entries, statusChanges, reversals, movements, matches, closes, expenses, transfers].reduce((sum, list) => sum + list.length, 1)
