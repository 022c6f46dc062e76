// The price path of a recorded day: minute by minute when its minutes are known from the opening on, otherwise along
// the path through its daily bar. The last instant of the session is the official close. Pure.
import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { sessionHours } from '@clubfolio/domain'
import { priceNumber } from '../money/money.ts'
import { cornersOf, walkPrice } from '../order/bar-walk.ts'
import type { WalkedBar } from '../order/bar-walk.ts'
import type { PaperBar, PaperMinuteBar } from './paper-market.ts'

const MINUTE_MS = 60_000
/** Minutes that end longer than this before the close do not cover the whole day. */
const TAIL_MS = 30 * MINUTE_MS

export interface WalkedDay {
  readonly bar: PaperBar
  readonly walked: readonly WalkedBar[]
  /** The minutes of the walk; empty when it follows the daily bar. */
  readonly minutes: readonly PaperMinuteBar[]
}

/** Returns the hours over which a day's bar becomes known. */
export function knownAt(day: MarketDay): { openMs: number; closeMs: number } {
  const hours = sessionHours(day)
  return hours ?? { openMs: Date.parse(`${day}T14:30:00Z`), closeMs: Date.parse(`${day}T21:00:00Z`) }
}

/** Builds a day with its minutes; those outside the session are dropped. */
export function walkDay(bar: PaperBar, allMinutes: readonly PaperMinuteBar[]): WalkedDay {
  const { openMs, closeMs } = knownAt(bar.day)
  const inSession = allMinutes.filter(({ startMs }) => openMs <= startMs && startMs < closeMs)
  const isWhole = inSession[0]?.startMs === openMs && (inSession.at(-1)?.startMs ?? 0) >= closeMs - TAIL_MS
  if (!isWhole)
    return {
      bar,
      minutes: [],
      walked: [{ ...bar, isDay: true, fromMs: toEpochMs(openMs), untilMs: toEpochMs(closeMs - 1) }],
    }
  const last = toEpochMs(closeMs - 2)
  const walked = inSession.map((minute): WalkedBar => {
    const untilMs = toEpochMs(minute.startMs + MINUTE_MS - 1)
    return { ...minute, fromMs: minute.startMs, untilMs: untilMs < last ? untilMs : last }
  })
  const { close } = bar
  const atClose = toEpochMs(closeMs - 1)
  return {
    bar,
    minutes: inSession,
    walked: [...walked, { open: close, high: close, low: close, close, fromMs: atClose, untilMs: atClose }],
  }
}

/** Returns the known part of a day at an instant: the whole bar, the part its walk has passed, or null. */
export function visibleBar({ bar, walked, minutes }: WalkedDay, at: EpochMs): PaperBar | null {
  const { openMs, closeMs } = knownAt(bar.day)
  if (at >= closeMs - 1) return bar
  const current = walked.findLast(({ fromMs }) => fromMs <= at)
  const [first] = walked
  if (current === undefined || first === undefined) return null
  const last = walkPrice(current, at)
  const corners = walked
    .filter(({ fromMs }) => fromMs <= at)
    .flatMap((one) => cornersOf(one).filter(({ atMs }) => atMs <= at))
  const passed = [last, ...corners.map((corner) => corner.at)].map(priceNumber)
  const part = (at - openMs) / (closeMs - 1 - openMs)
  const volume =
    minutes.length === 0
      ? Math.floor(bar.volume * part)
      : minutes.reduce((sum, minute) => (minute.startMs + MINUTE_MS <= at ? sum + minute.volume : sum), 0)
  return {
    ...bar,
    open: first.open,
    high: Math.max(...passed),
    low: Math.min(...passed),
    close: priceNumber(last),
    volume,
  }
}
