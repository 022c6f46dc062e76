// Split adjustment of chart rows, which stay arrays of numbers: day or instant, open, high, low, close, volume.
import { dayNumberOf, type DailyRow, type MarketDay } from '@clubfolio/domain'

/** Factors before each split, oldest first; days are day numbers. */
export type NumberedSegments = readonly { readonly untilDay: number; readonly factor: number }[]

/** The segments of an instrument `i` as one JSON column; null where it never split. */
export const segmentsColumn = `(select json_agg(json_build_object('untilDay', g.until_day, 'factor', g.factor)
  order by g.until_day)
  from split_segment g where g.instrument_id = i.id)`
export type SegmentsColumn = readonly { readonly untilDay: MarketDay; readonly factor: number }[] | null

export const numberSegments = (segments: SegmentsColumn): NumberedSegments =>
  (segments ?? []).map(({ untilDay, factor }) => ({ untilDay: dayNumberOf(untilDay), factor }))

/** Divides the prices of a row by the factor and multiplies its volume. Columns after the volume are left out. */
export const divideRow = (row: Readonly<DailyRow>, factor: number): DailyRow =>
  factor === 1
    ? row
    : [row[0], row[1] / factor, row[2] / factor, row[3] / factor, row[4] / factor, Math.round(row[5] * factor)]
