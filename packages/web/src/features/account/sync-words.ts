// The wording for the state of an account's readings.
import type { Account, SyncFailure } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { formatDateTime, formatTime } from '../../ui/format/date.ts'
import { lapsedSince } from './access-left.ts'

export const syncFailureTexts: Record<SyncFailure, string> = {
  LAPSED: 'The access has lapsed',
  REFUSED: 'The brokerage refuses to show this account',
  UNAVAILABLE: 'The brokerage does not answer',
  NONSENSE: 'The brokerage gives answers that cannot be read',
  UNCONFIGURED: 'This installation is no longer connected to its brokerage',
}

/**
 * Says why an account cannot be read and since when; undefined while it can. A lapse has the same time everywhere:
 * "The access has lapsed since 2026-03-04 10:00".
 */
export function describeSyncFailure(account: Account, nowMs: number): string | undefined {
  if (account.syncFailure === null) return undefined
  const lapsedMs = account.syncFailure === 'LAPSED' ? lapsedSince(account, nowMs) : undefined
  const since =
    lapsedMs === undefined
      ? account.syncFailedAt === null
        ? undefined
        : momentOf(account.syncFailedAt, nowMs)
      : formatDateTime(lapsedMs)
  return syncFailureTexts[account.syncFailure] + (since === undefined ? '' : ` since ${since}`)
}

/** Returns the time for a moment of today, and the full date for an earlier day. */
export const momentOf = (atMs: number, nowMs: number): string =>
  nowMs - atMs < dayMs / 2 ? formatTime(atMs) : formatDateTime(atMs)
