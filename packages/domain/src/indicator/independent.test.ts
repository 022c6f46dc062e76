// Checks every indicator on ten years of real bars against a second implementation of its published formula: plain
// loops over whole arrays, without streams, running sums or the library that computes some of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { readMarketRows, skipWithoutMarketData } from '../testing/market-data.ts'
import { checkParams, indicators } from './catalogue.ts'
import { computeIndicator, type IndicatorBar } from './stream.ts'

type Column = readonly (number | undefined)[]

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** Applies `of` to the `length` indices that end at each index; undefined while there are fewer. */
const windows = (count: number, length: number, of: (indices: readonly number[]) => number): Column =>
  range(0, count).map((index) => (index + 1 < length ? undefined : of(range(index + 1 - length, index + 1))))

/**
 * The mean of the first `length` values, then moved toward each further value by `weight` of the distance; leading gaps
 * stay.
 */
function smoothed(values: Column, length: number, weight: number): Column {
  const first = values.findIndex((value) => value !== undefined)
  const result: (number | undefined)[] = values.map(() => undefined)
  const start = first + length - 1
  if (first < 0 || start >= values.length) return result
  result[start] = mean(values.slice(first, start + 1) as number[])
  for (let index = start + 1; index < values.length; index++)
    result[index] = result[index - 1]! * (1 - weight) + values[index]! * weight
  return result
}
const wilder = (values: Column, length: number) => smoothed(values, length, 1 / length)
const exponential = (values: Column, length: number) => smoothed(values, length, 2 / (length + 1))
const both = (a: Column, b: Column, of: (x: number, y: number) => number): Column =>
  a.map((x, index) => (x === undefined || b[index] === undefined ? undefined : of(x, b[index])))

function formulas(
  bars: readonly IndicatorBar[],
): Readonly<Record<string, (params: readonly number[]) => readonly Column[]>> {
  const count = bars.length
  const [close, high, low, volume] = [
    bars.map((bar) => bar.close),
    bars.map((bar) => bar.high),
    bars.map((bar) => bar.low),
    bars.map((bar) => bar.volume),
  ]
  const typical = bars.map((bar) => (bar.high + bar.low + bar.close) / 3)
  const at = (values: readonly number[]) => (index: number) => values[index]!
  const highest = (length: number) => windows(count, length, (indices) => Math.max(...indices.map(at(high))))
  const lowest = (length: number) => windows(count, length, (indices) => Math.min(...indices.map(at(low))))
  const average = (values: Column, length: number): Column =>
    values.map((_, index) => {
      const window = values.slice(Math.max(0, index + 1 - length), index + 1)
      return window.length < length || window.includes(undefined) ? undefined : mean(window as number[])
    })
  const changes = (of: (index: number) => number): Column =>
    range(0, count).map((index) => (index === 0 ? undefined : of(index)))
  const trueRange: Column = changes((index) =>
    Math.max(
      high[index]! - low[index]!,
      Math.abs(high[index]! - close[index - 1]!),
      Math.abs(low[index]! - close[index - 1]!),
    ),
  )
  // The first bar has no previous close; its range is its own high - low.
  const rangeFromFirst: Column = [high[0]! - low[0]!, ...trueRange.slice(1)]
  const year = (index: number) => new Date(bars[index]!.timeMs).getUTCFullYear()
  return {
    sma: ([length = 0]) => [windows(count, length, (indices) => mean(indices.map(at(close))))],
    ema: ([length = 0]) => [exponential(close, length)],
    wma: ([length = 0]) => [
      windows(
        count,
        length,
        (indices) => sum(indices.map((index, place) => close[index]! * (place + 1))) / ((length * (length + 1)) / 2),
      ),
    ],
    bollinger: ([length = 0, deviations = 0]) => {
      const middle = windows(count, length, (indices) => mean(indices.map(at(close))))
      const spread = windows(count, length, (indices) =>
        Math.sqrt(mean(indices.map((index) => (close[index]! - mean(indices.map(at(close)))) ** 2))),
      )
      return [
        both(middle, spread, (m, s) => m + deviations * s),
        middle,
        both(middle, spread, (m, s) => m - deviations * s),
      ]
    },
    donchian: ([length = 0]) => [
      highest(length),
      both(highest(length), lowest(length), (h, l) => (h + l) / 2),
      lowest(length),
    ],
    keltner: ([length = 0, multiple = 0, rangeLength = 0]) => {
      const middle = exponential(close, length)
      const atr = wilder(rangeFromFirst, rangeLength)
      return [both(middle, atr, (m, r) => m + multiple * r), middle, both(middle, atr, (m, r) => m - multiple * r)]
    },
    psar: ([step = 0, limit = 0]) => [parabolic(bars, step, limit)],
    vwap: () => [
      range(0, count).map((index) => {
        const own = range(0, index + 1).filter((each) => year(each) === year(index))
        return sum(own.map((each) => typical[each]! * volume[each]!)) / sum(own.map(at(volume)))
      }),
    ],
    volume: ([length = 0]) => [volume, windows(count, length, (indices) => mean(indices.map(at(volume))))],
    macd: ([fast = 0, slow = 0, signalLength = 0]) => {
      const line = both(exponential(close, fast), exponential(close, slow), (a, b) => a - b)
      const signal = exponential(line, signalLength)
      return [line, signal, both(line, signal, (a, b) => a - b)]
    },
    rsi: ([length = 0]) => {
      const gains = wilder(
        changes((index) => Math.max(0, close[index]! - close[index - 1]!)),
        length,
      )
      const losses = wilder(
        changes((index) => Math.max(0, close[index - 1]! - close[index]!)),
        length,
      )
      return [both(gains, losses, (gain, loss) => (loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)))]
    },
    stochastic: ([length = 0, slowing = 0, smoothing = 0]) => {
      const raw = range(0, count).map((index) => {
        const [h, l] = [highest(length)[index], lowest(length)[index]]
        return h === undefined || l === undefined ? undefined : (100 * (close[index]! - l)) / (h - l)
      })
      const k = average(raw, slowing)
      return [k, average(k, smoothing)]
    },
    atr: ([length = 0]) => [wilder(rangeFromFirst, length)],
    adx: ([length = 0]) => {
      const up = (index: number) => high[index]! - high[index - 1]!
      const down = (index: number) => low[index - 1]! - low[index]!
      const atr = wilder(trueRange, length)
      const plus = both(
        wilder(
          changes((index) => (up(index) > down(index) && up(index) > 0 ? up(index) : 0)),
          length,
        ),
        atr,
        (move, reach) => (100 * move) / reach,
      )
      const minus = both(
        wilder(
          changes((index) => (down(index) > up(index) && down(index) > 0 ? down(index) : 0)),
          length,
        ),
        atr,
        (move, reach) => (100 * move) / reach,
      )
      return [
        wilder(
          both(plus, minus, (p, m) => (100 * Math.abs(p - m)) / (p + m)),
          length,
        ),
        plus,
        minus,
      ]
    },
    cci: ([length = 0]) => [
      windows(count, length, (indices) => {
        const middle = mean(indices.map(at(typical)))
        return (
          (typical[indices.at(-1)!]! - middle) /
          (0.015 * mean(indices.map((index) => Math.abs(typical[index]! - middle))))
        )
      }),
    ],
    williams: ([length = 0]) => [
      range(0, count).map((index) => {
        const [h, l] = [highest(length)[index], lowest(length)[index]]
        return h === undefined || l === undefined ? undefined : (-100 * (h - close[index]!)) / (h - l)
      }),
    ],
    mfi: ([length = 0]) => [
      range(0, count).map((index) => {
        if (index < length) return undefined
        const moved = range(index + 1 - length, index + 1)
        const flow = (direction: 1 | -1) =>
          sum(
            moved
              .filter((each) => Math.sign(typical[each]! - typical[each - 1]!) === direction)
              .map((each) => typical[each]! * volume[each]!),
          )
        return (100 * flow(1)) / (flow(1) + flow(-1))
      }),
    ],
    obv: () => [
      range(0, count).map((index) =>
        index === 0
          ? undefined
          : sum(range(1, index + 1).map((each) => Math.sign(close[each]! - close[each - 1]!) * volume[each]!)),
      ),
    ],
  }
}

/** Wilder's table, bar by bar, as he filled it in. */
function parabolic(bars: readonly IndicatorBar[], step: number, limit: number): Column {
  const stops: (number | undefined)[] = [undefined]
  const [first, second] = [bars[0]!, bars[1]!]
  let isUp = first.low - second.low <= Math.max(0, second.high - first.high)
  let stop = isUp ? first.low : first.high
  let extreme = isUp ? second.high : second.low
  let factor = step
  stops.push(stop)
  for (let index = 2; index < bars.length; index++) {
    const bar = bars[index]!
    const lows = [bars[index - 1]!.low, bars[index - 2]!.low]
    const highs = [bars[index - 1]!.high, bars[index - 2]!.high]
    let next = stop + factor * (extreme - stop)
    next = isUp ? Math.min(next, ...lows) : Math.max(next, ...highs)
    if (isUp ? bar.low <= next : bar.high >= next) {
      next = extreme
      isUp = !isUp
      extreme = isUp ? bar.high : bar.low
      factor = step
    } else if (isUp ? bar.high > extreme : bar.low < extreme) {
      extreme = isUp ? bar.high : bar.low
      factor = Math.min(limit, factor + step)
    }
    stop = next
    stops.push(stop)
  }
  return stops
}

describe('on the real bars of SPY', () => {
  beforeEach(skipWithoutMarketData)

  const readBars = () =>
    readMarketRows('prices-daily/SPY-yahoo-2007-2017.csv.gz')
      .slice(0, 700)
      .map(([day = '', open, high, low, close, , volume]): IndicatorBar => ({
        timeMs: Date.parse(day),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      }))

  test('there is a formula of every indicator', () => {
    expect(Object.keys(formulas([])).toSorted()).toEqual(indicators.map(({ key }) => key).toSorted())
  })

  test.each([
    ...indicators.map(({ key, title }) => [title, key, []] as const),
    ['Stochastic oscillator without smoothing', 'stochastic', [14, 1, 1]] as const,
  ])('%s has the values of its formula', (_title, key, given) => {
    const bars = readBars()
    const definition = indicators.find((each) => each.key === key)!
    const params = checkParams(definition, given)
    const values = computeIndicator(
      definition.create(params, (timeMs) => String(new Date(timeMs).getUTCFullYear())),
      bars,
    )
    const wanted = formulas(bars)[key]!(params)
    expect(wanted).toHaveLength(definition.lines.length)
    const deviations = wanted.flatMap((column, place) =>
      column.flatMap((value, index) => {
        const own = values[index]![place]
        const isSame =
          value === undefined || own === undefined
            ? own === value
            : Math.abs(own - value) <= 1e-9 * Math.max(1, Math.abs(value))
        return isSame ? [] : [`${definition.lines[place]!.name} of bar ${index}: ${own}, not ${value}`]
      }),
    )
    expect(deviations).toEqual([])
  })
})
