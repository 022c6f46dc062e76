// A table with every feature: sort, column chooser, CSV, totals, selection, inline editor, toggle, row actions, pager.
import { ActionIcon } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { InlineInput } from '../../ui/inline-input.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import type { Column } from '../../ui/table/column.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { sampleColumns, accountId, sampleAccounts, type SampleAccount } from './sample-accounts.tsx'
import classes from './gallery.module.css'

type Change = (id: string, fields: Partial<SampleAccount>) => void

function columnsWith(change: Change): readonly Column<SampleAccount>[] {
  return [
    ...sampleColumns.map((column) => (column.id === 'initial' ? editableInitial(column, change) : column)),
    {
      id: 'default',
      header: 'Default',
      align: 'center',
      render: (row) => (
        <Toggle
          label={`Default account ${row.number}`}
          isOn={row.isDefault}
          onLabel="Yes"
          offLabel="No"
          onChange={(isDefault) => change(row.id, { isDefault })}
        />
      ),
    },
  ]
}

function editableInitial(column: Column<SampleAccount>, change: Change): Column<SampleAccount> {
  return {
    ...column,
    total: '$584,500.00',
    render: (row) => (
      <InlineInput
        label={`Initial Value of ${row.number}`}
        value={formatMoney(row.initialCents, { isPlain: true }).replaceAll(',', '')}
        prefix="$"
        isNumeric
        align="right"
        onAccept={(text) => change(row.id, { initialCents: parseCents(text) })}
      >
        {formatMoney(row.initialCents)}
      </InlineInput>
    ),
  }
}

/** Parses the number-only field to whole cents. */
function parseCents(text: string): bigint {
  return BigInt(formatMoney(text, { isPlain: true }).replaceAll(/[,.]/g, ''))
}

export function AccountTableSection() {
  const [rows, setRows] = useState(sampleAccounts)
  const [selectedId, setSelectedId] = useState<string>()
  const [place, setPlace] = useState({ start: 0, count: 20 })
  const columns = useMemo(
    () =>
      columnsWith((id, fields) =>
        setRows((before) => before.map((row) => (row.id === id ? { ...row, ...fields } : row))),
      ),
    [],
  )
  const view = useTableView({
    columns,
    rows,
    rowId: accountId,
    defaultSort: { columnId: 'number', isDescending: false },
  })
  return (
    <div className={classes['wide']}>
      <Panel
        title="Accounts"
        controls={
          <>
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName="accounts" isQuiet />
          </>
        }
      >
        <DataTable
          view={view}
          label="Accounts"
          empty={<EmptyState title="No accounts" words="None." />}
          hasTotals
          page={place}
          selectedId={selectedId}
          onSelect={(row) => setSelectedId((before) => (before === row.id ? undefined : row.id))}
          rowTone={(row) => (row.isActive ? undefined : 'dimmed')}
          renderActions={(row) => (
            <>
              <ActionIcon size={26} aria-label={`Edit ${row.number}`}>
                <IconEdit size={16} stroke={1.6} />
              </ActionIcon>
              <ActionIcon size={26} aria-label={`Delete ${row.number}`}>
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </>
          )}
        />
        <Pager label="Accounts" {...place} total={rows.length} onMove={setPlace} />
      </Panel>
    </div>
  )
}
