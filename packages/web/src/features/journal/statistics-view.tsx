// The statistics of the trades in view: R added up, how R is spread, and the figures by tag, setup, symbol, side,
// weekday and holding time.
import {
  tradeGroupings,
  type DrawnGraph,
  type TradeFigures,
  type TradeGroup,
  type TradeGrouping,
  type TradeStatisticsReply,
} from '@clubfolio/contract'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { formatDay } from '../../ui/format/date.ts'
import { absent } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { countColumn, percentColumn, profitColumn, type Column } from '../../ui/table/column.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { ReportGraphDrawing } from '../report/report-graph-drawing.tsx'
import { describeGroup, formatR, groupingWords } from './journal-words.ts'
import classes from './journal.module.css'
import { RValue } from './r-value.tsx'

export interface StatisticsViewProps {
  readonly statistics: TradeStatisticsReply
  /** Shows the trades of one group. */
  readonly onShow: (grouping: TradeGrouping, key: string) => void
}

export function StatisticsView({ statistics, onShow }: StatisticsViewProps) {
  const { total, openCount, unknownCount } = statistics
  const left = [
    ...(openCount > 0 ? [`${formatCount(openCount)} open`] : []),
    ...(unknownCount > 0 ? [`${formatCount(unknownCount)} of unknown cost`] : []),
    ...(total.count > total.rCount
      ? [`R leaves out ${formatCount(total.count - total.rCount)} without a known risk`]
      : []),
    ...(total.count > total.measuredCount
      ? [`Best and worst leave out ${formatCount(total.count - total.measuredCount)} without bars`]
      : []),
  ]
  return (
    <>
      <div className={classes['pictures']}>
        <Panel title="R added up">
          <CurvePicture curve={statistics.curve} />
        </Panel>
        <Panel title="Trades by R">
          <DistributionPicture distribution={statistics.distribution} />
        </Panel>
      </div>
      <MoreFigures total={total} openDrawdownR={statistics.openDrawdownR} />
      {left.length > 0 ? <p className={classes['foot']}>Not in the figures: {left.join(' · ')}.</p> : null}
      <GroupsPanel groups={statistics.groups} onShow={onShow} />
    </>
  )
}

function MoreFigures({ total, openDrawdownR }: { readonly total: TradeFigures; readonly openDrawdownR: number }) {
  return (
    <FigureRow label="More figures" isBoxed>
      <Figure label="Wins / losses">{`${formatCount(total.wins)} / ${formatCount(total.losses)}`}</Figure>
      <Figure label="Average win">
        <Change money={total.averageWin} />
      </Figure>
      <Figure label="Average loss">
        <Change money={total.averageLoss} />
      </Figure>
      <Figure label="Worst of an average win">
        <Change money={total.averageWorstOfWins} />
        <InR r={total.averageWorstOfWinsR} />
      </Figure>
      <Figure label="Best of an average loss">
        <Change money={total.averageBestOfLosses} />
        <InR r={total.averageBestOfLossesR} />
      </Figure>
      <Figure label="Kept of the best">{formatPercent(total.bestKeptPercent)}</Figure>
      <Figure label="Below the high">{total.rCount === 0 ? absent : `${openDrawdownR.toFixed(2)} R`}</Figure>
    </FigureRow>
  )
}

function InR({ r }: { readonly r: number | null }) {
  return r === null ? null : <span className={classes['dimmed']}> {formatR(r)}</span>
}

const noR = (
  <EmptyState
    title="No trade with R yet"
    words="R measures a result against the first stop of its trade. Trades that were closed and had a stop appear here."
  />
)

function CurvePicture({ curve }: Pick<TradeStatisticsReply, 'curve'>) {
  const graph = useMemo(
    (): DrawnGraph => ({
      kind: 'LINE',
      xName: 'the day of closing',
      series: [{ key: 'r', name: 'R added up', write: formatR }],
      points: curve.map(([at, r]) => ({ label: formatDay(at), values: [r] })),
      leftOut: 0,
    }),
    [curve],
  )
  return curve.length === 0 ? noR : <ReportGraphDrawing graph={graph} />
}

function DistributionPicture({ distribution }: Pick<TradeStatisticsReply, 'distribution'>) {
  const graph = useMemo(
    (): DrawnGraph => ({
      kind: 'BAR',
      xName: 'R',
      series: [{ key: 'count', name: 'Trades', write: (count) => formatCount(count) }],
      points: filledPart(distribution).map(({ from, until, count }) => ({
        label:
          from === null ? `below ${until ?? 0} R` : until === null ? `${from} R and more` : `${from} to ${until} R`,
        values: [count],
      })),
      leftOut: 0,
    }),
    [distribution],
  )
  return graph.points.length === 0 ? noR : <ReportGraphDrawing graph={graph} />
}

/** Leaves out the empty steps at both ends. */
function filledPart(steps: TradeStatisticsReply['distribution']): TradeStatisticsReply['distribution'] {
  const first = steps.findIndex(({ count }) => count > 0)
  const last = steps.findLastIndex(({ count }) => count > 0)
  return first < 0 ? [] : steps.slice(first, last + 1)
}

function groupColumns(grouping: TradeGrouping): Column<TradeGroup>[] {
  return [
    {
      id: 'key',
      header: groupingWords[grouping],
      isFixed: true,
      render: ({ key }) => <strong>{describeGroup(grouping, key)}</strong>,
      sortValue: ({ key }) => key.toLowerCase(),
      text: ({ key }) => describeGroup(grouping, key),
    },
    countColumn({ id: 'count', header: 'Trades', value: ({ count }) => count }),
    {
      id: 'win',
      header: 'Win Rate',
      align: 'right',
      render: ({ winPercent }) => formatPercent(winPercent),
      sortValue: ({ winPercent }) => winPercent,
      text: ({ winPercent }) => (winPercent === null ? '' : winPercent.toFixed(2)),
    },
    profitColumn({ id: 'result', header: 'Result', value: ({ result }) => result }),
    profitColumn({ id: 'expectancy', header: 'Expectancy', value: ({ expectancy }) => expectancy }),
    profitColumn({ id: 'averageWin', header: 'Avg Win', value: ({ averageWin }) => averageWin }),
    profitColumn({ id: 'averageLoss', header: 'Avg Loss', value: ({ averageLoss }) => averageLoss }),
    {
      id: 'factor',
      header: 'Profit Factor',
      align: 'right',
      render: ({ profitFactor }) => (profitFactor === null ? absent : profitFactor.toFixed(2)),
      sortValue: ({ profitFactor }) => profitFactor,
      text: ({ profitFactor }) => (profitFactor === null ? '' : profitFactor.toFixed(2)),
    },
    {
      id: 'expectancyR',
      header: 'Expectancy R',
      align: 'right',
      render: ({ expectancyR }) => <RValue r={expectancyR} />,
      sortValue: ({ expectancyR }) => expectancyR,
      text: ({ expectancyR }) => (expectancyR === null ? '' : expectancyR.toFixed(2)),
    },
    {
      id: 'totalR',
      header: 'Total R',
      align: 'right',
      render: ({ rCount, totalR }) => <RValue r={rCount === 0 ? null : totalR} />,
      sortValue: ({ rCount, totalR }) => (rCount === 0 ? null : totalR),
      text: ({ rCount, totalR }) => (rCount === 0 ? '' : totalR.toFixed(2)),
    },
    profitColumn({
      id: 'worstOfWins',
      header: 'Worst of Win',
      help: 'The worst result of an average win while it was open.',
      value: ({ averageWorstOfWins }) => averageWorstOfWins,
    }),
    profitColumn({
      id: 'bestOfLosses',
      header: 'Best of Loss',
      help: 'The best result of an average loss while it was open.',
      value: ({ averageBestOfLosses }) => averageBestOfLosses,
    }),
    percentColumn({
      id: 'kept',
      header: 'Kept',
      help: 'What wins brought of their best results while they were open.',
      value: ({ bestKeptPercent }) => bestKeptPercent,
    }),
  ]
}

/** Days and holding times have an order of their own. */
const firstSort = (grouping: TradeGrouping): { columnId: string; isDescending: boolean } | undefined =>
  grouping === 'weekday' || grouping === 'holdingTime' ? undefined : { columnId: 'result', isDescending: true }

const holdingOrder = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'LONGER']
const emptyGroupWords: Readonly<Partial<Record<TradeGrouping, string>>> = {
  tag: 'Open a trade and give it tags, such as what went well or wrong. Its figures appear here by tag.',
  setup: 'Open a trade and name its setup, such as Breakout. Its figures appear here by setup.',
}

const rowId = ({ key }: TradeGroup) => key

function GroupsPanel({ groups, onShow }: Pick<TradeStatisticsReply, 'groups'> & Pick<StatisticsViewProps, 'onShow'>) {
  const [grouping, setGrouping] = useState<TradeGrouping>('code')
  return (
    <GroupsTable
      key={grouping}
      grouping={grouping}
      rows={groups[grouping]}
      onShow={onShow}
      choice={
        <SegmentedControl
          aria-label="Group by"
          size="xs"
          data={tradeGroupings.map((value) => ({ value, label: groupingWords[value] }))}
          value={grouping}
          onChange={(value) => setGrouping(tradeGroupings.find((one) => one === value) ?? 'code')}
        />
      }
    />
  )
}

interface GroupsTableProps extends Pick<StatisticsViewProps, 'onShow'> {
  readonly grouping: TradeGrouping
  readonly rows: readonly TradeGroup[]
  readonly choice: React.ReactNode
}

function GroupsTable({ grouping, rows, onShow, choice }: GroupsTableProps) {
  const columns = useMemo(() => groupColumns(grouping), [grouping])
  const ordered = useMemo(
    () =>
      grouping === 'holdingTime'
        ? rows.toSorted((a, b) => holdingOrder.indexOf(a.key) - holdingOrder.indexOf(b.key))
        : rows,
    [grouping, rows],
  )
  const sort = firstSort(grouping)
  const view = useTableView({ columns, rows: ordered, rowId, ...(sort ? { defaultSort: sort } : {}) })
  return (
    <Panel
      title={`By ${groupingWords[grouping].toLowerCase()}`}
      controls={<CsvButton view={view} fileName={`journal-by-${groupingWords[grouping].toLowerCase()}`} isQuiet />}
    >
      <div className={classes['groupings']}>{choice}</div>
      <DataTable
        view={view}
        label={`Trades by ${groupingWords[grouping].toLowerCase()}`}
        onSelect={({ key }) => onShow(grouping, key)}
        empty={
          <EmptyState
            title="Nothing to group yet"
            words={emptyGroupWords[grouping] ?? 'Trades that were closed appear here by group.'}
          />
        }
      />
    </Panel>
  )
}
