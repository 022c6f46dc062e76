// What the columns of any table mean, as a person says it. A mapping is remembered under the headings that it was made
// for, so it holds nothing of a single file.
import type { AmountSigns, DateOrder, MappedAction, MappedField, NumberStyle } from '@clubfolio/domain'

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
