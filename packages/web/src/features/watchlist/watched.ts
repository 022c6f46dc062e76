// The change of a watched instrument since the prior close, and its position in the list. Independent of the UI.
import type { WatchedInstrument } from '@clubfolio/contract'
import { percentSince, priorClose, type LatestCloses } from '@clubfolio/domain'

/**
 * Returns the percent change since the prior close: of the live price while a session forms, otherwise of the last
 * close.
 */
export function watchedChange(
  watched: Pick<WatchedInstrument, keyof LatestCloses>,
  live: number | undefined,
  isForming: boolean,
): number | undefined {
  const isLive = isForming && live !== undefined
  return percentSince(isLive ? live : watched.lastClose, priorClose(watched, isLive))
}

/** Returns the codes after one was moved by a step; at either end of the list nothing moves. */
export function moveCode(codes: readonly string[], code: string, by: 1 | -1): string[] {
  const from = codes.indexOf(code)
  const to = from + by
  if (from === -1 || to < 0 || to >= codes.length) return [...codes]
  const moved = codes.toSpliced(from, 1)
  moved.splice(to, 0, code)
  return moved
}
