// Conditions of own reports in words, for the head of their files: "Net Amount is between $10.00 and $1,500.00".
import { isNumericColumn, type ReportCondition } from '@clubfolio/contract'
import { formatMoney, formatQuantity, sentenceCase } from '@clubfolio/domain'
import type { ReportColumnDefinition } from './report-table.ts'

/** The condition of a checked own report; every operator has the number of values that it needs. */
export function describeCondition(
  column: ReportColumnDefinition,
  { operator, values }: ReportCondition,
  currency = 'USD',
): string {
  const words = values.map((value) => describeValue(column, value, currency))
  const isTime = column.type === 'DATE' || column.type === 'DATE_TIME' || column.type === 'MONTH'
  const [first = '', second = ''] = words
  const told: Readonly<Record<ReportCondition['operator'], string>> = {
    IS: `is ${listWords(words)}`,
    IS_NOT: `is not ${listWords(words)}`,
    CONTAINS: `contains ${first}`,
    STARTS_WITH: `starts with ${first}`,
    ABOVE: `is ${isTime ? 'after' : 'above'} ${first}`,
    AT_LEAST: `is ${isTime ? 'on or after' : 'at least'} ${first}`,
    BELOW: `is ${isTime ? 'before' : 'below'} ${first}`,
    AT_MOST: `is ${isTime ? 'on or before' : 'at most'} ${first}`,
    BETWEEN: `is between ${first} and ${second}`,
    IS_EMPTY: 'is empty',
    IS_NOT_EMPTY: 'is not empty',
  }
  return `${column.header} ${told[operator]}`
}

/** `listWords(['SPY', 'QQQ', 'IWM'])` is "SPY, QQQ or IWM". */
const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

function describeValue({ type }: ReportColumnDefinition, value: string, currency: string): string {
  if (type === 'CODE') return sentenceCase(value.trim())
  if (!isNumericColumn(type)) return value.trim()
  if (type === 'DOLLAR') return formatMoney(value, { currency })
  if (type === 'PRICE_DOLLAR') return formatMoney(value, { currency, decimals: 4 })
  return type === 'PERCENT' ? `${formatMoney(value, { isPlain: true })}%` : formatQuantity(value)
}
