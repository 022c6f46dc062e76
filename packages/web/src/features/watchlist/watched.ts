// The change of a watched instrument since the previous close, and its position in the list. Independent of the UI.
import type { WatchedInstrument } from '@clubfolio/contract'

/**
 * Returns the percent change since the previous close: while a session forms, the live price against the last close;
 * otherwise the last close against the one before it.
 */
export function watchedChange(
  { lastClose, previousClose }: Pick<WatchedInstrument, 'lastClose' | 'previousClose'>,
  live: number | undefined,
  isForming: boolean,
): number | undefined {
  const [now, before] = isForming && live !== undefined ? [live, lastClose] : [lastClose, previousClose]
  return now === null || before === null || before === 0 ? undefined : (now / before - 1) * 100
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
