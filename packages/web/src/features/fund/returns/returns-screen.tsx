// Returns and risk of a fund, of one of its holders, or of the user's own part, beside SPY, QQQ or any instrument.
// Source: docs/returns.md, "Returns and risk".
import type { ReturnsAndRisk } from '@clubfolio/contract'
import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { z } from 'zod'
import { api } from '../../../kernel/api.ts'
import { useUrlState } from '../../../kernel/url-state.ts'
import { CompanySearch } from '../../../ui/company-search.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { useParticipations } from '../book/api.ts'
import { useFundChoices, type FundChoice } from '../fund-choice.ts'
import { FundHead, NoFundToShow } from '../fund-select.tsx'
import { ReportLink } from '../report-link.tsx'
import { DrawdownTable, RollingTable } from './fall-tables.tsx'
import { MonthTable } from './month-table.tsx'
import { useReturns, type ReturnsPlace } from './returns-api.ts'
import classes from './returns.module.css'
import { RiskFiguresPanel } from './risk-figures.tsx'

/** `fund` is the account of a fund, `member` a holder of it, `own` the user's own part of somebody else's. */
const Chosen = z.object({
  fund: z.string().catch(''),
  member: z.string().catch(''),
  own: z.string().catch(''),
  benchmark: z.string().catch('SPY'),
})

const indices = ['SPY', 'QQQ']
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function ReturnsScreen() {
  useDocumentTitle('Returns and Risk')
  const [chosen, setChosen] = useUrlState(Chosen)
  const funds = useFundChoices({ fund: chosen.fund, member: chosen.own })
  const { failed, isLoaded, choice } = funds
  const place = placeOf(choice, chosen.member)
  const returns = useReturns(place, chosen.benchmark)
  return (
    <>
      <FundHead
        title="Returns and Risk"
        funds={funds}
        onChoose={({ accountId, memberId = '' }) => setChosen({ fund: accountId, own: memberId, member: '' })}
        fact={returns.data?.from ? `${returns.data.from} to ${returns.data.to}` : undefined}
        actions={place ? <ReportLink report={place.isOwn ? 'my-returns-and-risk' : 'returns-and-risk'} /> : undefined}
      />
      <div className={classes['bar']}>
        {choice && choice.memberId === undefined ? (
          <HolderSelect
            accountId={choice.accountId}
            chosen={chosen.member}
            onChoose={(member) => setChosen({ fund: choice.accountId, member })}
          />
        ) : null}
        <SegmentedControl
          aria-label="Benchmark"
          data={indices.includes(chosen.benchmark) ? indices : [...indices, chosen.benchmark]}
          value={chosen.benchmark}
          onChange={(benchmark) => setChosen({ benchmark }, { replace: true })}
        />
        <div className={classes['search']}>
          <CompanySearch
            search={search}
            label="Another benchmark"
            placeholder="Another benchmark"
            onChoose={({ code }) => setChosen({ benchmark: code }, { replace: true })}
          />
        </div>
      </div>
      {choice === undefined ? (
        <NoFundToShow
          failed={failed}
          isLoaded={isLoaded}
          empty={{
            title: 'No account yet',
            words: 'Once an account is linked, or you take part in a fund, its returns and risk appear here.',
          }}
        />
      ) : returns.isError ? (
        <Panel>
          <FailedQuery query={returns} title="Returns could not be loaded" />
        </Panel>
      ) : returns.data ? (
        <Shown returns={returns.data} benchmark={chosen.benchmark} />
      ) : (
        <Skeleton height={280} />
      )}
    </>
  )
}

function Shown({ returns, benchmark }: { readonly returns: ReturnsAndRisk; readonly benchmark: string }) {
  if (returns.months.length === 0)
    return (
      <Panel>
        <EmptyState
          title="No return yet"
          words="The first return appears with the first close after the fund opened, or after the first payment."
        />
      </Panel>
    )
  return (
    <div className={classes['grid']}>
      <div className={classes['wide']}>
        <MonthTable returns={returns} benchmark={benchmark} />
      </div>
      <div className={classes['wide']}>
        <RiskFiguresPanel returns={returns} benchmark={benchmark} />
      </div>
      <DrawdownTable returns={returns} />
      <RollingTable returns={returns} />
    </div>
  )
}

interface HolderSelectProps {
  readonly accountId: string
  readonly chosen: string
  readonly onChoose: (memberId: string) => void
}

function HolderSelect({ accountId, chosen, onChoose }: HolderSelectProps) {
  const holders = (useParticipations(accountId).data ?? []).map(({ memberId, memberFullName }) => ({
    value: memberId,
    label: memberFullName,
  }))
  if (holders.length === 0) return null
  return (
    <Select
      aria-label="Holder"
      className={classes['holder'] ?? ''}
      data={[{ value: '', label: 'Whole fund' }, ...holders]}
      value={chosen}
      allowDeselect={false}
      onChange={(member) => onChoose(member ?? '')}
    />
  )
}

function placeOf(choice: FundChoice | undefined, member: string): ReturnsPlace | undefined {
  if (choice === undefined) return undefined
  const { accountId, memberId: own } = choice
  if (own !== undefined) return { accountId, memberId: own, isOwn: true }
  return { accountId, memberId: member === '' ? undefined : member, isOwn: false }
}
