// Our indicators against the fastest library of npm that we found, @ixjb94/indicators, which computes whole arrays at
// once. Two uses of the same 5,000 bars: a chart that opens, which computes all of them, and a tick that changes the
// last bar, for which the library has to start again and our streams take one step. Nothing is promised for the first;
// a tick takes at most a tenth. The last values must agree.
import { IndicatorsSync } from '@ixjb94/indicators'
import {
  computeIndicator,
  indicators,
  type IndicatorBar,
  type IndicatorDefinition,
} from '../packages/domain/src/indicator/index.ts'
import { seededRandom } from '../campaigns/support/options.ts'
import { compare, timedOnProcessor } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const barCount = 5_000
const rounds = 15
/** So that a round takes long enough to be measured. */
const repeats = 5
const ticks = 20
const tickLimit = 0.1

const bars = makeBars(barCount)
const [high, low, close, volume] = [
  bars.map((bar) => bar.high),
  bars.map((bar) => bar.low),
  bars.map((bar) => bar.close),
  bars.map((bar) => bar.volume),
]
const library = new IndicatorsSync()

interface Pair {
  readonly key: string
  readonly theirs: () => unknown
  /** The last value of the library's first line. */
  readonly last: (result: unknown) => number
  /** Where its formula is another one, such as a stop that starts elsewhere. */
  readonly differs?: true
}

const lastOf = (values: unknown): number => (values as readonly number[]).at(-1)!
const lastOfFirst = (lines: unknown): number => lastOf((lines as readonly unknown[])[0])

/** The parameters are the product's defaults. */
const pairs: readonly Pair[] = [
  { key: 'sma', theirs: () => library.sma(close, 20), last: lastOf },
  { key: 'ema', theirs: () => library.ema(close, 20), last: lastOf },
  { key: 'wma', theirs: () => library.wma(close, 20), last: lastOf },
  { key: 'bollinger', theirs: () => library.bbands(close, 20, 2), last: (lines) => lastOf((lines as unknown[])[2]) },
  { key: 'rsi', theirs: () => library.rsi(close, 14), last: lastOf },
  { key: 'macd', theirs: () => library.macd(close, 12, 26, 9), last: lastOfFirst, differs: true },
  { key: 'atr', theirs: () => library.atr(high, low, close, 14), last: lastOf },
  { key: 'adx', theirs: () => library.adx(high, low, 14), last: lastOf, differs: true },
  { key: 'stochastic', theirs: () => library.stoch(high, low, close, 14, 3, 3), last: lastOfFirst },
  { key: 'cci', theirs: () => library.cci(high, low, close, 20), last: lastOf },
  { key: 'mfi', theirs: () => library.mfi(high, low, close, volume, 14), last: lastOf },
  { key: 'williams', theirs: () => library.willr(high, low, close, 14), last: lastOf },
  { key: 'obv', theirs: () => library.obv(close, volume), last: lastOf, differs: true },
  { key: 'psar', theirs: () => library.psar(high, low, 0.02, 0.2), last: lastOf, differs: true },
]

const sums = { open: { ours: 0, theirs: 0 }, tick: { ours: 0, theirs: 0 } }
for (const { key, theirs, last, differs } of pairs) {
  const definition = indicators.find((one) => one.key === key)!
  const ours = () => computeIndicator(create(definition), bars)
  if (differs !== true) requireEqual(key, ours().at(-1)![0]!, last(theirs()))
  const opened = await compare(
    rounds,
    () => timedOnProcessor(async () => repeat(repeats, ours)),
    () => timedOnProcessor(async () => repeat(repeats, theirs)),
  )
  const stream = create(definition)
  computeIndicator(stream, bars)
  const changing = bars.at(-1)!
  const ticked = await compare(
    rounds,
    () => timedOnProcessor(async () => repeat(ticks * 100, () => stream.replace(changing))),
    () => timedOnProcessor(async () => repeat(ticks, theirs)),
  )
  const [oursMs, theirsMs] = [opened.oursMs / repeats, opened.bareMs / repeats]
  const [tickMs, againMs] = [ticked.oursMs / ticks / 100, ticked.bareMs / ticks]
  sums.open.ours += oursMs
  sums.open.theirs += theirsMs
  sums.tick.ours += tickMs
  sums.tick.theirs += againMs
  console.log(
    `        ${key.padEnd(12)} all ${barCount} bars ${oursMs.toFixed(2)} / ${theirsMs.toFixed(2)} ms, a tick ${(tickMs * 1_000).toFixed(1)} / ${(againMs * 1_000).toFixed(0)} µs`,
  )
}
reportRow({
  what: `${pairs.length} indicators over ${barCount} bars, from the first to the last, against @ixjb94/indicators`,
  value: sums.open.ours / sums.open.theirs,
  figures: `${sums.open.ours.toFixed(1)} / ${sums.open.theirs.toFixed(1)} ms`,
})
reportRow({
  what: `${pairs.length} indicators, a tick that changes the last of ${barCount} bars, against computing them again by @ixjb94/indicators`,
  value: sums.tick.ours / sums.tick.theirs,
  digits: 3,
  bar: { atMost: tickLimit },
  figures: `${(sums.tick.ours * 1_000).toFixed(0)} / ${(sums.tick.theirs * 1_000).toFixed(0)} µs`,
})

function create({ create: make, params }: IndicatorDefinition) {
  return make(
    params.map(({ value }) => value),
    (timeMs) => String(Math.floor(timeMs / 86_400_000)),
  )
}

function repeat(times: number, work: () => unknown): void {
  for (let time = 0; time < times; time++) work()
}

function requireEqual(key: string, ours: number, theirs: number): void {
  // So that a value that is not a number differs too.
  const isEqual = Math.abs(ours - theirs) <= 1e-6 * Math.max(1, Math.abs(theirs))
  if (!isEqual) throw new Error(`${key} ends at ${ours}, and with the library at ${theirs}.`)
}

/** A random walk of daily bars. */
function makeBars(count: number): readonly IndicatorBar[] {
  const random = seededRandom(20_261_127)
  let price = 100
  return Array.from({ length: count }, (_, index) => {
    const open = price
    price *= 1 + (random() - 0.5) * 0.03
    return {
      timeMs: index * 86_400_000,
      open,
      high: Math.max(open, price) * (1 + random() * 0.01),
      low: Math.min(open, price) * (1 - random() * 0.01),
      close: price,
      volume: 1_000 + Math.floor(random() * 10_000),
    }
  })
}
