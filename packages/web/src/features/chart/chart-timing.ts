// The names of bar lengths: in lists, on the chart's buttons, and in the chart library's units.
import { barTimings, type BarTiming } from '@clubfolio/contract'
import type { BarPeriod } from '@clubfolio/charts'
import type { GraphTiming } from '../../kernel/graph-modal.ts'

/** The specification's mapping; a year is shown in months. Source: docs/rules/interface.md, "Chart modal". */
export const chartTimingOf: Readonly<Record<GraphTiming, BarTiming>> = {
  DAILY: '_D',
  WEEK: '_W',
  MONTH: '_MONTH',
  YEAR: '_MONTH',
  '1MINUTE': '_1M',
}

export const barPeriods: Readonly<Record<BarTiming, BarPeriod>> = {
  _1M: { unit: 'minute', span: 1 },
  _5M: { unit: 'minute', span: 5 },
  _15M: { unit: 'minute', span: 15 },
  _30M: { unit: 'minute', span: 30 },
  _1H: { unit: 'hour', span: 1 },
  _4H: { unit: 'hour', span: 4 },
  _D: { unit: 'day', span: 1 },
  _W: { unit: 'week', span: 1 },
  _MONTH: { unit: 'month', span: 1 },
  _Y: { unit: 'month', span: 12 },
}

export const timingLabels: Readonly<Record<BarTiming, string>> = {
  _1M: '1 minute',
  _5M: '5 minutes',
  _15M: '15 minutes',
  _30M: '30 minutes',
  _1H: '1 hour',
  _4H: '4 hours',
  _D: 'Daily',
  _W: 'Weekly',
  _MONTH: 'Monthly',
  _Y: 'Yearly',
}

export const intradayTimings = ['_1M', '_5M', '_15M', '_30M', '_1H', '_4H'] as const satisfies readonly BarTiming[]
export const dailyTimings = ['_D', '_W', '_MONTH', '_Y'] as const satisfies readonly BarTiming[]

export const isIntradayTiming = (timing: BarTiming): timing is (typeof intradayTimings)[number] =>
  intradayTimings.some((intraday) => intraday === timing)

/** The chart's default. Source: docs/rules/trading.md, "Chart screen". */
export const defaultTiming: BarTiming = '_MONTH'

/**
 * Returns the timing of an address: `_W`, also written `_w` or `w`. An unknown one is monthly.
 */
export function timingOfAddress(text: string | undefined): BarTiming {
  const name = `_${text?.replace(/^_/, '').toUpperCase() ?? ''}`
  return barTimings.find((timing) => timing === name) ?? defaultTiming
}
