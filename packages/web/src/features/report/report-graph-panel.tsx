// The optional graph of a report: bars or lines along one of its columns, drawn from up to 1,000 rows.
import { wholePoints, type ReportColumn, type ReportGraph } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { isBoolean, usePreference } from '../../kernel/preference.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useGraphRows, type ReportQuestion } from './api.ts'
import { ReportGraphDrawing } from './report-graph-drawing.tsx'
import { graphSeries } from './report-graph-series.ts'
import classes from './report.module.css'

export interface ReportGraphPanelProps {
  readonly graph: ReportGraph
  readonly columns: readonly ReportColumn[]
  readonly question: ReportQuestion
  /** ISO code of its amounts; undefined until the rows are read. */
  readonly currency: string | undefined
}

export function ReportGraphPanel({ graph, columns, question, currency }: ReportGraphPanelProps) {
  const [isShown, setShown] = usePreference('reportGraphShown', true, isBoolean)
  const x = columns.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === graph.x)
  const byX = useMemo(
    (): ReportQuestion => ({ ...question, ...(x?.canBeSort ? { orderBy: graph.x, direction: 'ASC' as const } : {}) }),
    [question, graph.x, x],
  )
  const rows = useGraphRows(byX, isShown)
  const drawn = useMemo(() => {
    if (!rows.data) return undefined
    const { rows: read, isCut } = rows.data
    return graphSeries(graph, columns, isCut && x?.canBeSort ? wholePoints(read, graph.x) : read, currency)
  }, [graph, columns, x, rows.data, currency])
  return (
    <Panel
      title={rows.data?.isCut ? 'Graph of the first 1,000 rows' : 'Graph'}
      isRefreshing={isShown && rows.isFetching}
      controls={
        <Button variant="subtle" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {!isShown ? null : rows.isError && !rows.data ? (
        <FailedQuery query={rows} title="The graph could not be read" />
      ) : !drawn ? (
        <div className={classes['graph']}>
          <Skeleton height={232} />
        </div>
      ) : drawn.points.length === 0 ? (
        <EmptyState title="Nothing to draw" words="No row has a number for the graph." />
      ) : (
        <div className={classes['graph']}>
          <ReportGraphDrawing graph={drawn} />
        </div>
      )}
    </Panel>
  )
}
