// The columns of a watchlist. The rows are in the user's own order, so no header sorts them.
import type { WatchedInstrument } from '@clubfolio/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconBellPlus, IconNote, IconTrash } from '@tabler/icons-react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { useCan } from '../../kernel/session.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { CodeButton } from '../../ui/code-button.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { SparkLine } from '../../ui/spark-line.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { watchedChange } from './watched.ts'
import classes from './watchlist.module.css'

export interface WatchedActions {
  readonly onNote: (row: WatchedInstrument) => void
}

function Last({ row }: { readonly row: WatchedInstrument }) {
  const last = useLastPrice(row.code) ?? row.lastClose
  return (
    <>{row.lastClose === null || last === null ? absent : formatMoney(String(last), { decimals: last < 1 ? 4 : 2 })}</>
  )
}

function LiveChange({ row }: { readonly row: WatchedInstrument }) {
  const last = useLastPrice(row.code)
  const { data: market } = useMarketState()
  return <Change percent={watchedChange(row, last, market?.formingDay !== null && market !== undefined)?.toFixed(6)} />
}

export function watchlistColumns({ onNote }: WatchedActions): Column<WatchedInstrument>[] {
  const columns: Column<WatchedInstrument>[] = [
    textColumn({
      id: 'code',
      header: 'Code',
      isFixed: true,
      value: (row) => row.code,
      render: ({ code, name }) => (
        <CodeButton
          code={code}
          name={name ?? 'not in the active market'}
          onOpen={() => openGraph({ code, timing: 'DAILY' })}
        />
      ),
    }),
    textColumn({
      id: 'name',
      header: 'Name',
      value: (row) => row.name,
      render: (row) => row.name ?? <span className={classes['dimmed']}>Not in the active market</span>,
    }),
    textColumn({ id: 'type', header: 'Type', value: (row) => row.assetType }),
    {
      id: 'last',
      header: 'Last',
      align: 'right',
      render: (row) => <Last row={row} />,
      text: (row) => String(row.lastClose ?? ''),
    },
    { id: 'change', header: 'Since prior close', align: 'right', render: (row) => <LiveChange row={row} /> },
    {
      id: 'spark',
      header: '30 sessions',
      render: (row) => <SparkLine values={row.closes} label={`Last ${row.closes.length} closes of ${row.code}`} />,
    },
    {
      id: 'note',
      header: 'Note',
      width: '30%',
      text: (row) => row.note,
      render: (row) => (
        <UnstyledButton
          className={classes['note']}
          aria-label={`Note on ${row.code}: ${row.note === '' ? 'none' : row.note}`}
          onClick={() => onNote(row)}
        >
          {row.note === '' ? <span className={classes['dimmed']}>Add a note</span> : row.note}
        </UnstyledButton>
      ),
    },
  ]
  return columns.map(({ sortValue: _sorts, ...column }) => column)
}

export interface RowButtonsProps extends WatchedActions {
  readonly row: WatchedInstrument
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (row: WatchedInstrument, by: 1 | -1) => void
  readonly onRemove: (row: WatchedInstrument) => void
}

export function RowButtons({ row, isFirst, isLast, onMove, onNote, onRemove }: RowButtonsProps) {
  return (
    <>
      <ActionIcon size={26} aria-label={`Move ${row.code} up`} disabled={isFirst} onClick={() => onMove(row, -1)}>
        <IconArrowUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Move ${row.code} down`} disabled={isLast} onClick={() => onMove(row, 1)}>
        <IconArrowDown size={16} stroke={1.6} />
      </ActionIcon>
      <AlertButton code={row.code} />
      <ActionIcon size={26} aria-label={`Write a note on ${row.code}`} onClick={() => onNote(row)}>
        <IconNote size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Remove ${row.code}`} onClick={() => onRemove(row)}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
}

function AlertButton({ code }: { readonly code: string }) {
  const can = useCan()
  return can('VA') ? (
    <ActionIcon size={26} aria-label={`Add an alert on ${code}`} title="Add alert" onClick={() => addAlert(code)}>
      <IconBellPlus size={16} stroke={1.6} />
    </ActionIcon>
  ) : null
}
