// Conditions of own reports as SQL fragments. A field must be declared by the dataset, an operator must be valid for
// its type, and every value is a parameter of the statement: browser input never becomes statement text.
import {
  isNumericColumn,
  operatorsOf,
  Refusal,
  type ConditionOperator,
  type DatePart,
  type ReportColumnType,
  type ReportCondition,
} from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import { isReportDay } from './report-day.ts'
import { shownNumber } from './column-sql.ts'
import type { ReportColumnDefinition } from './report-table.ts'

/** Returns a declared field of the dataset `d`. Its name comes from the declaration, never from the caller. */
export const fieldOf = ({ field }: ReportColumnDefinition): RawBuilder<unknown> => sql.ref(`d.${field}`)

const newYorkDay = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${value} at time zone 'America/New_York')::date`
const dayOf = (column: ReportColumnDefinition): RawBuilder<unknown> =>
  column.type === 'DATE_TIME' ? newYorkDay(fieldOf(column)) : fieldOf(column)

/** Returns the grouping expression: the field, or its day, month or year. */
export function groupOf(
  column: ReportColumnDefinition,
  part: DatePart | null | undefined,
): { readonly value: RawBuilder<unknown>; readonly type: ReportColumnType } {
  if (!part) return { value: fieldOf(column), type: column.type }
  if (part === 'DAY') return { value: dayOf(column), type: 'DATE' }
  return part === 'MONTH'
    ? { value: sql`to_char(${dayOf(column)}, 'YYYY-MM')`, type: 'MONTH' }
    : { value: sql`to_char(${dayOf(column)}, 'YYYY')`, type: 'TEXT' }
}

/** Throws `ownReportOperator`, `ownReportValue` or `ownReportValueCount`. */
export function conditionOf(
  column: ReportColumnDefinition,
  { operator, values }: ReportCondition,
): RawBuilder<unknown> {
  if (!operatorsOf(column.type).includes(operator))
    throw new Refusal('ownReportOperator', {
      field: column.header,
      operator: operator.toLowerCase().replaceAll('_', ' '),
    })
  requireCount(column, operator, values.length)
  const left = comparable(column)
  const right = values.map((value) => comparedValue(column, value))
  const [first, second] = [right[0]!, right[1]!]
  switch (operator) {
    case 'IS':
      return sql`${left} in (${sql.join(right)})`
    case 'IS_NOT':
      return sql`(${left} is null or ${left} not in (${sql.join(right)}))`
    case 'CONTAINS':
      return sql`position(${first} in ${left}) > 0`
    case 'STARTS_WITH':
      return sql`starts_with(${left}, ${first})`
    case 'ABOVE':
      return sql`${left} > ${first}`
    case 'AT_LEAST':
      return sql`${left} >= ${first}`
    case 'BELOW':
      return sql`${left} < ${first}`
    case 'AT_MOST':
      return sql`${left} <= ${first}`
    case 'BETWEEN':
      return sql`${left} between ${first} and ${second}`
    case 'IS_EMPTY':
      return sql`coalesce(${fieldOf(column)}::text, '') = ''`
    case 'IS_NOT_EMPTY':
      return sql`coalesce(${fieldOf(column)}::text, '') <> ''`
  }
}

function requireCount({ header }: ReportColumnDefinition, operator: ConditionOperator, count: number): void {
  const refuse = (words: string): never => {
    throw new Refusal('ownReportValueCount', { field: header, count: words })
  }
  if (operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY') return count === 0 ? undefined : refuse('no value')
  if (operator === 'BETWEEN') return count === 2 ? undefined : refuse('two values')
  if (operator === 'IS' || operator === 'IS_NOT') return count > 0 ? undefined : refuse('at least one value')
  return count === 1 ? undefined : refuse('one value')
}

/** Numbers are compared as shown, words case-insensitively, instants by their New York day. */
function comparable(column: ReportColumnDefinition): RawBuilder<unknown> {
  if (isNumericColumn(column.type)) return shownNumber(column.type, fieldOf(column))
  if (column.type === 'DATE' || column.type === 'DATE_TIME') return dayOf(column)
  return comparableWords(column.type, fieldOf(column))
}

/** A code is found by its words as well, which every output shows: "ACH receipt" is ACH_RECEIPT. */
const comparableWords = (type: ReportColumnType, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  type === 'CODE'
    ? sql`regexp_replace(replace(lower(${text}::text), 'canceled', 'cancelled'), '[-_.: ]+', ' ', 'g')`
    : sql`lower(${text}::text)`

function comparedValue({ type, header }: ReportColumnDefinition, value: string): RawBuilder<unknown> {
  const text = value.trim()
  const require = (isFit: boolean): void => {
    if (!isFit) throw new Refusal('ownReportValue', { value, field: header })
  }
  if (isNumericColumn(type)) {
    // Like the numbers of every call, it has one form.
    require(/^-?\d{1,15}(\.\d{1,10})?$/.test(value))
    return sql`${value}::numeric`
  }
  if (type === 'DATE' || type === 'DATE_TIME') {
    require(isReportDay(text))
    return sql`${text}::date`
  }
  require(type === 'MONTH' ? isReportDay(`${text}-01`) : text !== '')
  return comparableWords(type, sql`${text}`)
}
