// Statistics of price movements, to compare the simulated market with a real one. Splits and dividends are reversed, so
// that neither looks like a movement.

/** A day of one instrument as traded, with the split (1: none) and dividend (0: none) before its open. */
export interface TradedDay {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly split: number
  readonly dividend: number
}

/** The daily history of one company with its sector. */
export interface TradedHistory {
  readonly sector: string
  readonly days: readonly TradedDay[]
}

/** Medians over companies, unless stated otherwise. */
export interface ReturnStatistics {
  /** Yearly deviation of daily returns. */
  readonly volatility: number
  /** 3 would be normal; more means heavy tails. */
  readonly kurtosis: number
  /** Autocorrelation of returns from one day to the next. */
  readonly momentum: number
  /** Autocorrelation of absolute returns after 1, 5 and 20 days: the degree of volatility clustering. */
  readonly clustering1: number
  readonly clustering5: number
  readonly clustering20: number
  /** Mean correlation of two companies of the same sector, and of different ones. */
  readonly sameSector: number
  readonly otherSector: number
  /** Yearly deviation and kurtosis of the mean of all companies. */
  readonly marketVolatility: number
  readonly marketKurtosis: number
  /** Share of the night in the variance of returns. */
  readonly nightShare: number
  /** Mean of ln(high / low) in deviations of ln(close / open); 1.6 for a plain random walk. */
  readonly range: number
  /** Correlation of absolute return and logarithm of volume, and the deviation of the latter. */
  readonly volumeWithMovement: number
  readonly volumeSpread: number
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 2))
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!
}

function kurtosis(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 4)) / variance(values) ** 2
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const middle = mean(one)
  const otherMiddle = mean(other)
  return (
    mean(one.map((value, n) => (value - middle) * (other[n]! - otherMiddle))) /
    Math.sqrt(variance(one) * variance(other))
  )
}

const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, values.length - lag))

interface Moves {
  readonly sector: string
  readonly returns: number[]
  readonly nights: number[]
  readonly days: number[]
  readonly ranges: number[]
  readonly volumes: number[]
}

/**
 * Returns the logarithmic moves of every day against the previous day, in the day's shares and including its dividend.
 */
function movesOf({ sector, days }: TradedHistory): Moves {
  const pairs = days.slice(1).map((day, n) => ({ day, before: days[n]!.close / day.split }))
  return {
    sector,
    returns: pairs.map(({ day, before }) => Math.log((day.close + day.dividend) / before)),
    nights: pairs.map(({ day, before }) => Math.log((day.open + day.dividend) / before)),
    days: pairs.map(({ day }) => Math.log(day.close / day.open)),
    ranges: pairs.map(({ day }) => Math.log(day.high / day.low)),
    volumes: pairs.map(({ day }) => Math.log(Math.max(1, day.volume))),
  }
}

/** Returns values minus their mean, scaled so that the sum of products of two lists is their correlation. */
function standardised(values: readonly number[]): Float64Array {
  const middle = mean(values)
  const scale = Math.sqrt(variance(values) * values.length)
  return Float64Array.from(values, (value) => (value - middle) / scale)
}

function pairCorrelations(companies: readonly Moves[]): { same: number; other: number } {
  const lists = companies.map(({ returns }) => standardised(returns))
  const same: number[] = []
  const other: number[] = []
  for (let one = 0; one < lists.length; one += 1) {
    for (let two = 0; two < one; two += 1) {
      let product = 0
      for (let day = 0; day < lists[one]!.length; day += 1) product += lists[one]![day]! * lists[two]![day]!
      const pairs = companies[one]!.sector === companies[two]!.sector ? same : other
      pairs.push(product)
    }
  }
  return { same: mean(same), other: mean(other) }
}

/**
 * Measures a market from the histories of its companies, all over the same days. Only every second company is used for
 * the pairs.
 */
export function returnStatistics(histories: readonly TradedHistory[]): ReturnStatistics {
  const companies = histories.map(movesOf)
  const over = (measure: (moves: Moves) => number): number => median(companies.map(measure))
  const absolute = (moves: Moves): number[] => moves.returns.map(Math.abs)
  const market = companies[0]!.returns.map((_, day) => mean(companies.map(({ returns }) => returns[day]!)))
  const pairs = pairCorrelations(companies.filter((_, n) => n % 2 === 0))
  return {
    volatility: over(({ returns }) => Math.sqrt(252 * variance(returns))),
    kurtosis: over(({ returns }) => kurtosis(returns)),
    momentum: over(({ returns }) => autocorrelation(returns, 1)),
    clustering1: over((moves) => autocorrelation(absolute(moves), 1)),
    clustering5: over((moves) => autocorrelation(absolute(moves), 5)),
    clustering20: over((moves) => autocorrelation(absolute(moves), 20)),
    sameSector: pairs.same,
    otherSector: pairs.other,
    marketVolatility: Math.sqrt(252 * variance(market)),
    marketKurtosis: kurtosis(market),
    nightShare: over(({ nights, returns }) => variance(nights) / variance(returns)),
    range: over(({ ranges, days }) => mean(ranges) / Math.sqrt(variance(days))),
    volumeWithMovement: over((moves) => correlation(absolute(moves), moves.volumes)),
    volumeSpread: over(({ volumes }) => Math.sqrt(variance(volumes))),
  }
}
