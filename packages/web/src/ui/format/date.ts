// Dates `YYYY-MM-DD` and times of 24 hours in the zone of the reader's browser; the zone itself belongs in a tooltip.
import { absent } from './money.ts'

type Instant = number | Date | null | undefined

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-03-04 15:00:00` */
export function formatDateTime(instant: Instant): string {
  return instant === null || instant === undefined ? absent : `${formatDay(instant)} ${formatTime(instant)}`
}

/** `2026-03-04` */
export function formatDay(instant: Instant): string {
  if (instant === null || instant === undefined) return absent
  const date = new Date(instant)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `15:00:00`, or `15:00` without seconds. */
export function formatTime(instant: Instant, hasSeconds = true): string {
  if (instant === null || instant === undefined) return absent
  const date = new Date(instant)
  return `${two(date.getHours())}:${two(date.getMinutes())}${hasSeconds ? `:${two(date.getSeconds())}` : ''}`
}

/** The zone in which times are shown, for a tooltip: "America/New_York". */
export function shownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
