// A live preview of the composed report: its rows page by page, and its graph.
import {
  groupKey,
  reportPageSize,
  splitOf,
  wholePoints,
  type OwnReportContent,
  type ReportColumn,
} from '@clubfolio/contract'
import { useMemo } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { placedRowId, placeRows, reportColumns } from '../report/report-columns.tsx'
import { ReportGraphDrawing } from '../report/report-graph-drawing.tsx'
import { graphSeries } from '../report/report-graph-series.ts'
import reportClasses from '../report/report.module.css'
import { composedGraphRows, useComposedGraph, useComposedPage } from './api.ts'
import type { DraftOrder } from './draft.ts'

export interface ComposerPreviewProps {
  /** Undefined while something is missing. */
  readonly content: OwnReportContent | undefined
  /** Describes what is missing. */
  readonly fault: string | undefined
  readonly start: number
  readonly onMove: (start: number) => void
  /** A click on a header sorts by it, as in the finished report. */
  readonly onOrder: (order: DraftOrder) => void
}

const noColumns: readonly ReportColumn[] = []

export function ComposerPreview({ content, fault, start, onMove, onOrder }: ComposerPreviewProps) {
  const page = useComposedPage(content, start)
  const answer = page.data
  const wire = answer?.column ?? noColumns
  const columns = useMemo(
    () => reportColumns(wire, answer?.totals, answer?.currency),
    [wire, answer?.totals, answer?.currency],
  )
  const rows = useMemo(() => answer && placeRows(answer.data, answer.start), [answer])
  const first = (answer ?? content)?.orderBy[0]
  const view = useTableView({
    columns,
    rows,
    rowId: placedRowId,
    isSortedByServer: true,
    sort: first ? { columnId: first.column, isDescending: first.direction === 'DESC' } : undefined,
    onSort: ({ columnId, isDescending }) => onOrder({ column: columnId, direction: isDescending ? 'DESC' : 'ASC' }),
  })
  if (fault !== undefined) {
    return (
      <Panel title="Preview">
        <EmptyState title="Not complete yet" words={fault} />
      </Panel>
    )
  }
  return (
    <>
      {content?.graph && answer && answer.total > 0 ? (
        <GraphPreview content={content} columns={answer.column} total={answer.total} />
      ) : null}
      <Panel title="Preview" isRefreshing={page.isFetching}>
        <DataTable
          view={view}
          label="Preview"
          hasTotals={answer?.totals !== null && answer?.totals !== undefined}
          skeletonRows={12}
          maxHeight="max(320px, calc(100dvh - 220px))"
          empty={
            <EmptyState
              title="No rows"
              words="No rows match these filters and conditions. Try others, such as a longer period."
            />
          }
          failure={failureOf(page, 'The report could not be read')}
        />
        {answer && answer.total > 0 ? (
          <Pager
            label="Preview"
            start={answer.start}
            count={reportPageSize}
            total={answer.total}
            sizes={[reportPageSize]}
            onMove={(to) => onMove(to.start)}
          />
        ) : null}
      </Panel>
    </>
  )
}

function GraphPreview({
  content,
  columns,
  total,
}: {
  readonly content: OwnReportContent
  readonly columns: readonly ReportColumn[]
  readonly total: number
}) {
  const rows = useComposedGraph(content)
  const { graph } = content
  const isCut = total > composedGraphRows
  const drawn = useMemo(() => {
    if (!graph || !rows.data) return undefined
    const known = columns.map(({ nomenclatorConfigNameKey: key, combinedBy }) => ({ key, combinedBy }))
    const split = { ...graph, splitBy: splitOf(graph, known, content.groupBy.map(groupKey)) }
    return graphSeries(
      split,
      columns,
      isCut ? wholePoints(rows.data.data, graph.x) : rows.data.data,
      rows.data.currency,
    )
  }, [content, graph, columns, rows.data, isCut])
  return (
    <Panel title={isCut ? `Graph of the first ${composedGraphRows} rows` : 'Graph'} isRefreshing={rows.isFetching}>
      {rows.isError && !rows.data ? (
        <FailedQuery query={rows} title="The graph could not be read" />
      ) : !drawn ? (
        <div className={reportClasses['graph']} />
      ) : drawn.points.length === 0 ? (
        <EmptyState title="Nothing to draw" words="No row has a number for the graph." />
      ) : (
        <div className={reportClasses['graph']}>
          <ReportGraphDrawing graph={drawn} />
        </div>
      )}
    </Panel>
  )
}
