// The two clocks that charts are read by: UTC for market days, New York for times of day.

import { newYorkOffsetMs, type EpochMs } from '@clubfolio/domain'

export type ChartZone = 'UTC' | 'America/New_York'

/** How far a zone's clock is from UTC at an instant. */
export function zoneOffsetMs(timeMs: number, zone: ChartZone): number {
  return zone === 'UTC' ? 0 : newYorkOffsetMs(timeMs as EpochMs)
}

/** `YYYY-MM-DD HH:mm:ss` on a zone's clock. */
export function localText(timeMs: number, zone: ChartZone): string {
  return new Date(timeMs + zoneOffsetMs(timeMs, zone)).toISOString().slice(0, 19).replace('T', ' ')
}
