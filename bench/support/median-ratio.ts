// Compares two ways of doing the same work: alternating rounds in one process, the median of the ratios.

export interface Comparison {
  readonly oursMs: number
  readonly bareMs: number
  readonly ratio: number
}

/** Runs both in turn, `rounds` times after one warm-up round, and returns medians. */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Comparison> {
  await ours()
  await bare()
  const results: { oursMs: number; bareMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    // The order alternates from round to round, so that neither side always meets the other's leftovers.
    const isOursFirst = round % 2 === 0
    const first = await (isOursFirst ? ours() : bare())
    const second = await (isOursFirst ? bare() : ours())
    results.push(isOursFirst ? { oursMs: first, bareMs: second } : { oursMs: second, bareMs: first })
  }
  return {
    oursMs: median(results.map((result) => result.oursMs)),
    bareMs: median(results.map((result) => result.bareMs)),
    ratio: median(results.map((result) => result.oursMs / result.bareMs)),
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/**
 * Returns the processor time of our process, garbage collection on other threads included: unlike the time on the wall,
 * it does not count what other programs on the machine take. Only for work that waits for nothing.
 */
export async function timedOnProcessor(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
