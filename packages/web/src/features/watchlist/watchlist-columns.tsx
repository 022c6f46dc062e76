// The columns of a watchlist and the buttons of a row. Rows are in the user's own order until a header sorts them.
import type { WatchedInstrument } from '@clubfolio/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsExchange, IconArrowUp, IconBellPlus, IconNote, IconTrash } from '@tabler/icons-react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { useCan } from '../../kernel/session.ts'
import { CodeButton } from '../../ui/code-button.tsx'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { formatBigNumber } from '../../ui/format/number.ts'
import { SparkLine } from '../../ui/spark-line.tsx'
import { percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import type { WatchedRow } from './watched.ts'
import classes from './watchlist.module.css'

export interface WatchedActions {
  readonly onNote: (row: WatchedInstrument) => void
}

const writePrice = (price: number | undefined): string =>
  price === undefined ? absent : formatMoney(String(price), { decimals: price < 1 ? 4 : 2 })

const price = (id: 'last' | 'bid' | 'ask', header: string): Column<WatchedRow> => ({
  id,
  header,
  align: 'right',
  render: (row) => writePrice(row[id]),
  sortValue: (row) => row[id],
  text: (row) => String(row[id] ?? ''),
})

export function watchlistColumns({ onNote }: WatchedActions): readonly Column<WatchedRow>[] {
  return [
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
    price('last', 'Last'),
    percentColumn({ id: 'change', header: 'Since prior close', value: (row) => row.change, isChange: true }),
    price('bid', 'Bid'),
    price('ask', 'Ask'),
    {
      id: 'volume',
      header: 'Volume',
      align: 'right',
      render: (row) => formatBigNumber(row.volume),
      sortValue: (row) => row.volume,
      text: (row) => String(row.volume ?? ''),
    },
    {
      id: 'spark',
      header: '30 sessions',
      render: (row) => <SparkLine values={row.closes} label={`Last ${row.closes.length} closes of ${row.code}`} />,
    },
    {
      id: 'note',
      header: 'Note',
      width: '22%',
      sortValue: (row) => row.note.toLowerCase() || undefined,
      text: (row) => row.note,
      render: (row) => (
        <UnstyledButton
          className={classes['note']}
          aria-label={`Note on ${row.code}: ${row.note === '' ? 'Add a note' : row.note}`}
          onClick={() => onNote(row)}
        >
          {row.note === '' ? <span className={classes['dimmed']}>Add a note</span> : row.note}
        </UnstyledButton>
      ),
    },
  ]
}

export interface RowButtonsProps extends WatchedActions {
  readonly row: WatchedRow
  /** Where the row can be moved; undefined while a header sorts the rows. */
  readonly moves: { readonly isUp: boolean; readonly isDown: boolean } | undefined
  readonly onMove: (row: WatchedRow, by: 1 | -1) => void
  readonly onRemove: (row: WatchedRow) => void
}

export function RowButtons({ row, moves, onMove, onNote, onRemove }: RowButtonsProps) {
  const { code } = row
  return (
    <>
      <TradeButton code={code} />
      {moves ? (
        <>
          <ActionIcon size={26} aria-label={`Move ${code} up`} disabled={!moves.isUp} onClick={() => onMove(row, -1)}>
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size={26}
            aria-label={`Move ${code} down`}
            disabled={!moves.isDown}
            onClick={() => onMove(row, 1)}
          >
            <IconArrowDown size={16} stroke={1.6} />
          </ActionIcon>
        </>
      ) : null}
      <AlertButton code={code} />
      <ActionIcon size={26} aria-label={`Write a note on ${code}`} onClick={() => onNote(row)}>
        <IconNote size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Remove ${code}`} onClick={() => onRemove(row)}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
}

/** Orders are for users with an account in view, who hold VMA. */
function TradeButton({ code }: { readonly code: string }) {
  const can = useCan()
  return can('VMA') ? (
    <ActionIcon size={26} aria-label={`Trade ${code}`} title="Trade" onClick={() => openOrderTicket({ code })}>
      <IconArrowsExchange size={16} stroke={1.6} />
    </ActionIcon>
  ) : null
}

function AlertButton({ code }: { readonly code: string }) {
  const can = useCan()
  return can('VA') ? (
    <ActionIcon size={26} aria-label={`Add an alert on ${code}`} title="Add alert" onClick={() => addAlert(code)}>
      <IconBellPlus size={16} stroke={1.6} />
    </ActionIcon>
  ) : null
}
