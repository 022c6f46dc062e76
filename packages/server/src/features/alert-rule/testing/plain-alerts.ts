// A second computation of alerts that shares no code with the product: plain loops over the rows of a price file, by
// the published definitions. It knows a day by its open, high, low and close, in the order in which a replay walks
// through them.

export interface PlainBar {
  readonly day: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly split: number
}

interface PlainMove {
  readonly kind: 'move'
  readonly side: 'up' | 'down' | 'either'
  readonly percent: number
  readonly sessionsBack?: number
  readonly price?: number
}

export type PlainRule =
  | { readonly kind: 'above' | 'below'; readonly price: number }
  | PlainMove
  | { readonly kind: 'resistance' | 'support'; readonly price?: number }
  | { readonly kind: 'high' | 'low' }

export interface PlainFiring {
  readonly at: number
  readonly price: number
}

const whole = (dollars: number): number => Math.round(dollars * 10_000)
const earlyCloses = ['2020-11-27', '2020-12-24']

/** New York has daylight saving time in 2020 from March 8 to November 1. */
function hoursOf(day: string): readonly [number, number] {
  const zone = day >= '2020-03-08' && day < '2020-11-01' ? '-04:00' : '-05:00'
  return [
    Date.parse(`${day}T09:30:00${zone}`),
    Date.parse(`${day}T${earlyCloses.includes(day) ? '13' : '16'}:00:00${zone}`),
  ]
}

/**
 * Returns open, the nearer extreme, the other one, close, each at the time given by the part of the path already
 * covered.
 */
export function pointsOf(bar: PlainBar): PlainFiring[] {
  const { open, high, low, close } = bar
  const way = high - open < open - low ? [open, high, low, close] : [open, low, high, close]
  const steps = way.map((price, n) => (n === 0 ? 0 : Math.abs(price - way[n - 1]!)))
  const total = steps[1]! + steps[2]! + steps[3]!
  const [from, until] = hoursOf(bar.day)
  let gone = 0
  const points: PlainFiring[] = []
  for (let n = 0; n < 4; n++) {
    gone += steps[n]!
    const at = Math.trunc(from + (total === 0 ? n / 3 : gone / total) * (until - from))
    const before = points.at(-1)
    if (!(before && before.at === at && before.price === whole(way[n]!))) points.push({ at, price: whole(way[n]!) })
  }
  return points
}

const splitDays = new Map<readonly PlainBar[], readonly PlainBar[]>()

/** Returns the product of the splits after one day up to another: the divisor of an earlier price. */
function ratio(bars: readonly PlainBar[], after: string, upTo: string): number {
  if (!splitDays.has(bars))
    splitDays.set(
      bars,
      bars.filter(({ split }) => split !== 1),
    )
  return splitDays
    .get(bars)!
    .reduce((product, { day, split }) => (day > after && day <= upTo ? product * split : product), 1)
}

interface Past {
  readonly high: number
  readonly low: number
  readonly close: number
  readonly day: string
}

/** Returns the sessions before a day, in that day's dollars: somewhat more than a year of them. */
function pastOf(bars: readonly PlainBar[], index: number): Past[] {
  const today = bars[index]!.day
  return bars.slice(Math.max(0, index - 300), index).map((bar) => {
    const by = ratio(bars, bar.day, today)
    return {
      day: bar.day,
      high: Math.round(whole(bar.high) / by),
      low: Math.round(whole(bar.low) / by),
      close: Math.round(whole(bar.close) / by),
    }
  })
}

/**
 * Returns [nearest level above the last close or the 20-day high, nearest below or the 20-day low], in ten-thousandths.
 */
function plainLevels(all: readonly Past[]): readonly [number, number] {
  const w = all.slice(-252)
  const ranges = w
    .slice(1)
    .map((bar, n) => Math.max(bar.high - bar.low, Math.abs(bar.high - w[n]!.close), Math.abs(bar.low - w[n]!.close)))
  let atr = 0
  for (let n = 0; n < ranges.length; n++) atr = n < 14 ? atr + ranges[n]! / 14 : (atr * 13 + ranges[n]!) / 14
  const pivots: { at: number; price: number; isHigh: boolean }[] = []
  for (let n = 5; n + 5 < w.length; n++) {
    const near = [1, 2, 3, 4, 5]
    if (near.every((k) => w[n]!.high > w[n - k]!.high && w[n]!.high >= w[n + k]!.high))
      pivots.push({ at: n, price: w[n]!.high, isHigh: true })
    if (near.every((k) => w[n]!.low < w[n - k]!.low && w[n]!.low <= w[n + k]!.low))
      pivots.push({ at: n, price: w[n]!.low, isHigh: false })
  }
  pivots.sort((a, b) => a.price - b.price || a.at - b.at)
  const groups: (typeof pivots)[] = []
  for (const pivot of pivots) {
    const open = groups[groups.length - 1]
    if (open && pivot.price - open[0]!.price <= atr / 2) open.push(pivot)
    else groups.push([pivot])
  }
  const levels: number[] = []
  for (const group of groups) {
    if (new Set(group.map(({ at }) => at)).size < 2) continue
    const level = Math.floor(group.reduce((sum, { price }) => sum + price, 0) / group.length / 100 + 0.5) * 100
    const lastAt = Math.max(...group.map(({ at }) => at))
    const lastOnes = group.filter(({ at }) => at === lastAt)
    let above = lastOnes.length > 1 ? w[lastAt]!.close > level : !lastOnes[0]!.isHigh
    let crossed = 0
    for (let n = lastAt + 1; n < w.length; n++) {
      const { close } = w[n]!
      if (close === level || close > level === above) continue
      above = !above
      crossed++
    }
    if (crossed < 2) levels.push(level)
  }
  const last = w[w.length - 1]!.close
  const twenty = w.slice(-20)
  const cents = (price: number): number => Math.floor(price / 100 + 0.5) * 100
  const over = levels.filter((level) => level > last)
  const under = levels.filter((level) => level < last)
  return [
    over.length > 0 ? Math.min(...over) : cents(Math.max(...twenty.map(({ high }) => high))),
    under.length > 0 ? Math.max(...under) : cents(Math.min(...twenty.map(({ low }) => low))),
  ]
}

type Judge = (price: number) => { readonly met: boolean; readonly clear: boolean; readonly occasion: string }

const upward =
  (border: number, occasion = ''): Judge =>
  (price) => ({ met: price >= border, clear: price <= border - Math.ceil(border / 200), occasion })
const downward =
  (border: number, occasion = ''): Judge =>
  (price) => ({ met: price <= border, clear: price >= border + Math.ceil(border / 200), occasion })

function judgeOf(rule: PlainRule, bars: readonly PlainBar[], index: number, setOn: string): Judge | undefined {
  const { day } = bars[index]!
  const own = (price: number): number => Math.round(whole(price) / ratio(bars, setOn, day))
  if (rule.kind === 'above' || rule.kind === 'below')
    return rule.kind === 'above' ? upward(own(rule.price)) : downward(own(rule.price))
  const past = pastOf(bars, index)
  if (rule.kind === 'move')
    return moveJudge(
      rule,
      day,
      rule.price !== undefined ? own(rule.price) : past[past.length - (rule.sessionsBack ?? 1)]?.close,
    )
  if (rule.kind === 'resistance' || rule.kind === 'support') {
    const isUp = rule.kind === 'resistance'
    if (rule.price !== undefined) return isUp ? upward(own(rule.price) + 100) : downward(own(rule.price) - 100)
    const level = plainLevels(past)[isUp ? 0 : 1]
    return isUp ? upward(level + 100, String(level)) : downward(level - 100, String(level))
  }
  const yearAgo = new Date(Date.parse(day) - 365 * 86_400_000).toISOString().slice(0, 10)
  const year = past.filter((bar) => bar.day > yearAgo)
  if (year.length < 20) return undefined
  return rule.kind === 'high'
    ? upward(Math.max(...year.map(({ high }) => high)))
    : downward(Math.min(...year.map(({ low }) => low)))
}

function moveJudge(rule: PlainMove, day: string, base: number | undefined): Judge | undefined {
  if (base === undefined) return undefined
  const points = Math.round(rule.percent * 100)
  const occasion = (side: string): string =>
    rule.price === undefined && (rule.sessionsBack ?? 1) === 1 ? `${day} ${side}` : side
  return (price) => {
    const isUp = (price - base) * 10_000 >= base * points
    const isDown = (base - price) * 10_000 >= base * points
    const upIsOver = (price - base) * 50_000 <= base * points * 4
    const downIsOver = (base - price) * 50_000 <= base * points * 4
    const [met, clear] =
      rule.side === 'up'
        ? [isUp, upIsOver]
        : rule.side === 'down'
          ? [isDown, downIsOver]
          : [isUp || isDown, upIsOver && downIsOver]
    return { met, clear, occasion: occasion(price >= base ? 'up' : 'down') }
  }
}

/**
 * Returns when a rule set at the close of `setOn`, repeating or firing once, fires: when first met, and again only
 * after it was clear, or on another occasion.
 */
export function plainFirings(
  rule: PlainRule,
  bars: readonly PlainBar[],
  setOn: string,
  until: string,
  isRepeating: boolean,
): PlainFiring[] {
  const setAt = bars.findIndex(({ day }) => day === setOn)
  const begin = judgeOf(rule, bars, setAt, setOn)?.(whole(bars[setAt]!.close))
  let held = begin?.met === true ? begin.occasion : undefined
  let isKnown = begin !== undefined
  const firings: PlainFiring[] = []
  for (let index = setAt + 1; index < bars.length && bars[index]!.day <= until; index++) {
    const judge = judgeOf(rule, bars, index, setOn)
    for (const { at, price } of judge ? pointsOf(bars[index]!) : []) {
      const sight = judge!(price)
      if (!isKnown) {
        isKnown = true
        if (sight.met) held = sight.occasion
        continue
      }
      if (sight.clear || sight.occasion !== held) held = undefined
      if (held !== undefined || !sight.met) continue
      if (firings.length > 0 && !isRepeating) return firings
      firings.push({ at, price })
      held = sight.occasion
    }
  }
  return firings
}

/**
 * Returns the percentages below the account's peak. Money in and out is neutralised by multiplying the days' growth.
 */
export function plainDrawdowns(values: readonly { readonly value: number; readonly paid: number }[]): number[] {
  let level = 1
  let top = 1
  return values.map(({ value, paid }, n) => {
    if (n > 0) level *= (value - paid) / values[n - 1]!.value
    top = Math.max(top, level)
    return (1 - level / top) * 100
  })
}
