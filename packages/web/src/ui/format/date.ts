// Dates as `YYYY-MM-DD` and 24-hour times in New York time; every time names its zone.
import { newYorkDateAt, newYorkTimeText, type EpochMs, toEpochMs } from '@clubfolio/domain'
import { absent } from './money.ts'

type Instant = number | Date | null | undefined

const msOf = (instant: number | Date): EpochMs => toEpochMs(typeof instant === 'number' ? instant : instant.getTime())

/** Returns `2026-03-04 15:00:00 ET`. */
export function formatDateTime(instant: Instant, hasSeconds = true): string {
  return instant === null || instant === undefined ? absent : newYorkTimeText(msOf(instant), { hasSeconds })
}

/** Returns the New York day of an instant: `2026-03-04`. */
export function formatDay(instant: Instant): string {
  return instant === null || instant === undefined ? absent : newYorkDateAt(msOf(instant))
}

/** Returns `15:00:00 ET`, or `15:00 ET` without seconds. */
export function formatTime(instant: Instant, hasSeconds = true): string {
  return instant === null || instant === undefined ? absent : formatDateTime(instant, hasSeconds).slice(11)
}
