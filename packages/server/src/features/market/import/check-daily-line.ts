// Checks one line of daily prices and returns its texts, or the reason why it cannot be used. Conflicts with
// instruments or stored bars are checked elsewhere.
import {
  dayNumberOf,
  isSession,
  parseDayInOrder,
  symbolPattern,
  type DateOrder,
  type MarketDay,
} from '@clubfolio/domain'
import { numberPattern, pricesFault, volumeFault } from './check-prices.ts'
import { columnsFault, optionalField, type PriceRow } from './price-row.ts'
import { splitFields } from './read-lines.ts'

/** The checked texts of a line; numbers stay as written, so that no precision is lost on the way into the database. */
export interface DailyLine {
  readonly code: string | undefined
  readonly day: MarketDay
  readonly dayNumber: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** Undefined when there is none on this day (dividend 0, ratio 1). */
  readonly dividend: string | undefined
  readonly split: string | undefined
}

export interface DailyReading extends PriceRow {
  /** The last day a bar may have: a wrong year must not become the market's today. */
  readonly today: MarketDay
  readonly dateOrder: DateOrder | 'ymd'
}

/** Returns the checker of one file's lines. */
export function dailyLineChecker(reading: DailyReading): (line: string) => DailyLine | string {
  const { columns, delimiter, today, dateOrder } = reading
  const dayOf = dayReader(today, dateOrder)
  const { symbol, dividend, split, volume } = columns
  return (line) => {
    const fields = line.includes('"') ? splitFields(line, delimiter) : line.split(delimiter)
    const columnFault = columnsFault(fields, reading)
    if (columnFault !== undefined) return columnFault
    const code = symbol === undefined ? undefined : normalCode(fields[symbol]!)
    if (code !== undefined && !symbolPattern.test(code))
      return code === '' ? 'has no symbol' : `"${code}" is not a symbol`
    const day = dayOf(fields[columns.date]!)
    if (typeof day === 'string') return day
    const [open, high, low, close] = [
      fields[columns.open]!,
      fields[columns.high]!,
      fields[columns.low]!,
      fields[columns.close]!,
    ]
    const prices = pricesFault(open, high, low, close)
    if (prices !== undefined) return prices
    const shares = optionalField(fields, volume, '0')
    const volumeWrong = volumeFault(shares)
    if (volumeWrong !== undefined) return volumeWrong
    const paid = optionalField(fields, dividend, '0')
    if (!numberPattern.test(paid) || paid.startsWith('-')) return `dividend "${paid}" is not an amount`
    const ratio = optionalField(fields, split, '1')
    if (!numberPattern.test(ratio) || ratio.startsWith('-')) return `split "${ratio}" is not a ratio`
    const splitRatio = Number(ratio)
    return {
      code,
      day: day.day,
      dayNumber: day.number,
      open,
      high,
      low,
      close,
      volume: shares,
      dividend: Number(paid) === 0 ? undefined : paid,
      // Yahoo's event column contains 0 on days without a split.
      split: splitRatio === 1 || splitRatio === 0 ? undefined : ratio,
    }
  }
}

/** Returns the code in upper case, without Stooq's country suffix. */
export const normalCode = (text: string): string => text.trim().toUpperCase().replace(/\.US$/, '')

type CheckedDay = { readonly day: MarketDay; readonly number: number } | string

const longestDay = 10

/** Caches checked days: each day repeats once per instrument. */
function dayReader(today: MarketDay, order: DateOrder | 'ymd'): (text: string) => CheckedDay {
  const known = new Map<string, CheckedDay>()
  return (text) => {
    let checked = known.get(text)
    if (checked === undefined) {
      checked = checkDay(text, today, order)
      // Only texts as long as a date are cached: a longer one would keep in memory the whole block of the file it was
      // sliced from.
      if (known.size < 100_000 && text.length <= longestDay) known.set(text, checked)
    }
    return checked
  }
}

function checkDay(text: string, today: MarketDay, order: DateOrder | 'ymd'): CheckedDay {
  const day = parseDayInOrder(text.trim(), order)
  if (day === null) return `"${text}" is not a date`
  if (day > today) return `${day} lies in the future`
  // Saturday sessions ended in 1952; the calendar does not include them.
  if (day >= '1953-01-01' && !isSession(day)) return `${day} is not a trading day`
  return { day, number: dayNumberOf(day) }
}
