// One view of a list: its sort, its visible columns, its rows in order. The table, the column chooser and the CSV
// button share it.
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import type { Column, SortValue } from './column.tsx'
import { compareValues } from './compare-values.ts'

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, sortedRowModel: createSortedRowModel() })

export interface Sort {
  readonly columnId: string
  readonly isDescending: boolean
}

export interface TableViewOptions<Row extends object> {
  /** Must be stable between renders (module scope or useMemo). */
  readonly columns: readonly Column<Row>[]
  /** Undefined until the first answer arrives. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly defaultSort?: Sort
  /** Passed with `onSort` when the sort lives in the URL. */
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  /** The server sorts; the rows keep their order. */
  readonly isSortedByServer?: boolean
  /** Hidden columns when the user's preferences hold them; passed with `onHide`. */
  readonly hiddenColumns?: readonly string[] | undefined
  readonly onHide?: (columnIds: string[]) => void
}

export interface TableView<Row extends object> {
  readonly columns: readonly Column<Row>[]
  readonly visibleColumns: readonly Column<Row>[]
  /** In display order; undefined during the first load. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly sort: Sort | undefined
  /** Handles a click on a header: ascending first, the same column again reverses the order. */
  readonly sortBy: (columnId: string) => void
  readonly setVisible: (columnId: string, isVisible: boolean) => void
  readonly showAll: () => void
}

const none: readonly never[] = []

export function useTableView<Row extends object>(options: TableViewOptions<Row>): TableView<Row> {
  const { columns, rows, rowId, onSort, onHide } = options
  const [ownSort, setOwnSort] = useState(options.defaultSort)
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(() =>
    columns.filter((column) => column.isHiddenByDefault).map((column) => column.id),
  )
  const sort = onSort ? options.sort : ownSort
  const hidden = onHide ? (options.hiddenColumns ?? ownHidden) : ownHidden

  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        accessorFn: (row) => column.sortValue?.(row) ?? undefined,
        sortFn: (a, b, columnId) => compareValues(a.getValue<SortValue>(columnId), b.getValue<SortValue>(columnId)),
        sortUndefined: 'last',
        enableSorting: column.sortValue !== undefined,
        enableHiding: !column.isFixed,
      })),
    [columns],
  )
  const sorting = useMemo((): SortingState => (sort ? [{ id: sort.columnId, desc: sort.isDescending }] : []), [sort])
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden])
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? none,
    getRowId: rowId,
    manualSorting: options.isSortedByServer ?? false,
    state: { sorting, columnVisibility },
  })

  const setSort = onSort ?? setOwnSort
  const sortBy = useCallback(
    (columnId: string) => setSort({ columnId, isDescending: sort?.columnId === columnId && !sort.isDescending }),
    [setSort, sort],
  )
  const setHidden = onHide ?? setOwnHidden
  const setVisible = useCallback(
    (columnId: string, isVisible: boolean) =>
      setHidden(isVisible ? hidden.filter((id) => id !== columnId) : [...hidden, columnId]),
    [setHidden, hidden],
  )
  const showAll = useCallback(() => setHidden([]), [setHidden])
  const visibleIds = new Set(table.getVisibleLeafColumns().map((column) => column.id))
  return {
    columns,
    visibleColumns: columns.filter((column) => visibleIds.has(column.id)),
    rows: rows && table.getRowModel().rows.map((row) => row.original),
    rowId,
    sort,
    sortBy,
    setVisible,
    showAll,
  }
}
