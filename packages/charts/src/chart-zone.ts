// The two time zones of charts: UTC for market days, New York for times of day.

import { newYorkOffsetMs, toEpochMs } from '@clubfolio/domain'

export type ChartZone = 'UTC' | 'America/New_York'

/** Returns a zone's offset from UTC at an instant. */
export function zoneOffsetMs(timeMs: number, zone: ChartZone): number {
  return zone === 'UTC' ? 0 : newYorkOffsetMs(toEpochMs(timeMs))
}

/** Returns `YYYY-MM-DD HH:mm:ss` in a zone's local time. */
export function localText(timeMs: number, zone: ChartZone): string {
  return new Date(timeMs + zoneOffsetMs(timeMs, zone)).toISOString().slice(0, 19).replace('T', ' ')
}
