// The table of every list: sortable sticky header, totals at the foot, selected row, row actions on hover and focus or
// always, visible at the right edge however wide the table is, skeleton rows, failed and empty states, virtual rows
// above 500. On phones the first column stays. Source: docs/rules/interface.md, "Tables".
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { FailedState, type FailedStateProps } from '../state/failed-state.tsx'
import { DataRow, type RowTone } from './data-row.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableHead } from './table-head.tsx'
import { useScrollable } from '../use-scrollable.ts'
import { useCentredRow, type CentredRow } from './use-centred-row.ts'
import frame from './table-frame.module.css'
import classes from './table.module.css'
import type { TableView } from './use-table-view.ts'

const VirtualWindow = lazy(() => import('./virtual-window.tsx').then((module) => ({ default: module.VirtualWindow })))
const manyRows = 500
/** From this number of columns on they are set closer together. */
const manyColumns = 10

export interface DataTableProps<Row extends object> {
  readonly view: TableView<Row>
  /** Accessible name of the table: "Accounts". */
  readonly label: string
  /** Shown instead of a table without rows: its purpose and the next step. */
  readonly empty: ReactNode
  /**
   * Set when the list could not be loaded. Without rows the failure replaces the table; with rows the old data stays
   * below the message.
   */
  readonly failure?: FailedStateProps | undefined
  /** The visible slice when the list is paged on the client; absent when the server pages. */
  readonly page?: { readonly start: number; readonly count: number }
  readonly hasTotals?: boolean
  readonly selectedId?: string | undefined
  /** Called on a click, Enter or Space on a row. */
  readonly onSelect?: (row: Row) => void
  readonly rowTone?: (row: Row) => RowTone | undefined
  /** 26 px icons at the right end of the row, shown on hover and on focus. */
  readonly renderActions?: (row: Row) => ReactNode
  /**
   * Always shows the icons, at the right edge on phones too: for rows whose targets are reachable only through them.
   */
  readonly areActionsShown?: boolean
  /** Two-line cells: code above name, value above second value. */
  readonly isTwoLine?: boolean
  /** Maximum height before the table scrolls inside; a panel that fills its container passes "100%". */
  readonly maxHeight?: number | string
  readonly skeletonRows?: number
  /** Above this number of rows only the visible ones are drawn; 500 by default. */
  readonly virtualAbove?: number
  /** A row to centre initially. */
  readonly centred?: CentredRow
  /**
   * Rendered before the rows without being one of them: the form for a new row. A `tr` with a cell per visible column.
   */
  readonly firstRow?: ReactNode
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    view,
    label,
    failure,
    page,
    selectedId,
    onSelect,
    rowTone,
    renderActions,
    hasTotals = false,
    isTwoLine = false,
    areActionsShown = false,
  } = props
  const scrollRef = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollable(scrollRef)
  const virtualAbove = props.virtualAbove ?? manyRows
  const rows = view.rows && page ? view.rows.slice(page.start, page.start + page.count) : view.rows
  useCentredRow(
    scrollRef,
    rows?.findIndex((row) => view.rowId(row) === props.centred?.id),
    rows?.length,
    props.centred?.key,
  )
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
  const skeleton = (
    <SkeletonRows
      columns={view.visibleColumns}
      count={props.skeletonRows ?? 6}
      hasActions={renderActions !== undefined}
    />
  )

  if (failure && !rows) return <FailedState {...failure} />
  if (rows && rows.length === 0 && !failure) return props.empty
  return (
    <>
      {failure ? <FailedState {...failure} /> : null}
      <div
        ref={scrollRef}
        className={`${frame['scroll']} ${classes['scroll']}`}
        data-actions-shown={areActionsShown || undefined}
        style={{ maxHeight: props.maxHeight ?? 'calc(100dvh - 150px)' }}
        tabIndex={isScrollable ? 0 : undefined}
        role="group"
        aria-label={label}
        aria-busy={!rows}
      >
        <table
          className={`${frame['table']} ${classes['table']}`}
          data-two-line={isTwoLine || undefined}
          data-many-columns={columnCount >= manyColumns || undefined}
          aria-rowcount={rows ? rows.length + 1 : -1}
        >
          <caption className={frame['caption']}>{label}</caption>
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
                  <td
                    key={column.id}
                    data-align={column.align ?? 'left'}
                    data-first={index === 0 || undefined}
                    data-action={column.isAction}
                  >
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

/** Takes the space of rows that are not drawn. */
function Spacer({ heightPx, columnCount }: { readonly heightPx: number; readonly columnCount: number }) {
  if (heightPx <= 0) return null
  return (
    <tr aria-hidden className={classes['spacer']}>
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  )
}
