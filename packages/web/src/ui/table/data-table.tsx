// The table of every list: sticky header that sorts, totals at the foot, selected row, row actions on hover and focus
// or always, in sight at the right edge however wide the table is,
// skeleton rows, failed and empty places, virtual rows above 500. On phones the first column stays. Look, "Table".
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { FailedState, type FailedStateProps } from '../state/failed-state.tsx'
import { DataRow, type RowTone } from './data-row.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableHead } from './table-head.tsx'
import { useCentredRow, type CentredRow } from './use-centred-row.ts'
import classes from './table.module.css'
import type { TableView } from './use-table-view.ts'

const VirtualWindow = lazy(() => import('./virtual-window.tsx').then((module) => ({ default: module.VirtualWindow })))
const manyRows = 500
/** From so many columns on they stand closer together. */
const manyColumns = 10

export interface DataTableProps<Row extends object> {
  readonly view: TableView<Row>
  /** What the table holds, for screen readers: "Accounts". */
  readonly label: string
  /** Stands instead of a table without rows: what it is for and the next step. */
  readonly empty: ReactNode
  /** Set when the list could not be loaded. Without rows the place says so; with rows the old data stays below the message. */
  readonly failure?: FailedStateProps | undefined
  /** A part of the rows when the list is paged here; all rows when the server pages. */
  readonly page?: { readonly start: number; readonly count: number }
  readonly hasTotals?: boolean
  readonly selectedId?: string | undefined
  /** A click, Enter or Space on a row. */
  readonly onSelect?: (row: Row) => void
  readonly rowTone?: (row: Row) => RowTone | undefined
  /** 26 px icons at the right end of the row, shown on hover and on focus. */
  readonly renderActions?: (row: Row) => ReactNode
  /** The icons are always shown, and on phones stay at the right edge: where they alone lead to what they open. */
  readonly areActionsShown?: boolean
  /** Two-line cells: code above name, value above second value. */
  readonly isTwoLine?: boolean
  /** The tallest the table grows before it scrolls inside; a panel that fills its place gives "100%". */
  readonly maxHeight?: number | string
  readonly skeletonRows?: number
  /** More rows than this are drawn only where they are in sight; 500 unless told. */
  readonly virtualAbove?: number
  /** A row to begin with in the middle of the sight. */
  readonly centred?: CentredRow
  /** Stands before the rows and is no row of the list: the place where a new one is typed. A `tr` with a cell per visible column. */
  readonly firstRow?: ReactNode
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { view, label, failure, page, selectedId, onSelect, rowTone, renderActions, hasTotals = false, isTwoLine = false, areActionsShown = false } = props
  const scrollRef = useRef<HTMLDivElement>(null)
  const virtualAbove = props.virtualAbove ?? manyRows
  const rows = view.rows && page ? view.rows.slice(page.start, page.start + page.count) : view.rows
  useCentredRow(scrollRef, rows?.findIndex((row) => view.rowId(row) === props.centred?.id), rows?.length, props.centred?.key)
  const columnCount = view.visibleColumns.length + (renderActions ? 1 : 0)

  const drawRows = (drawn: readonly Row[], start: number) =>
    drawn.map((row, index) => (
      <DataRow
        key={view.rowId(row)}
        row={row}
        columns={view.visibleColumns}
        rowIndex={start + index + 2}
        isSelected={selectedId !== undefined && view.rowId(row) === selectedId}
        onSelect={onSelect}
        tone={rowTone?.(row)}
        actions={renderActions?.(row)}
        areActionsShown={areActionsShown}
      />
    ))
  const skeleton = <SkeletonRows columns={view.visibleColumns} count={props.skeletonRows ?? 6} hasActions={renderActions !== undefined} />

  if (failure && !rows) return <FailedState {...failure} />
  if (rows && rows.length === 0 && !failure) return props.empty
  return (
    <>
      {failure ? <FailedState {...failure} /> : null}
      <div
        ref={scrollRef}
        className={classes['scroll']}
        data-actions-shown={areActionsShown || undefined}
        style={{ maxHeight: props.maxHeight ?? 'calc(100dvh - 150px)' }}
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-busy={!rows}
      >
        <table className={classes['table']} data-two-line={isTwoLine || undefined} data-many-columns={columnCount >= manyColumns || undefined} aria-rowcount={rows ? rows.length + 1 : -1}>
          <caption className={classes['caption']}>{label}</caption>
          <TableHead view={view} hasActions={renderActions !== undefined} areActionsShown={areActionsShown} />
          <tbody>
            {props.firstRow}
            {rows ? null : skeleton}
            {rows && rows.length <= virtualAbove ? drawRows(rows, 0) : null}
            {rows && rows.length > virtualAbove ? (
              <Suspense fallback={skeleton}>
                <VirtualWindow count={rows.length} scrollRef={scrollRef} isTwoLine={isTwoLine}>
                  {({ start, end, beforePx, afterPx }) => (
                    <>
                      <Spacer heightPx={beforePx} columnCount={columnCount} />
                      {drawRows(rows.slice(start, end), start)}
                      <Spacer heightPx={afterPx} columnCount={columnCount} />
                    </>
                  )}
                </VirtualWindow>
              </Suspense>
            ) : null}
          </tbody>
          {hasTotals && rows ? (
            <tfoot>
              <tr>
                {view.visibleColumns.map((column, index) => (
                  <td key={column.id} data-align={column.align ?? 'left'} data-first={index === 0 || undefined} data-action={column.isAction}>
                    {column.total}
                  </td>
                ))}
                {renderActions ? <td /> : null}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
    </>
  )
}

/** Holds the place of rows that are not drawn. */
function Spacer({ heightPx, columnCount }: { readonly heightPx: number; readonly columnCount: number }) {
  if (heightPx <= 0) return null
  return (
    <tr aria-hidden className={classes['spacer']}>
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  )
}
