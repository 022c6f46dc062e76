// The layout that all dashboard lists share: title, one quiet control, the table, its states, full screen.
import { useMemo } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu, type ChoiceGroup } from '../../ui/quiet-menu.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import type { Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'

export interface ListQuery<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

export interface ListPanelProps<Row extends { readonly code: string }> {
  readonly title: string
  readonly groups: readonly ChoiceGroup[]
  readonly query: ListQuery<Row>
  /** Stable between renders while nothing changes. */
  readonly columns: (isWide: boolean) => Column<Row>[]
  readonly empty: React.ReactNode
}

export function ListPanel<Row extends { readonly code: string }>({
  title,
  groups,
  query,
  columns,
  empty,
}: ListPanelProps<Row>) {
  return (
    <Panel
      title={title}
      canExpand
      isFilling
      controls={<QuietMenu label={title} groups={groups} />}
      isRefreshing={query.isPlaceholderData}
    >
      {(isExpanded) => (
        <List
          key={String(isExpanded)}
          title={title}
          query={query}
          columns={columns}
          isWide={isExpanded}
          empty={empty}
        />
      )}
    </Panel>
  )
}

type ListProps<Row extends { readonly code: string }> = Omit<ListPanelProps<Row>, 'groups'> & {
  readonly isWide: boolean
}

function List<Row extends { readonly code: string }>({ title, query, columns, isWide, empty }: ListProps<Row>) {
  const shown = useMemo(() => columns(isWide), [columns, isWide])
  const view = useTableView({ columns: shown, rows: query.data, rowId: (row) => row.code })
  const failure = failureOf(query, `${title} could not be loaded`)
  return (
    <DataTable
      view={view}
      label={title}
      empty={empty}
      failure={failure}
      isTwoLine={!isWide}
      maxHeight="100%"
      skeletonRows={10}
    />
  )
}
