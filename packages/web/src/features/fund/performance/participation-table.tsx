// The participations of an account: every holder with amount, percent, profit and value, and the fund as their sum.
import type { FundFees, ParticipationRow } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { failureOf } from '../../../ui/state/failure-of.ts'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { moneyColumn, profitColumn, type Column } from '../../../ui/table/column.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { holderNetOf } from '../book/fees-api.ts'
import { fundTerms } from '../fund-terms.ts'
import { HolderName } from './holder-name.tsx'
import classes from '../participation.module.css'

export interface ParticipationTableProps {
  readonly query: UseQueryResult<ParticipationRow[]>
  /** Where fees accrue: the net values that are shown beside the values. */
  readonly fees: FundFees | undefined
  readonly selectedId: string | undefined
  readonly onSelect: (row: ParticipationRow) => void
  /** Absent for somebody who records nothing. */
  readonly onAdd?: (() => void) | undefined
}

const noRows: readonly ParticipationRow[] = []

export function ParticipationTable({ query, fees, selectedId, onSelect, onAdd }: ParticipationTableProps) {
  const rows = query.data
  const columns = useMemo(() => participationColumns(rows ?? noRows, fees), [rows, fees])
  const view = useTableView({ columns, rows, rowId: (row) => row.memberId })
  return (
    <div className={classes['table']}>
      <Panel
        title="Participations"
        isFilling
        isRefreshing={query.isFetching}
        controls={<CsvButton view={view} fileName="participations" isQuiet />}
      >
        <DataTable
          view={view}
          label="Participations"
          maxHeight={320}
          hasTotals
          selectedId={selectedId}
          onSelect={onSelect}
          failure={failureOf(query, 'Participations could not be loaded')}
          empty={
            <EmptyState
              title="Nothing in this fund yet"
              words={
                "Record what a member pays in. The first unit costs 10.00; from then on the account's value " +
                'decides what a unit is worth.'
              }
              actions={onAdd ? <Button onClick={onAdd}>New Participation</Button> : undefined}
            />
          }
        />
      </Panel>
    </div>
  )
}

function participationColumns(
  rows: readonly ParticipationRow[],
  fees: FundFees | undefined,
): readonly Column<ParticipationRow>[] {
  const netValue = (row: ParticipationRow) => holderNetOf(fees, row.memberId)?.net ?? row.value
  const sum = (value: (row: ParticipationRow) => bigint) => rows.reduce((total, row) => total + value(row), 0n)
  const percent = rows.reduce((total, row) => total + Math.round(row.participationPercent * 100), 0)
  return [
    {
      id: 'member',
      header: 'Member',
      isFixed: true,
      render: (row) => <HolderName row={row} rows={rows} />,
      sortValue: (row) => row.memberFullName.toLowerCase(),
      text: (row) => row.memberFullName,
      total: 'Fund',
    },
    moneyColumn({
      id: 'amount',
      header: 'Amount',
      value: (row) => row.amount,
      total: <Money value={sum((row) => row.amount)} />,
    }),
    {
      id: 'percent',
      header: 'Part %',
      align: 'right',
      render: (row) => `${row.participationPercent.toFixed(2)}%`,
      sortValue: (row) => row.participationPercent,
      text: (row) => row.participationPercent.toFixed(2),
      total: `${(percent / 100).toFixed(2)}%`,
    },
    profitColumn({
      id: 'profit',
      header: 'Profit/Lost',
      value: (row) => row.profitLostAmount,
      total: <Change money={sum((row) => row.profitLostAmount)} />,
    }),
    moneyColumn({
      id: 'value',
      header: 'Value',
      value: (row) => row.value,
      total: <Money value={sum((row) => row.value)} />,
    }),
    ...(fees
      ? [
          moneyColumn<ParticipationRow>({
            id: 'net',
            header: fees.isNetExact ? 'Net value' : 'Net value, about',
            help: fees.isNetExact ? fundTerms.netValue : fundTerms.aboutNetValue,
            value: netValue,
            total: <Money value={sum(netValue)} />,
          }),
        ]
      : []),
  ]
}
