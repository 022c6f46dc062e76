// Dates `YYYY-MM-DD` and times of 24 hours by the clock of New York, whose zone every time names.
import { newYorkDateAt, newYorkTimeText, type EpochMs } from '@clubfolio/domain'
import { absent } from './money.ts'

type Instant = number | Date | null | undefined

const msOf = (instant: number | Date): EpochMs => (typeof instant === 'number' ? instant : instant.getTime()) as EpochMs

/** `2026-03-04 15:00:00 ET` */
export function formatDateTime(instant: Instant, hasSeconds = true): string {
  return instant === null || instant === undefined ? absent : newYorkTimeText(msOf(instant), { hasSeconds })
}

/** `2026-03-04`, the New York day of an instant. */
export function formatDay(instant: Instant): string {
  return instant === null || instant === undefined ? absent : newYorkDateAt(msOf(instant))
}

/** `15:00:00 ET`, or `15:00 ET` without seconds. */
export function formatTime(instant: Instant, hasSeconds = true): string {
  return instant === null || instant === undefined ? absent : formatDateTime(instant, hasSeconds).slice(11)
}
