// The value axis of a report's graph.

/** Returns round steps that cover both ends: `axisTicks(-3, 12)` is [-5, 0, 5, 10, 15]. */
export function axisTicks(low: number, high: number, wanted = 4): number[] {
  const span = high - low || Math.abs(high) || 1
  const rough = span / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
