// Everything that changed the member's units: payments, transfers, fees. The history has who recorded it and why.
import type { MyHome } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { InCurrency } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { failureOf } from '../../../ui/state/failure-of.ts'
import { moneyColumn, textColumn, type Column } from '../../../ui/table/column.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { useScrollable } from '../../../ui/use-scrollable.ts'
import { HistoryView } from '../book/history-view.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import { useMyHome } from './home-api.ts'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

type Entry = MyHome['entries'][number] & { readonly key: string }

export function EntriesSection({ place }: HomeSectionProps) {
  const home = useMyHome(place)
  const [isRecalling, setRecalling] = useState(false)
  const entries = home.data?.entries
  const rows = useMemo(() => entries?.map((entry, index) => ({ ...entry, key: String(index) })).toReversed(), [entries])
  const view = useTableView({ columns, rows, rowId: (row) => row.key })
  const isPhone = usePhone()
  return (
    <Panel
      title="My entries"
      isFilling
      isRefreshing={home.isFetching}
      controls={
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconHistory size={14} stroke={1.6} />}
            onClick={() => setRecalling(true)}
          >
            History
          </Button>
          <CsvButton view={view} fileName="my-entries" isQuiet />
        </>
      }
    >
      {isPhone && rows && rows.length > 0 && !home.isError ? (
        <EntryStack rows={rows} />
      ) : (
        <DataTable
          view={view}
          label="My entries"
          maxHeight={320}
          failure={failureOf(home, 'Your entries could not be loaded')}
          empty={
            <EmptyState
              title="No entries yet"
              words="What you pay in and take out is listed here, with the units it bought or gave back."
            />
          }
        />
      )}
      {isRecalling ? (
        <Modal
          isOpen
          onClose={() => setRecalling(false)}
          title="My history"
          subject={place.fund}
          icon={IconHistory}
          size="graph"
        >
          <HistoryView accountId={place.accountId} ownMemberId={place.memberId} />
        </Modal>
      ) : null}
    </Panel>
  )
}

/** On a phone: what and how much first, below it the day and the units. */
function EntryStack({ rows }: { readonly rows: readonly Entry[] }) {
  const ref = useRef<HTMLUListElement>(null)
  const isScrollable = useScrollable(ref)
  return (
    <ul ref={ref} className={classes['stack']} aria-label="My entries" tabIndex={isScrollable ? 0 : undefined}>
      {rows.map(({ key, day, what, amount, units, unitValue }) => (
        <li key={key} className={classes['stackRow']}>
          <strong>{what}</strong>
          <Money value={amount} isSigned />
          <span className={classes['stackSecond']}>{day}</span>
          <span className={classes['stackSecond']}>
            {`${formatHalfEven(units, 4)} units at `}
            <InCurrency figure={formatHalfEven(unitValue, 4)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const columns: readonly Column<Entry>[] = [
  textColumn({ id: 'day', header: 'Day', value: ({ day }) => day, isFixed: true }),
  textColumn({ id: 'what', header: 'What', value: ({ what }) => what }),
  moneyColumn({ id: 'amount', header: 'Amount', value: ({ amount }) => amount, format: { isSigned: true } }),
  {
    id: 'units',
    header: 'Units',
    align: 'right',
    render: ({ units }) => <span title={units}>{formatHalfEven(units, 4)}</span>,
    sortValue: ({ units }) => Number(units),
    text: ({ units }) => units,
  },
  {
    id: 'unit-value',
    header: 'Unit value',
    align: 'right',
    render: ({ unitValue }) => (
      <span title={unitValue}>
        <InCurrency figure={formatHalfEven(unitValue, 4)} />
      </span>
    ),
    sortValue: ({ unitValue }) => Number(unitValue),
    text: ({ unitValue }) => unitValue,
    isAmount: true,
  },
]
