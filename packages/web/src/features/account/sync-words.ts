// The wording for the state of an account's readings.
import type { SyncFailure } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { formatDateTime, formatTime } from '../../ui/format/date.ts'

export const syncFailureTexts: Record<SyncFailure, string> = {
  LAPSED: 'The access has lapsed',
  REFUSED: 'The brokerage refuses to show this account',
  UNAVAILABLE: 'The brokerage does not answer',
  NONSENSE: 'The brokerage gives answers that cannot be read',
  UNCONFIGURED: 'This installation is no longer connected to its brokerage',
}

/** Returns the time for a moment of today, and the full date for an earlier day. */
export const momentOf = (atMs: number, nowMs: number): string =>
  nowMs - atMs < dayMs / 2 ? formatTime(atMs) : formatDateTime(atMs)
