// What earned the money: the instruments of an account or fund, or of the own part of a member, over a period, adding
// up to the profit and the return that the other screens show. Source: docs/rules/attribution.md.
import {
  allows,
  access,
  attributionGroupings,
  benchmarkGaps,
  closedName,
  joinClosed,
  type Attribution,
  type AttributionBenchmark,
  type AttributionLine,
  type LineFigure,
} from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { ActionIcon, SegmentedControl, Skeleton } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../kernel/api.ts'
import { useCan } from '../../../kernel/session.ts'
import { useUrlState } from '../../../kernel/url-state.ts'
import { choiceGroup } from '../../../ui/choice-group.ts'
import { CompanySearch } from '../../../ui/company-search.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QuietMenu } from '../../../ui/quiet-menu.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { LabelButton } from '../../label/label-button.tsx'
import { useFundChoices, type FundChoice } from '../fund-choice.ts'
import { FundSelect, NoFundToShow } from '../fund-select.tsx'
import { useAttribution, type AttributionPlace, type ShownFigure } from './attribution-api.ts'
import { attributionColumns, lineId, OpeningFigure, type FigureOpener } from './attribution-columns.tsx'
import { AttributionStack } from './attribution-stack.tsx'
import { EarnedBarList, EarnedTreemap } from './earned-picture.tsx'
import { askedPeriod, CustomDays, periodChoices, periodFields } from '../period-choice.tsx'
import { LineDerivationDialog } from './line-derivation.tsx'
import classes from './attribution.module.css'

const groupings = keysOf(attributionGroupings)

const Chosen = z.object({
  fund: z.string().catch(''),
  member: z.string().catch(''),
  ...periodFields('YEAR'),
  grouping: z.enum(groupings).catch('INSTRUMENT'),
  closed: z.enum(['shown', 'joined']).catch('shown'),
  picture: z.enum(['treemap', 'bars', 'none']).catch('treemap'),
  /** The code of an instrument; empty without one. */
  benchmark: z.string().catch(''),
})
type Chosen = z.output<typeof Chosen>

const groupingChoices = groupings.map((key) => ({ key, value: attributionGroupings[key] }))
const pictureChoices = [
  { key: 'treemap', value: 'Treemap' },
  { key: 'bars', value: 'Bars' },
  { key: 'none', value: 'Table only' },
] as const

export function PerformanceScreen() {
  useDocumentTitle('Performance')
  const [chosen, setChosen] = useUrlState(Chosen)
  const { failed, isLoaded, choices, choice } = useFundChoices(chosen)
  const place = choice && placeOf(choice, chosen)
  const found = useAttribution(place)
  const { data } = found
  return (
    <>
      <PageHead
        title="Performance"
        isSelectWide
        select={
          choice ? (
            <FundSelect
              choices={choices}
              choice={choice}
              onChoose={({ accountId, memberId = '' }) => setChosen({ fund: accountId, member: memberId })}
            />
          ) : undefined
        }
        fact={data && data.endDay !== null ? `${data.startDay ?? data.firstDay} to ${data.endDay}` : undefined}
      />
      {choice && place ? (
        <Earned found={found} place={place} choice={choice} chosen={chosen} onChange={setChosen} />
      ) : (
        <NoFundToShow
          failed={failed}
          isLoaded={isLoaded}
          empty={{
            title: 'No account yet',
            words: 'Once you have linked an account or take part in a fund, what earned its money appears here.',
          }}
        />
      )}
    </>
  )
}

function placeOf({ accountId, memberId }: FundChoice, { grouping, benchmark, ...period }: Chosen): AttributionPlace {
  const whose = {
    accountId,
    grouping,
    ...(memberId === undefined ? {} : { memberId }),
    ...(benchmark === '' ? {} : { benchmark }),
  }
  return { ...whose, ...askedPeriod(period, 'YEAR') }
}

interface EarnedProps {
  readonly found: ReturnType<typeof useAttribution>
  readonly place: AttributionPlace
  readonly choice: FundChoice
  readonly chosen: Chosen
  readonly onChange: (change: Partial<Chosen>) => void
}

function Earned({ found, place, choice, chosen, onChange }: EarnedProps) {
  const { data } = found
  const [opened, setOpened] = useState<ShownFigure>()
  const canChart = allows(access.key('VCH'), useCan())
  return (
    <CurrencyProvider currency={data?.currency}>
      <div className={classes['stackFrame']}>
        <BenchmarkBar chosen={chosen} onChange={onChange} />
        {found.isError && data ? <WarningBar>{found.error.message} These are the last figures.</WarningBar> : null}
        {data && data.missing > 0 ? <WarningBar>{describeMissing(data)}</WarningBar> : null}
        {data?.benchmark?.gap ? <WarningBar>{describeGap(data.benchmark)}</WarningBar> : null}
        <LinesPanel
          found={found}
          choice={choice}
          chosen={chosen}
          canChart={canChart}
          onChange={onChange}
          onDerive={setOpened}
        />
      </div>
      {opened && data ? (
        <LineDerivationDialog
          shown={opened}
          table={{ ...place, joinsClosed: chosen.closed === 'joined' }}
          lines={data.lines}
          choice={choice}
          canChart={canChart}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </CurrencyProvider>
  )
}

const indices = [
  { value: '', label: 'None' },
  { value: 'SPY', label: 'SPY' },
  { value: 'QQQ', label: 'QQQ' },
]
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

function BenchmarkBar({ chosen: { benchmark }, onChange }: Pick<EarnedProps, 'chosen' | 'onChange'>) {
  const isListed = indices.some(({ value }) => value === benchmark)
  return (
    <div className={classes['bar']}>
      <span className={classes['barLabel']} aria-hidden>
        Benchmark
      </span>
      <SegmentedControl
        aria-label="Benchmark"
        data={isListed ? indices : [...indices, { value: benchmark, label: benchmark }]}
        value={benchmark}
        onChange={(next) => onChange({ benchmark: next })}
      />
      <div className={classes['search']}>
        <CompanySearch
          search={search}
          label="Another benchmark"
          placeholder="Another benchmark"
          onChoose={({ code }) => onChange({ benchmark: code })}
        />
      </div>
    </div>
  )
}

interface LinesPanelProps extends Pick<EarnedProps, 'found' | 'choice' | 'chosen' | 'onChange'> {
  readonly canChart: boolean
  readonly onDerive: (shown: ShownFigure) => void
}

function LinesPanel({ found, choice, chosen, canChart, onChange, onDerive }: LinesPanelProps) {
  const { data } = found
  const { grouping, picture } = chosen
  const isPhone = usePhone()
  const rows = useMemo(
    () => data && joinClosed(data.lines, { grouping, hasClosed: chosen.closed === 'shown' }),
    [data, grouping, chosen.closed],
  )
  const opener = useMemo((): FigureOpener => {
    const own = new Set(data?.lines)
    return (line, figure) => {
      const { kind, name } = line
      if (figure === 'daysHeld' ? kind !== 'LINES' : figure === 'weight' && line.weight === null) return undefined
      return () => onDerive(own.has(line) ? { kind, name, figure } : { kind: 'CLOSED', figure })
    }
  }, [data, onDerive])
  const openTotal = useCallback((figure: LineFigure) => onDerive({ kind: 'TOTAL', figure }), [onDerive])
  const openSide = useCallback((kind: 'LONG' | 'SHORT') => onDerive({ kind, figure: 'contribution' }), [onDerive])
  const columns = useMemo(
    () =>
      attributionColumns({
        total: data?.total,
        header: attributionGroupings[grouping],
        canChart,
        benchmark: data?.benchmark?.symbol,
        opener,
        openTotal,
      }),
    [data, grouping, canChart, opener, openTotal],
  )
  /** Without percent the bars are in dollars. */
  const pictured = data?.total.contribution === null ? 'profit' : 'contribution'
  const openPictured = useCallback((line: AttributionLine) => opener(line, pictured), [opener, pictured])
  const view = useTableView({ columns, rows, rowId: lineId })
  const choosePeriod = (period: Chosen['period']) =>
    onChange(period === 'OWN' && data ? { period, from: data.startDay ?? data.firstDay, to: data.lastDay } : { period })
  const Picture = { treemap: EarnedTreemap, bars: EarnedBarList, none: undefined }[picture]
  const closed = closedName(grouping)
  return (
    <Panel
      title="Results"
      isRefreshing={found.isPlaceholderData}
      controls={
        <>
          <QuietMenu
            label="Period"
            groups={[
              choiceGroup({ title: 'Period', choices: periodChoices, chosen: chosen.period, onChoose: choosePeriod }),
            ]}
          />
          <QuietMenu
            label="Rows"
            groups={[
              choiceGroup({
                title: 'Group by',
                choices: groupingChoices,
                chosen: grouping,
                onChoose: (key) => onChange({ grouping: key }),
              }),
              choiceGroup({
                title: closed,
                choices: [
                  { key: 'shown', value: `${closed} one by one` },
                  { key: 'joined', value: `${closed} as one line` },
                ],
                chosen: chosen.closed,
                onChoose: (key) => onChange({ closed: key }),
                isUnnamed: true,
              }),
            ]}
          />
          <QuietMenu
            label="Picture"
            groups={[
              choiceGroup({
                title: 'Picture',
                choices: pictureChoices,
                chosen: picture,
                onChoose: (key) => onChange({ picture: key }),
              }),
            ]}
          />
          {data ? <CsvButton view={view} fileName={`performance-${data.endDay ?? data.lastDay}`} isQuiet /> : null}
        </>
      }
    >
      {chosen.period === 'OWN' ? <CustomDays within={data ?? anyDay} chosen={chosen} onChange={onChange} /> : null}
      {data === undefined || rows === undefined ? (
        found.isError ? (
          <FailedQuery query={found} title="Performance could not be loaded" />
        ) : (
          <Skeleton height={320} />
        )
      ) : (
        <>
          <AgainstBenchmark data={data} onDerive={onDerive} />
          {Picture && rows.length > 0 ? (
            <Picture lines={rows} total={data.total} onOpen={openPictured} onOpenSide={openSide} />
          ) : null}
          {isPhone && rows.length > 0 ? (
            <AttributionStack
              lines={rows}
              total={data.total}
              canChart={canChart}
              opener={opener}
              openTotal={openTotal}
            />
          ) : (
            <DataTable
              view={view}
              label="What earned the money"
              hasTotals
              empty={
                <EmptyState
                  title="No results in this period"
                  words="Lines appear with each close after the first one. Choose a longer period."
                />
              }
              renderActions={(line: AttributionLine) => (
                <>
                  {choice.isOwn ? <TradesLink line={line} place={choice} /> : null}
                  {line.code === null ? null : <LabelButton symbol={line.code} />}
                </>
              )}
            />
          )}
          {data.total.contribution === null && data.closes > 0 ? (
            <p className={classes['note']}>
              This period has no percent, because the account was worth nothing, or less, on one of its days.
            </p>
          ) : null}
        </>
      )}
    </Panel>
  )
}

/** The return beside that of the benchmark; the excess contributions of all lines are their difference. */
function AgainstBenchmark({
  data: { benchmark, total },
  onDerive,
}: {
  readonly data: Attribution
  readonly onDerive: (shown: ShownFigure) => void
}) {
  if (benchmark === null || benchmark.gap !== null) return null
  return (
    <div className={classes['against']}>
      <FigureRow label={`Against ${benchmark.symbol}`}>
        <Figure label="Return">
          <OpeningFigure name="the return" onOpen={() => onDerive({ kind: 'PERIOD', figure: 'contribution' })}>
            <Change percent={total.contribution} />
          </OpeningFigure>
        </Figure>
        <Figure label={benchmark.symbol}>
          <OpeningFigure name="its return" onOpen={() => onDerive({ kind: 'BENCHMARK', figure: 'contribution' })}>
            <Change percent={benchmark.percent} />
          </OpeningFigure>
        </Figure>
        <Figure label="Excess">
          <OpeningFigure name="the excess" onOpen={() => onDerive({ kind: 'TOTAL', figure: 'excess' })}>
            <Change percent={total.excess} />
          </OpeningFigure>
        </Figure>
      </FigureRow>
    </div>
  )
}

/** The trades behind a line, with their transactions and their chart. */
function TradesLink({ line: { code, name }, place }: { readonly line: AttributionLine; readonly place: FundChoice }) {
  if (code === null) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      aria-label={`Trades of ${name}`}
      renderRoot={(props) => <Link to="/journal" search={{ account: place.accountId, code }} {...props} />}
    >
      <IconNotebook size={16} stroke={1.6} />
    </ActionIcon>
  )
}

/** While it is not known which days there are, and for days that were refused: every day can be chosen. */
const anyDay = { firstDay: '1900-01-01', lastDay: '2099-12-31' }

function describeGap({ symbol, gap, missingDay }: AttributionBenchmark): string {
  const why = gap === null ? '' : benchmarkGaps[gap]
  return [`No excess contributions over ${symbol}.`, why, missingDay === null ? '' : `The first one is ${missingDay}.`]
    .filter((words) => words !== '')
    .join(' ')
}

function describeMissing({ missing }: Attribution): string {
  const [closes, profit] = missing === 1 ? ['1 close has', 'Its'] : [`${missing} closes have`, 'Their']
  return `${closes} no breakdown yet. ${profit} profit is under Not explained until the account is read again.`
}
