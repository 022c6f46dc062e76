// Conditions, sums and date parts in words, and validation of conditions.
import {
  isNumericColumn,
  type Aggregation,
  type ConditionOperator,
  type DatasetField,
  type DatePart,
  type ReportCondition,
} from '@clubfolio/contract'

export const operatorLabels: Readonly<Record<ConditionOperator, string>> = {
  IS: 'is',
  IS_NOT: 'is not',
  CONTAINS: 'contains',
  STARTS_WITH: 'starts with',
  ABOVE: 'above',
  AT_LEAST: 'at least',
  BELOW: 'below',
  AT_MOST: 'at most',
  BETWEEN: 'between',
  IS_EMPTY: 'is empty',
  IS_NOT_EMPTY: 'is not empty',
}
/** Days are after and before rather than above and below. */
const dayOperatorWords: Readonly<Partial<Record<ConditionOperator, string>>> = {
  ABOVE: 'after',
  AT_LEAST: 'on or after',
  BELOW: 'before',
  AT_MOST: 'on or before',
}
export const labelOfOperator = (operator: ConditionOperator, type: DatasetField['type']): string =>
  (type === 'DATE' || type === 'DATE_TIME' || type === 'MONTH' ? dayOperatorWords[operator] : undefined) ??
  operatorLabels[operator]

export const aggregationLabels: Readonly<Record<Aggregation, string>> = {
  SUM: 'Sum of',
  AVERAGE: 'Average of',
  MIN: 'Lowest',
  MAX: 'Highest',
  COUNT: 'Number of',
}
export const datePartLabels: Readonly<Record<DatePart, string>> = { DAY: 'Day', MONTH: 'Month', YEAR: 'Year' }

/** Returns how many values an operator takes. */
export const valueCount = (operator: ConditionOperator): 0 | 1 | 2 =>
  operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY' ? 0 : operator === 'BETWEEN' ? 2 : 1

/** Text allows several values: "SPY, QQQ". Numbers and days allow only one, because a number may contain a comma. */
export const takesSeveral = (operator: ConditionOperator, type: DatasetField['type']): boolean =>
  (operator === 'IS' || operator === 'IS_NOT') && (type === 'TEXT' || type === 'CODE' || type === 'INSTRUMENT_CODE')

/** `splitValues('SPY, , qqq ')` is ["SPY", "qqq"]; empty input is one empty value. */
export function splitValues(text: string): string[] {
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length === 0 ? [''] : values
}

/** Returns why a condition cannot run, in words. */
export function conditionFault(
  { label, type }: DatasetField,
  { operator, values }: ReportCondition,
): string | undefined {
  const wanted = valueCount(operator)
  if (wanted === 0) return undefined
  if (values.length < wanted || values.some((value) => value.trim() === ''))
    return `The condition on ${label} needs ${wanted === 2 ? 'two values' : 'a value'}.`
  if (isNumericColumn(type) && values.some((value) => !/^-?\d+(\.\d+)?$/.test(value.trim())))
    return `The condition on ${label} needs a number.`
  if (type === 'MONTH' && values.some((value) => !/^\d{4}-(0[1-9]|1[0-2])$/.test(value.trim())))
    return `The condition on ${label} needs a month such as 2026-03.`
  return undefined
}
