// The derivation of a fund figure: formula, parts, and the underlying rows and prices, so that it can be recomputed.
import type { DerivableFigure } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import type { ReadQuery } from '../../../ui/state/failure-of.ts'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import type { Column } from '../../../ui/table/column.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useDerivation } from '../book/api.ts'
import classes from '../fund.module.css'

interface DerivationRow {
  readonly id: string
  readonly cells: readonly string[]
}

export function DerivationModal({
  accountId,
  figure,
  onClose,
}: {
  readonly accountId: string
  readonly figure: DerivableFigure
  readonly onClose: () => void
}) {
  return <DerivationDialog derivation={useDerivation(accountId, figure)} onClose={onClose} />
}

export interface DerivationDialogProps {
  /** The query of the derivation. */
  readonly derivation: Pick<ReturnType<typeof useDerivation>, 'data'> & ReadQuery
  /** Where else to look, beside the formula. */
  readonly links?: ReactNode
  /** Returns what opens where a row comes from; undefined for a row without a derivation of its own. */
  readonly opener?: (rowIndex: number) => (() => void) | undefined
  /** The row that gets the focus when it appears. */
  readonly focusedRow?: number | undefined
  readonly onClose: () => void
}

/** Any derivation, whichever call it comes from. */
export function DerivationDialog({ derivation, links, opener, focusedRow, onClose }: DerivationDialogProps) {
  const { data } = derivation
  const columns = (data?.columns ?? []).map(columnOf).map((column, index) => {
    if (index > 0 || opener === undefined) return column
    return {
      ...column,
      render: (row: DerivationRow) => {
        const open = opener(Number(row.id))
        const words = column.render(row)
        if (open === undefined) return words
        return (
          <button
            type="button"
            className={classes['rowOpener']}
            title="Where it comes from"
            autoFocus={focusedRow === Number(row.id)}
            onClick={open}
          >
            {words}
          </button>
        )
      },
    }
  })
  const rows = useMemo(() => data?.rows.map((cells, index): DerivationRow => ({ id: String(index), cells })), [data])
  const view = useTableView({ columns, rows, rowId: (row) => row.id })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={data?.title ?? 'Derivation'}
      icon={IconMathFunction}
      size="graph"
      {...(data ? { subject: `as of ${data.asOf}` } : {})}
    >
      <FailedQuery query={derivation} title="The derivation could not be loaded" />
      {data ? (
        <>
          <div className={classes['derivationHead']}>
            <strong className={classes['derivationResult']}>{data.result}</strong>
            <p className={classes['derivationFormula']}>{data.formula}</p>
            <div className={classes['derivationLinks']}>{links}</div>
            <CsvButton view={view} fileName={`${data.title} ${data.asOf}`} isQuiet />
          </div>
          {data.parts.length > 0 ? (
            <dl className={classes['parts']}>
              {data.parts.map((part) => (
                <div key={part.label}>
                  <dt>{part.label}</dt>
                  <dd>{part.value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          <DataTable
            // Another derivation is another table, scrolled to its start.
            key={data.title}
            view={view}
            label={`Rows behind ${data.title}`}
            maxHeight="46dvh"
            empty={<p className={classes['none']}>There are no rows behind this figure yet.</p>}
          />
        </>
      ) : derivation.error ? null : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}

const words = new Set(['Day', 'Close', 'Holder', 'What', 'Kind', 'Close of'])

function columnOf(header: string, index: number): Column<DerivationRow> {
  return {
    id: `${index}`,
    header,
    align: index === 0 || words.has(header) ? 'left' : 'right',
    isFixed: index === 0,
    render: (row) => row.cells[index] ?? '',
    text: (row) => row.cells[index] ?? '',
  }
}
