// Generates plausible bars and histories, deterministic for a seed.

import type { PriceBar } from '../src/index.ts'

function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const dayMs = 86_400_000

function isWeekend(timeMs: number): boolean {
  return [0, 6].includes(new Date(timeMs).getUTCDay())
}

export interface WalkOptions {
  readonly count: number
  readonly lastMs: number
  readonly stepMs: number
  readonly start: number
  readonly seed: number
}

/** Returns `count` bars that end at `lastMs`; daily and longer steps skip weekends. */
export function randomBars({ count, lastMs, stepMs, start, seed }: WalkOptions): PriceBar[] {
  const random = randomFrom(seed)
  const times: number[] = []
  for (let time = lastMs; times.length < count; time -= stepMs) if (stepMs < dayMs || !isWeekend(time)) times.push(time)
  let price = start
  const cents = (value: number) => Math.max(0.01, Math.round(value * 100) / 100)
  return times.reverse().map((timeMs) => {
    const open = price * (1 + (random() - 0.5) * 0.006)
    const close = open * Math.exp((random() + random() + random() - 1.5) * 0.028 + 0.0006)
    const high = Math.max(open, close) * (1 + random() * 0.009)
    const low = Math.min(open, close) * (1 - random() * 0.009)
    price = close
    return {
      timeMs,
      open: cents(open),
      high: cents(high),
      low: cents(low),
      close: cents(close),
      volume: Math.round((0.6 + random()) * 2_000_000),
    }
  })
}

export function randomHistory(options: WalkOptions): { timeMs: number; value: number }[] {
  return randomBars(options).map(({ timeMs, close }) => ({ timeMs, value: close }))
}
