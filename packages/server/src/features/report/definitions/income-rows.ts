// Income as the rows of a report, for the readers of a fund and for its members: a row for each day, instrument and
// kind, what was received and what is expected in columns of their own.
import { incomeKinds, type Income } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import type { RawBuilder } from 'kysely'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { defineColumns } from '../report-definition.ts'
import { instrumentColumn } from './account-columns.ts'

export const incomeColumns = defineColumns([
  { field: 'day', header: 'Day', type: 'DATE', canBeSort: true },
  instrumentColumn,
  { field: 'kind', header: 'Kind', type: 'TEXT', canBeSort: true },
  { field: 'received', header: 'Received', type: 'DOLLAR', canBeSort: true, isSummed: true },
  {
    field: 'expected',
    header: 'Expected',
    description: 'An estimate: what was paid a year before, on the quantity held now.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'restsOn',
    header: 'As On',
    description: 'The day of the payment that the estimate repeats.',
    type: 'DATE',
    canBeSort: true,
  },
  { field: 'description', header: 'Description', type: 'TEXT', canBeSort: true },
])

export const incomeConditions = () => [
  'Received on the days of the period',
  'Expected in the twelve months after the last close: an estimate',
]

type Row = ComputedRow<typeof incomeColumns>

export function incomeRows({ payments, expected }: Income): RawBuilder<unknown> {
  return computedRows(incomeColumns, [
    ...payments.map(({ day, code, kind, amount, description }): Row => ({
      day,
      instrumentCode: code,
      kind: incomeKinds[kind],
      received: formatCents(amount),
      expected: null,
      restsOn: null,
      description,
    })),
    ...expected.map(({ day, code, kind, amount, restsOn }): Row => ({
      day,
      instrumentCode: code,
      kind: incomeKinds[kind],
      received: null,
      expected: formatCents(amount),
      restsOn,
      description: 'Estimate',
    })),
  ])
}
