// Indicators against published worked examples, the closes and results of StockCharts' ChartSchool pages (moving
// averages, RSI), and against small examples computed by hand.
import { expect, test } from 'vitest'
import { findIndicator } from './catalogue.ts'
import { computeIndicator, type IndicatorBar } from './stream.ts'

const bar = (high: number, low: number, close: number, volume = 1): IndicatorBar => ({
  timeMs: 0,
  open: close,
  high,
  low,
  close,
  volume,
})
const closes = (...prices: number[]) => prices.map((price) => bar(price, price, price))

function valuesOf(key: string, params: number[], bars: readonly IndicatorBar[]) {
  return computeIndicator(
    findIndicator(key)!.create(params, () => 'always'),
    bars,
  )
}
const firstLine = (key: string, params: number[], bars: readonly IndicatorBar[], decimals = 2) =>
  valuesOf(key, params, bars).flatMap(([value]) => (value === undefined ? [] : [Number(value.toFixed(decimals))]))

const averaged = closes(
  22.2734,
  22.194,
  22.0847,
  22.1741,
  22.184,
  22.1344,
  22.2337,
  22.4323,
  22.2436,
  22.2933,
  22.1542,
  22.3926,
  22.3816,
  22.6109,
  23.3558,
  24.0519,
  23.753,
  23.8324,
  23.9516,
  23.6338,
)

test('SMA of 10 closes', () => {
  expect(firstLine('sma', [10], averaged)).toEqual([
    22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21,
  ])
})

test('EMA of 10 closes begins with their SMA', () => {
  expect(firstLine('ema', [10], averaged)).toEqual([
    22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34,
  ])
})

test('WMA of 5 closes: 90.24 x 5 + 92.59 x 4 + 94.78 x 3 + 95.55 x 2 + 89.09 x 1 over 15', () => {
  expect(firstLine('wma', [5], closes(89.09, 95.55, 94.78, 92.59, 90.24), 4)).toEqual([92.406])
})

test('RSI of 14 changes', () => {
  const prices = closes(
    44.3389,
    44.0902,
    44.1497,
    43.6124,
    44.3278,
    44.8264,
    45.0955,
    45.4245,
    45.8433,
    46.0826,
    45.8931,
    46.0328,
    45.614,
    46.282,
    46.282,
    46.0028,
    46.0328,
    46.4116,
    46.2222,
    45.6439,
    46.2122,
    46.2521,
    45.7137,
    46.4515,
    45.7835,
    45.3548,
    44.0288,
    44.1783,
    44.2181,
    44.5672,
    43.4205,
    42.6628,
    43.1314,
  )
  expect(firstLine('rsi', [14], prices)).toEqual([
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
    37.3, 33.08, 37.77,
  ])
})

test('ATR of 14 bars', () => {
  const high = [
    48.7, 48.72, 48.9, 48.87, 48.82, 49.05, 49.2, 49.35, 49.92, 50.19, 50.12, 49.66, 49.88, 50.19, 50.36, 50.57,
  ]
  const low = [
    47.79, 48.14, 48.39, 48.37, 48.24, 48.64, 48.94, 48.86, 49.5, 49.87, 49.2, 48.9, 49.43, 49.73, 49.26, 50.09,
  ]
  const close = [
    48.16, 48.61, 48.75, 48.63, 48.74, 49.03, 49.07, 49.32, 49.91, 50.13, 49.53, 49.5, 49.75, 50.03, 50.31, 50.52,
  ]
  expect(
    firstLine(
      'atr',
      [14],
      high.map((value, index) => bar(value, low[index]!, close[index]!)),
    ),
  ).toEqual([0.55, 0.59, 0.59])
})

test('Bollinger bands of 4 closes: mean 5, population deviation the root of 5', () => {
  const [upper, middle, lower] = valuesOf('bollinger', [4, 2], closes(2, 4, 6, 8)).at(-1)!
  expect([upper, middle, lower]).toEqual([5 + 2 * Math.sqrt(5), 5, 5 - 2 * Math.sqrt(5)])
})

test('MACD: EMA 2 less EMA 3, and the EMA 2 of that', () => {
  // EMA 2: -, 1.5, 2.5, 4.8333, 3.6111; EMA 3: -, -, 2, 4, 3.5
  const values = valuesOf('macd', [2, 3, 2], closes(1, 2, 3, 6, 3)).map((row) =>
    row.map((value) => (value === undefined ? undefined : Number(value.toFixed(4)))),
  )
  expect(values).toEqual([
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [0.5, undefined, undefined],
    [0.8333, 0.6667, 0.1667],
    [0.1111, 0.2963, -0.1852],
  ])
})

const bars = [bar(10, 8, 9, 100), bar(12, 9, 11, 200), bar(11, 7, 8, 300), bar(9, 6, 7, 100), bar(10, 7, 10, 400)]

test('stochastic: (close - lowest) / (highest - lowest), averaged over 2 and 2', () => {
  // Raw over 3 bars: (8-7)/(12-7) = 20, (7-6)/(12-6) = 16.667, (10-6)/(11-6) = 80
  const [k, d] = valuesOf('stochastic', [3, 2, 2], bars).at(-1)!
  expect(k).toBeCloseTo((16.6667 + 80) / 2, 3)
  expect(d).toBeCloseTo(((20 + 16.6667) / 2 + (16.6667 + 80) / 2) / 2, 3)
})

test('Williams %R: -100 x (highest - close) / (highest - lowest)', () => {
  expect(firstLine('williams', [3], bars)).toEqual([-80, -83.33, -20])
})

test('CCI over 3 bars', () => {
  // Typical prices 26/3, 22/3, 27/3: mean 25/3, mean deviation (1 + 3 + 2) / 9
  expect(valuesOf('cci', [3], bars).at(-1)![0]).toBeCloseTo((9 - 25 / 3) / (0.015 * (6 / 9)), 8)
})

test('MFI over 2 changes', () => {
  // Last changes: 26/3 to 22/3 falls with 100 shares, 22/3 to 9 rises with 400
  expect(valuesOf('mfi', [2], bars).at(-1)![0]).toBeCloseTo((100 * 3600) / (3600 + (22 / 3) * 100), 8)
})

test('OBV adds the volume of bars that rose and takes that of bars that fell', () => {
  expect(firstLine('obv', [], bars)).toEqual([200, -100, -200, 200])
})

test('VWAP is the money over the shares since its anchor, and starts over with the next', () => {
  const days = [...bars.slice(0, 2), ...bars.slice(2)].map((each, index) => ({ ...each, timeMs: index < 2 ? 1 : 2 }))
  const values = computeIndicator(findIndicator('vwap')!.create([], String), [
    ...days,
    { ...bars[0]!, timeMs: 3, volume: 0 },
  ]).map(([value]) => value)
  expect(values[1]).toBeCloseTo((9 * 100 + (32 / 3) * 200) / 300, 8)
  expect(values[2]).toBeCloseTo(26 / 3, 8)
  expect(values[5]).toBeUndefined()
})

test('Donchian channel: highest high, lowest low, middle', () => {
  expect(valuesOf('donchian', [3], bars).slice(2)).toEqual([
    [12, 9.5, 7],
    [12, 9, 6],
    [11, 8.5, 6],
  ])
})

test('Keltner channel: EMA of the closes, one average true range above and below', () => {
  // EMA 2 of 9, 11, 8: 10, 8.6667. True ranges 2, 3, 4: ATR 2 is 2.5, then 3.25.
  const [upper, middle, lower] = valuesOf('keltner', [2, 1, 2], bars)[2]!
  expect([upper, middle, lower].map((value) => Number(value!.toFixed(4)))).toEqual([11.9167, 8.6667, 5.4167])
})

test('directional movement over 2 moves', () => {
  // Up-moves 2, 0, 0, 1; down-moves 0, 2, 1, 0; true ranges 3, 4, 3, 3.
  const values = valuesOf('adx', [2], bars)
  expect(values[2]).toEqual([undefined, (100 * 1) / 3.5, (100 * 1) / 3.5])
  const plus = 0.5 / 3.25
  const minus = 1 / 3.25
  expect(values[3]![1]).toBeCloseTo(100 * plus, 8)
  expect(values[3]![2]).toBeCloseTo(100 * minus, 8)
  expect(values[3]![0]).toBeCloseTo((0 + (100 * (minus - plus)) / (minus + plus)) / 2, 8)
})

test('parabolic SAR follows the trend, no closer than the last two lows, and turns where a bar reaches it', () => {
  const path = [
    bar(10, 9, 9.5),
    bar(11, 9.5, 10.8),
    bar(12, 10.5, 11.9),
    bar(13, 11.5, 12.9),
    bar(12, 8, 8.2),
    bar(9, 7, 7.5),
  ]
  // 9; 9 + .02 x 2 = 9.04, held at the low 9; 9 + .04 x 3 = 9.12; 9.12 + .06 x 3.88 = 9.3528 is hit, so the stop is the
  // extreme 13; 13 - .02 x 5 = 12.9, held at the high 13.
  expect(firstLine('psar', [0.02, 0.2], path, 4)).toEqual([9, 9, 9.12, 13, 13])
})

test('volume and its average', () => {
  expect(valuesOf('volume', [2], bars).slice(0, 2)).toEqual([
    [100, undefined],
    [200, 150],
  ])
})
