// What earned the money: the instruments of an account or fund, or of the own part of a member, over a period, adding
// up to the profit and the return that the other screens show. Source: docs/rules/attribution.md.
import {
  allows,
  access,
  attributionGroupings,
  attributionPeriods,
  type Attribution,
  type AttributionLine,
} from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { useCan } from '../../../kernel/session.ts'
import { useUrlState } from '../../../kernel/url-state.ts'
import { choiceGroup } from '../../../ui/choice-group.ts'
import { DayInput } from '../../../ui/day-input.tsx'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QuietMenu } from '../../../ui/quiet-menu.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { useFundChoices, type FundChoice } from '../fund-choice.ts'
import { FundSelect, NoFundToShow } from '../fund-select.tsx'
import { useAttribution, type AttributionPlace } from './attribution-api.ts'
import { attributionColumns, lineId } from './attribution-columns.tsx'
import { AttributionStack } from './attribution-stack.tsx'
import { joinClosed } from './join-closed.ts'
import classes from './attribution.module.css'

const periods = keysOf(attributionPeriods)
const groupings = keysOf(attributionGroupings)
const day = z.iso.date()

const Chosen = z.object({
  fund: z.string().catch(''),
  member: z.string().catch(''),
  /** `OWN` shows the days `from` to `to`. */
  period: z.enum([...periods, 'OWN']).catch('YEAR'),
  from: day.or(z.literal('')).catch(''),
  to: day.or(z.literal('')).catch(''),
  grouping: z.enum(groupings).catch('INSTRUMENT'),
  closed: z.enum(['shown', 'joined']).catch('shown'),
})
type Chosen = z.output<typeof Chosen>

const periodChoices = [
  ...periods.map((key) => ({ key, value: attributionPeriods[key] })),
  { key: 'OWN' as const, value: 'Own dates' },
]
const groupingChoices = groupings.map((key) => ({ key, value: attributionGroupings[key] }))
const closedChoices = [
  { key: 'shown', value: 'Closed positions one by one' },
  { key: 'joined', value: 'Closed positions as one line' },
] as const

export function PerformanceScreen() {
  useDocumentTitle('Performance')
  const [chosen, setChosen] = useUrlState(Chosen)
  const { failed, isLoaded, choices, choice } = useFundChoices(chosen)
  const found = useAttribution(choice && placeOf(choice, chosen))
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
      {choice ? (
        <Earned found={found} choice={choice} chosen={chosen} onChange={setChosen} />
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

function placeOf({ accountId, memberId }: FundChoice, { period, from, to, grouping }: Chosen): AttributionPlace {
  const whose = { accountId, ...(memberId === undefined ? {} : { memberId }) }
  if (period !== 'OWN') return { ...whose, from: period, to: 'last', grouping }
  return { ...whose, from: from === '' ? 'YEAR' : from, to: to === '' ? 'last' : to, grouping }
}

interface EarnedProps {
  readonly found: ReturnType<typeof useAttribution>
  readonly choice: FundChoice
  readonly chosen: Chosen
  readonly onChange: (change: Partial<Chosen>) => void
}

function Earned({ found, choice, chosen, onChange }: EarnedProps) {
  const { data } = found
  if (found.isError && !data)
    return (
      <Panel>
        <FailedState
          title="What earned the money could not be loaded"
          why={found.error.message}
          onRetry={() => void found.refetch()}
        />
      </Panel>
    )
  if (!data) return <Skeleton height={320} />
  return (
    <CurrencyProvider currency={data.currency}>
      <div className={classes['stackFrame']}>
        {found.isError ? <WarningBar>{found.error.message} These are the last figures.</WarningBar> : null}
        {data.missing > 0 ? <WarningBar>{describeMissing(data)}</WarningBar> : null}
        <LinesPanel data={data} choice={choice} chosen={chosen} onChange={onChange} />
      </div>
    </CurrencyProvider>
  )
}

interface LinesPanelProps extends Pick<EarnedProps, 'choice' | 'chosen' | 'onChange'> {
  readonly data: Attribution
}

function LinesPanel({ data, choice, chosen, onChange }: LinesPanelProps) {
  const { grouping } = chosen
  const canChart = allows(access.key('VCH'), useCan())
  const isPhone = usePhone()
  const rows = useMemo(() => joinClosed(data.lines, chosen.closed === 'shown'), [data.lines, chosen.closed])
  const columns = useMemo(
    () => attributionColumns({ total: data.total, header: attributionGroupings[grouping], canChart }),
    [data.total, grouping, canChart],
  )
  const view = useTableView({ columns, rows, rowId: lineId })
  const choosePeriod = (period: Chosen['period']) =>
    onChange(period === 'OWN' ? { period, from: data.startDay ?? data.firstDay, to: data.lastDay } : { period })
  const empty = (
    <EmptyState
      title="Nothing earned in this period"
      words="Lines appear with each close after the first one. Choose a longer period."
    />
  )
  return (
    <Panel
      title="Profit and loss"
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
                title: 'Closed positions',
                choices: closedChoices,
                chosen: chosen.closed,
                onChoose: (closed) => onChange({ closed }),
                isUnnamed: true,
              }),
            ]}
          />
          <CsvButton view={view} fileName={`performance-${data.endDay ?? data.lastDay}`} isQuiet />
        </>
      }
    >
      {chosen.period === 'OWN' ? <OwnDays data={data} chosen={chosen} onChange={onChange} /> : null}
      {isPhone && rows.length > 0 ? (
        <AttributionStack lines={rows} total={data.total} canChart={canChart} />
      ) : (
        <DataTable
          view={view}
          label="What earned the money"
          hasTotals
          empty={empty}
          {...(choice.isOwn
            ? { renderActions: (line: AttributionLine) => <TradesLink line={line} place={choice} /> }
            : {})}
        />
      )}
      {data.total.contribution === null && data.closes > 0 ? (
        <p className={classes['note']}>
          This period has no percent, because the account was worth nothing, or less, on one of its days.
        </p>
      ) : null}
    </Panel>
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

function OwnDays({ data, chosen, onChange }: Pick<LinesPanelProps, 'data' | 'chosen' | 'onChange'>) {
  return (
    <div className={classes['own']}>
      <DayInput
        label="First day"
        value={chosen.from}
        minDay={data.firstDay}
        maxDay={chosen.to === '' ? data.lastDay : chosen.to}
        onChange={(from) => onChange({ from })}
      />
      <DayInput
        label="Last day"
        value={chosen.to}
        minDay={chosen.from === '' ? data.firstDay : chosen.from}
        maxDay={data.lastDay}
        onChange={(to) => onChange({ to })}
      />
    </div>
  )
}

function describeMissing({ missing }: Attribution): string {
  const [closes, profit] = missing === 1 ? ['1 close has', 'Its'] : [`${missing} closes have`, 'Their']
  return `${closes} no breakdown yet. ${profit} profit is under Not explained until the account is read again.`
}
