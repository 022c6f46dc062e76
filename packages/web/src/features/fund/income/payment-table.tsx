// Every payment of the period and every estimate, for sorting and for a file.
import { incomeKinds, type Income } from '@clubfolio/contract'
import { useMemo } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { moneyColumn, textColumn, type Column } from '../../../ui/table/column.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { incomeEvents, type IncomeEvent } from './income-rows.ts'

const columns: readonly Column<IncomeEvent>[] = [
  textColumn({ id: 'day', header: 'Day', isFixed: true, value: ({ day }) => day }),
  textColumn({ id: 'code', header: 'Instrument', isCode: true, value: ({ code }) => code ?? 'Cash' }),
  textColumn({ id: 'kind', header: 'Kind', value: ({ kind }) => incomeKinds[kind] }),
  moneyColumn({ id: 'amount', header: 'Amount', value: ({ amount }) => amount }),
  textColumn({
    id: 'basis',
    header: 'Basis',
    help: 'Received, or an estimate with the day of the payment that it repeats.',
    value: ({ restsOn }) => (restsOn === null ? 'Received' : `Estimate, as on ${restsOn}`),
  }),
  textColumn({ id: 'description', header: 'Description', value: ({ description }) => description }),
]

export function PaymentTable({ income, fileName }: { readonly income: Income; readonly fileName: string }) {
  const rows = useMemo(() => incomeEvents(income).toReversed(), [income])
  const view = useTableView({ columns, rows, rowId: ({ id }) => id })
  return (
    <Panel title="Payments" controls={<CsvButton view={view} fileName={fileName} isQuiet />}>
      <DataTable
        view={view}
        label="Payments"
        maxHeight={420}
        empty={<EmptyState title="No payment" words="Payments and estimates appear here." />}
      />
    </Panel>
  )
}
