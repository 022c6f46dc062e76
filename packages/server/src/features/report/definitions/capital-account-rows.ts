// The rows of a capital account statement as a report, for the owner of a fund and for its members.
import { accruedRows } from '@clubfolio/contract'
import { formatCents, negateCents } from '@clubfolio/domain'
import type { RawBuilder } from 'kysely'
import { accountMarketTime } from '../../account/market-time.ts'
import type { CurrentFund } from '../../fund/book/load-fund.ts'
import type { PlainStatement } from '../../fund/statement/read-statement.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { replayedBasis } from '../report-basis.ts'
import { defineColumns, type ReportReader } from '../report-definition.ts'

export const capitalAccountColumns = defineColumns([
  { field: 'line', header: '#', type: 'INTEGER', canBeSort: true },
  { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
  { field: 'what', header: 'What', type: 'TEXT', canBeSort: true },
  {
    field: 'amount',
    header: 'Amount',
    description: 'Signed for the member; from the opening balance to the closing balance everything adds up.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  { field: 'units', header: 'Units', type: 'UNITS', canBeSort: true },
  { field: 'unitValue', header: 'Unit Value', type: 'UNIT_VALUE', canBeSort: true },
])

/** For a period that lies before the opening or in the future. */
export const noCapitalAccount: RawBuilder<unknown> = computedRows(capitalAccountColumns, [])

/** A fund that the caller may read. */
type ReadableFund = Pick<CurrentFund, 'account' | 'records' | 'replay'>

const lastDay = async ({ services }: Pick<ReportReader, 'services'>, { account }: ReadableFund): Promise<string> =>
  (await accountMarketTime(services.db, services.clock, account.marketSource)).day

/**
 * Returns the part of a period during which the fund existed; undefined when it lies before the opening or in the
 * future.
 */
export async function statedSpan(
  reader: Pick<ReportReader, 'services'>,
  fund: ReadableFund,
  [from, to]: readonly [string, string],
): Promise<{ from: string; to: string } | undefined> {
  const last = await lastDay(reader, fund)
  const first = fund.records.opening.day
  if (to < first || from > last) return undefined
  return { from: from < first ? first : from, to: to > last ? last : to }
}

export async function capitalAccountBasis(
  reader: Pick<ReportReader, 'services'>,
  fund: ReadableFund,
  [, to]: readonly [string, string],
): Promise<string> {
  const last = await lastDay(reader, fund)
  const words = replayedBasis(fund, to < last ? to : last)
  return to > last ? `${words}; ${last} is today, and nothing is stated after it` : words
}

export function capitalAccountRows(statement: PlainStatement): RawBuilder<unknown> {
  const { from, to, opening, closing } = statement
  const rows: Omit<ComputedRow<typeof capitalAccountColumns>, 'line'>[] = [
    {
      day: from,
      what: 'Opening balance',
      amount: formatCents(opening.value),
      units: opening.units,
      unitValue: opening.unitValue,
    },
    ...statement.lines.map(({ day, what, amount, units, unitValue }) => ({
      day,
      what,
      amount: formatCents(amount),
      units,
      unitValue,
    })),
    {
      day: to,
      what: 'Realised result before expenses',
      amount: formatCents(statement.realised),
      units: null,
      unitValue: null,
    },
    {
      day: to,
      what: 'Change in unrealised result',
      amount: formatCents(statement.unrealisedChange),
      units: null,
      unitValue: null,
    },
    { day: to, what: 'Expenses', amount: formatCents(negateCents(statement.expenses)), units: null, unitValue: null },
    {
      day: to,
      what: 'Closing balance',
      amount: formatCents(closing.value),
      units: closing.units,
      unitValue: closing.unitValue,
    },
    ...accruedRows(statement).map(([what, amount]) => ({
      day: to,
      what,
      amount: formatCents(amount),
      units: null,
      unitValue: null,
    })),
  ]
  return computedRows(
    capitalAccountColumns,
    rows.map((row, index): ComputedRow<typeof capitalAccountColumns> => ({ line: index + 1, ...row })),
  )
}
