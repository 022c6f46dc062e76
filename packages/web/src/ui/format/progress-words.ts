// Progress of a task in figures.
import { formatPercent } from './percent.ts'

export interface ProgressFigures {
  readonly position: number
  /** 0 while the amount of work is unknown. */
  readonly total: number
  readonly percent: number
}

/**
 * Formats progress: `formatProgress({ position: 3, total: 12, percent: 25 })` is "3 of 12 · 25%"; without a total it is
 * "0%".
 */
export function formatProgress({ position, total, percent }: ProgressFigures): string {
  const share = formatPercent(percent, { isTrimmed: true })
  return total === 0 ? share : `${position} of ${total} · ${share}`
}
