// The history of firings, newest first: when, at which price, and the wording of the rule at that time.
import type { AlertFiring } from '@clubfolio/contract'
import { openGraph } from '../../kernel/graph-modal.ts'
import { UnstyledButton } from '@mantine/core'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, moneyColumn, textColumn, unsorted, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useFirings, type FiringPage } from './rule-api.ts'
import classes from './rule.module.css'

// The server sorts them: newest first.
const columns: readonly Column<AlertFiring>[] = [
  unsorted(
    textColumn<AlertFiring>({
      id: 'rule',
      header: 'Rule',
      isFixed: true,
      width: '30%',
      value: ({ rule }) => rule,
      render: ({ rule, code, note }) => (
        <>
          {code === null ? (
            <span className={classes['rule']}>{rule}</span>
          ) : (
            <UnstyledButton
              className={`${classes['rule']} ${classes['link']}`}
              aria-label={`Graph of ${code}: ${rule}`}
              fz="inherit"
              onClick={() => openGraph({ code, timing: 'DAILY' })}
            >
              {rule}
            </UnstyledButton>
          )}
          {note === '' ? null : <span className={classes['note']}>{note}</span>}
        </>
      ),
    }),
  ),
  unsorted(
    textColumn<AlertFiring>({
      id: 'text',
      header: 'What happened',
      value: ({ text }) => text,
      render: ({ text }) => <span className={classes['words']}>{text}</span>,
    }),
  ),
  unsorted(
    moneyColumn<AlertFiring>({
      id: 'price',
      header: 'Price',
      width: 110,
      value: ({ price }) => (price === null ? null : String(price)),
    }),
  ),
  unsorted(
    instantColumn<AlertFiring>({
      id: 'marketAt',
      header: 'Time of the market',
      width: 160,
      value: ({ marketAt }) => marketAt,
    }),
  ),
  unsorted(
    instantColumn<AlertFiring>({
      id: 'firedAt',
      header: 'Fired',
      width: 150,
      value: ({ firedAt }) => firedAt,
      isHiddenByDefault: true,
    }),
  ),
]

const firingId = ({ id }: AlertFiring) => id

export function FiringTable({
  place,
  onMove,
}: {
  readonly place: FiringPage
  readonly onMove: (place: Partial<FiringPage>, options?: { readonly replace: boolean }) => void
}) {
  const firings = useFirings(place)
  const view = useTableView({ columns, rows: firings.data?.result, rowId: firingId, isSortedByServer: true })
  return (
    <>
      <DataTable
        view={view}
        label="History of alerts"
        failure={failureOf(firings, 'The history could not be loaded')}
        empty={
          <EmptyState
            title="Nothing has fired yet"
            words="When a rule fires, its price, its time and the rule as it was then are kept here."
          />
        }
      />
      {firings.data && firings.data.total > 0 ? (
        <Pager label="Firings" start={place.start} count={place.count} total={firings.data.total} onMove={onMove} />
      ) : null}
    </>
  )
}
