// The derivation of what the benchmark returned over the closes of a table.
import type { LineDerivation } from '@clubfolio/contract'
import { type AttributedDay, fractionToNumber, sessionOnOrBefore } from '@clubfolio/domain'
import { exactAmount, percentFigure } from '../book/figure-text.ts'
import { hundredthsOfWhole, listDays, scaledPercent, shareSteps, sumOfAmounts } from './line-sheet.ts'
import type { BesideBenchmark } from './read-benchmark.ts'

interface BenchmarkSheet {
  readonly beside: BesideBenchmark
  readonly days: readonly AttributedDay[]
  readonly isOwn: boolean
}

/** Returns undefined where the benchmark has a gap, and so no return. */
export function deriveBenchmark({
  beside: { shown, path, hundredths, closes },
  days,
  isOwn,
}: BenchmarkSheet): Omit<LineDerivation, 'asOf'> | undefined {
  if (!path || hundredths === undefined || shown.percent === null) return undefined
  const { symbol } = shown
  let growth = shareSteps
  const rows = days.map(({ day, startDay }, index) => {
    const step = path.steps[index] ?? 0n
    const before = growth
    growth += step
    return { day, startDay, step, before }
  })
  const price = (day: AttributedDay['day']): string => {
    const close = closes?.get(sessionOnOrBefore(day))
    return close === undefined ? 'n/a' : exactAmount(close.toFixed(4).replace(/0{1,2}$/, ''), 'USD')
  }
  return {
    title: `Return of ${symbol}`,
    result: percentFigure(shown.percent),
    formula:
      `Close / close before - 1, x growth before, summed over the closes${isOwn ? ' at which you had units' : ''}. ` +
      `Growth before is what ${symbol} has grown by from the start of the period up to the close before. Its closes ` +
      'are split-adjusted, without dividends.',
    parts: [
      { label: 'Sum of the closes', value: scaledPercent(path.total) },
      { label: 'Rounding', value: scaledPercent((hundredths * shareSteps) / hundredthsOfWhole - path.total) },
      { label: 'Shown', value: percentFigure(shown.percent) },
    ],
    columns: ['Close', `${symbol} before`, symbol, 'Growth before', 'Return'],
    rows: listDays(rows, {
      ofDay: ({ day, startDay, step, before }) => [
        price(startDay),
        price(day),
        fractionToNumber({ numerator: before, denominator: shareSteps }).toFixed(6),
        scaledPercent(step),
      ],
      ofEarlier: (earlier) => ['', '', '', scaledPercent(sumOfAmounts(earlier.map(({ step }) => step)))],
    }),
    derivable: [],
  }
}
