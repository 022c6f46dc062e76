// Formats instants for the pages: New York date and time.

import { newYorkDateAt, newYorkMinuteAt, toEpochMs } from '@clubfolio/domain'

/** `2026-11-27 14:30 New York`. */
export function pageTime(epochMs: number): string {
  const minute = Math.floor(newYorkMinuteAt(toEpochMs(epochMs)))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${newYorkDateAt(toEpochMs(epochMs))} ${two(Math.floor(minute / 60))}:${two(minute % 60)} New York`
}
