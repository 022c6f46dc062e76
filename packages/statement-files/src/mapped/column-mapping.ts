// What the columns of any table mean, as a person says it. A mapping is remembered under the headings that it was made
// for, so it holds nothing of a single file.
import type { DateOrder } from '@clubfolio/domain'
import type { NumberStyle } from '../read-number.ts'
import { lineFates, type LineFate } from '../statement-line.ts'

export const mappedFields = [
  'date',
  'action',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'description',
  'reference',
] as const
export type MappedField = (typeof mappedFields)[number]

/**
 * What a word in the column of the action means: a fate, with the side of a trade. Where amounts are signed, their sign
 * decides between `deposit` and `withdrawal`, since one word often means both.
 */
export type MappedAction = 'buy' | 'sell' | Exclude<LineFate, 'trade' | 'unread'>
export const mappedActions: readonly MappedAction[] = [
  'buy',
  'sell',
  ...lineFates.filter((fate) => fate !== 'trade' && fate !== 'unread'),
]

/**
 * How the amounts of a file show their direction: `cash` is the signed effect on cash (a purchase is negative), `cost`
 * its opposite (a purchase is positive), `byAction` means that only the action tells.
 */
export const amountSigns = ['cash', 'cost', 'byAction'] as const
export type AmountSigns = (typeof amountSigns)[number]

export interface ColumnMapping {
  /** `headSignature` of the headings that it was made for. */
  readonly head: string
  /** The position of each field's column, from 0. */
  readonly columns: Readonly<Partial<Record<MappedField, number>>>
  /** `fromFile` if the whole file decides where the month is. */
  readonly dateOrder: DateOrder | 'ymd' | 'fromFile'
  readonly numbers: NumberStyle
  /** Words of the action's column in small letters. Rows with any other word are not understood. */
  readonly actions: Readonly<Record<string, MappedAction>>
  readonly signs: AmountSigns
  /** Whether the amount is after fees and taxes; otherwise they come on top of it. */
  readonly isAmountAfterFees: boolean
  /** The currency of every row, for a file without a column of it. */
  readonly currency: string | null
}

/** Returns what a mapping lacks to be used, one sentence for each; none if it is complete. */
export function mappingFaults({ columns, currency }: Pick<ColumnMapping, 'columns' | 'currency'>): readonly string[] {
  const faults: string[] = []
  if (columns.date === undefined) faults.push('Choose the column of the date.')
  if (columns.amount === undefined && (columns.quantity === undefined || columns.price === undefined))
    faults.push('Choose the column of the amount, or those of quantity and price.')
  if (columns.quantity !== undefined && columns.symbol === undefined && columns.isin === undefined)
    faults.push('Choose the column of the symbol or of the ISIN.')
  if (columns.currency === undefined && currency === null)
    faults.push('Choose the column of the currency, or enter the currency of the file.')
  const taken = Object.values(columns)
  if (new Set(taken).size < taken.length) faults.push('Choose a column of its own for each field.')
  return faults
}
