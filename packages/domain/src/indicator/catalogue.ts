// Catalogue of every indicator the product offers: names, displayed definition, parameters, placement and stream. Saved
// charts store `key` and parameters, so the meaning of either must never change.
import { averageTrueRange } from './average-true-range.ts'
import { bollingerBands, donchianChannel, keltnerChannel } from './band.ts'
import { directionalMovement } from './directional-movement.ts'
import { macd } from './macd.ts'
import { exponentialMovingAverage, simpleMovingAverage, weightedMovingAverage } from './moving-average.ts'
import {
  commodityChannelIndex,
  moneyFlowIndex,
  relativeStrengthIndex,
  stochastic,
  williamsPercentRange,
} from './oscillator.ts'
import { parabolicStop } from './parabolic-sar.ts'
import type { IndicatorStream } from './stream.ts'
import { onBalanceVolume, volume, volumeWeightedAveragePrice } from './volume.ts'

export interface IndicatorParam {
  readonly name: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** 1: whole numbers only. */
  readonly step: number
}

export interface IndicatorLine {
  readonly name: string
  readonly shape: 'line' | 'bars' | 'dots'
}

export interface IndicatorDefinition {
  readonly key: string
  /** Short name for the legend: "RSI". */
  readonly name: string
  readonly title: string
  /** The displayed definition. */
  readonly definition: string
  /** On the prices, or in a separate panel below them. */
  readonly place: 'price' | 'panel'
  readonly params: readonly IndicatorParam[]
  readonly lines: readonly IndicatorLine[]
  /** Axis limits, for indicators with bounded values. */
  readonly bounds?: readonly [number, number]
  /** Values at which the indicator is usually read as oversold and overbought; drawn as lines and labelled. */
  readonly guides?: readonly [number, number]
  /** Unit of the values: prices with cents, an index with one decimal, or large numbers of shares. */
  readonly unit: 'price' | 'index' | 'count'
  /**
   * Creates the stream. Expects as many numbers as `params`; `anchorOf` maps a bar's time to its anchor period, for
   * VWAP.
   */
  readonly create: (params: readonly number[], anchorOf: (timeMs: number) => string) => IndicatorStream
}

const length = (value: number, name = 'Length', min = 2): IndicatorParam => ({ name, value, min, max: 500, step: 1 })
interface FactorOptions {
  readonly min: number
  readonly max: number
  readonly step: number
}

const factor = (name: string, value: number, { min, max, step }: FactorOptions): IndicatorParam => ({
  name,
  value,
  min,
  max,
  step,
})
const line = (name: string): IndicatorLine => ({ name, shape: 'line' })
const band = [line('Upper'), line('Middle'), line('Lower')]

/** Returns the parameter at an index of a checked list. */
const at = (params: readonly number[], index: number): number => params[index] ?? 0

export const indicators: readonly IndicatorDefinition[] = [
  {
    key: 'sma',
    name: 'SMA',
    title: 'Simple moving average',
    place: 'price',
    params: [length(20)],
    lines: [line('SMA')],
    unit: 'price',
    definition: 'The plain average of the last closes.',
    create: (params) => simpleMovingAverage(at(params, 0)),
  },
  {
    key: 'ema',
    name: 'EMA',
    title: 'Exponential moving average',
    place: 'price',
    params: [length(20)],
    lines: [line('EMA')],
    unit: 'price',
    definition:
      'Starts with the plain average of the first closes; then moves toward each close by 2 / (length + 1) of ' +
      'the distance.',
    create: (params) => exponentialMovingAverage(at(params, 0)),
  },
  {
    key: 'wma',
    name: 'WMA',
    title: 'Weighted moving average',
    place: 'price',
    params: [length(20)],
    lines: [line('WMA')],
    unit: 'price',
    definition:
      'The average of the last closes, where the oldest counts once and the newest as often as there are closes.',
    create: (params) => weightedMovingAverage(at(params, 0)),
  },
  {
    key: 'bollinger',
    name: 'BB',
    title: 'Bollinger bands',
    place: 'price',
    params: [length(20), factor('Deviations', 2, { min: 0.1, max: 10, step: 0.1 })],
    lines: band,
    unit: 'price',
    definition:
      'The plain average of the last closes, and as many of their population standard deviations above and below.',
    create: (params) => bollingerBands(at(params, 0), at(params, 1)),
  },
  {
    key: 'donchian',
    name: 'DC',
    title: 'Donchian channel',
    place: 'price',
    params: [length(20)],
    lines: band,
    unit: 'price',
    definition: 'The highest high and the lowest low of the last bars, this one included, and the middle between them.',
    create: (params) => donchianChannel(at(params, 0)),
  },
  {
    key: 'keltner',
    name: 'KC',
    title: 'Keltner channel',
    place: 'price',
    params: [length(20), factor('Multiple', 2, { min: 0.1, max: 10, step: 0.1 }), length(10, 'Range length')],
    lines: band,
    unit: 'price',
    definition: 'The exponential average of the closes, and a multiple of the average true range above and below.',
    create: (params) => keltnerChannel(at(params, 0), at(params, 1), at(params, 2)),
  },
  {
    key: 'psar',
    name: 'SAR',
    title: 'Parabolic SAR',
    place: 'price',
    params: [
      factor('Step', 0.02, { min: 0.001, max: 0.5, step: 0.001 }),
      factor('Limit', 0.2, { min: 0.01, max: 1, step: 0.01 }),
    ],
    lines: [{ name: 'SAR', shape: 'dots' }],
    unit: 'price',
    definition:
      'A stop that follows the trend: it closes in on the extreme price by a factor that grows with every new ' +
      'extreme, and turns when a bar reaches it.',
    create: (params) => parabolicStop(at(params, 0), Math.max(at(params, 0), at(params, 1))),
  },
  {
    key: 'vwap',
    name: 'VWAP',
    title: 'Volume-weighted average price',
    place: 'price',
    params: [],
    lines: [line('VWAP')],
    unit: 'price',
    definition:
      'Typical price (high + low + close) / 3, averaged by volume since the start of the day on bars below a ' +
      'day, else since the start of the year.',
    create: (_params, anchorOf) => volumeWeightedAveragePrice(anchorOf),
  },
  {
    key: 'volume',
    name: 'VOL',
    title: 'Volume',
    place: 'panel',
    params: [length(20, 'Average')],
    lines: [{ name: 'Volume', shape: 'bars' }, line('Average')],
    unit: 'count',
    definition: 'Shares traded, and their plain average over the last bars.',
    create: (params) => volume(at(params, 0)),
  },
  {
    key: 'macd',
    name: 'MACD',
    title: 'Moving average convergence / divergence',
    place: 'panel',
    params: [length(12, 'Fast'), length(26, 'Slow'), length(9, 'Signal')],
    lines: [line('MACD'), line('Signal'), { name: 'Histogram', shape: 'bars' }],
    unit: 'price',
    definition:
      'A fast exponential average of the closes less a slow one; the signal is the exponential average of that; ' +
      'the bars show the difference.',
    create: (params) => macd(at(params, 0), at(params, 1), at(params, 2)),
  },
  {
    key: 'rsi',
    name: 'RSI',
    title: 'Relative strength index',
    place: 'panel',
    params: [length(14)],
    lines: [line('RSI')],
    bounds: [0, 100],
    guides: [30, 70],
    unit: 'index',
    definition: '100 - 100 / (1 + average gain / average loss) of the closes, both smoothed as Wilder did.',
    create: (params) => relativeStrengthIndex(at(params, 0)),
  },
  {
    key: 'stochastic',
    name: 'STOCH',
    title: 'Stochastic oscillator',
    place: 'panel',
    params: [length(14), length(3, 'Slowing', 1), length(3, 'Smoothing', 1)],
    lines: [line('%K'), line('%D')],
    bounds: [0, 100],
    guides: [20, 80],
    unit: 'index',
    definition:
      'Where the close is between the lowest low (0) and the highest high (100) of the last bars, averaged (%K) ' +
      'and averaged again (%D).',
    create: (params) => stochastic(at(params, 0), at(params, 1), at(params, 2)),
  },
  {
    key: 'atr',
    name: 'ATR',
    title: 'Average true range',
    place: 'panel',
    params: [length(14)],
    lines: [line('ATR')],
    unit: 'price',
    definition: 'How far a bar reaches, the gap from the close before it included, smoothed as Wilder did. In dollars.',
    create: (params) => averageTrueRange(at(params, 0)),
  },
  {
    key: 'adx',
    name: 'ADX',
    title: 'Average directional index',
    place: 'panel',
    params: [length(14)],
    lines: [line('ADX'), line('+DI'), line('-DI')],
    bounds: [0, 100],
    unit: 'index',
    definition:
      '+DI and -DI weigh moves above the high and below the low of the bar before against the true range; ADX is ' +
      'the smoothed strength of their difference.',
    create: (params) => directionalMovement(at(params, 0)),
  },
  {
    key: 'cci',
    name: 'CCI',
    title: 'Commodity channel index',
    place: 'panel',
    params: [length(20)],
    lines: [line('CCI')],
    unit: 'index',
    definition: 'The distance of the typical price from its plain average, in units of 0.015 mean absolute deviations.',
    create: (params) => commodityChannelIndex(at(params, 0)),
  },
  {
    key: 'williams',
    name: '%R',
    title: 'Williams %R',
    place: 'panel',
    params: [length(14)],
    lines: [line('%R')],
    bounds: [-100, 0],
    guides: [-80, -20],
    unit: 'index',
    definition:
      'How far the close is below the highest high of the last bars, in percent of their whole range, as a ' +
      'negative number.',
    create: (params) => williamsPercentRange(at(params, 0)),
  },
  {
    key: 'mfi',
    name: 'MFI',
    title: 'Money flow index',
    place: 'panel',
    params: [length(14)],
    lines: [line('MFI')],
    bounds: [0, 100],
    guides: [20, 80],
    unit: 'index',
    definition:
      'Of the money traded on bars whose typical price changed, the share in percent that was traded on rising ones.',
    create: (params) => moneyFlowIndex(at(params, 0)),
  },
  {
    key: 'obv',
    name: 'OBV',
    title: 'On-balance volume',
    place: 'panel',
    params: [],
    lines: [line('OBV')],
    unit: 'count',
    definition: 'The running sum of volume, added when the bar closed above the one before and taken away when below.',
    create: () => onBalanceVolume(),
  },
]

export function findIndicator(key: string): IndicatorDefinition | undefined {
  return indicators.find((definition) => definition.key === key)
}

/**
 * Returns parameters the indicator can be computed with: missing or invalid ones become the defaults, others are
 * clamped to their bounds.
 */
export function checkParams(definition: IndicatorDefinition, params: readonly number[]): number[] {
  return definition.params.map(({ value, min, max, step }, index) => {
    const given = params[index]
    if (given === undefined || !Number.isFinite(given)) return value
    const bounded = Math.min(max, Math.max(min, given))
    return step === 1 ? Math.round(bounded) : bounded
  })
}
