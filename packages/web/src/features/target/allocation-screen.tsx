// Allocation: the classes of the account in view beside its target plan, the plan itself, and the orders that would
// bring the account closer to it. Source: docs/rules/target-allocation.md.
import { type Account, type Allocation, targetGroupingNames } from '@clubfolio/contract'
import { unclassifiedKey } from '@clubfolio/domain'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { z } from 'zod'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { formatTime } from '../../ui/format/date.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { AllocationTree } from './allocation-tree.tsx'
import styles from './allocation.module.css'
import { PlanView } from './plan-view.tsx'
import { ProposalView } from './proposal-view.tsx'
import { useAllocation } from './target-api.ts'
import { BarLegend } from './target-bar.tsx'

const purpose = 'Allocation shows what the classes of an account are worth beside your targets.'

const views = ['allocation', 'targets', 'proposal'] as const
const viewLabels = { allocation: 'Allocation', targets: 'Targets', proposal: 'Proposal' } as const
const groupings = ['PLAN', 'ASSET_TYPE', 'SECTOR', 'COUNTRY'] as const

const Place = z.object({ view: z.enum(views).catch('allocation'), by: z.enum(groupings).catch('PLAN') })
type Place = z.output<typeof Place>

export function AllocationScreen() {
  useDocumentTitle('Allocation')
  const [place, setPlace] = useUrlState(Place)
  const chosen = useChosenAccount()
  const { account } = chosen
  const allocation = useAllocation(account?.id, place.by)
  const { data } = allocation
  return (
    <CurrencyProvider currency={account?.currency}>
      <PageHead
        title="Allocation"
        fact={data?.readAt ? `As read at ${formatTime(data.readAt)}` : undefined}
        actions={
          account ? (
            <SegmentedControl
              aria-label="Show"
              data={views.map((value) => ({ value, label: viewLabels[value] }))}
              value={place.view}
              onChange={(view) => setPlace({ view: views.find((one) => one === view) ?? 'allocation' })}
            />
          ) : undefined
        }
      />
      {!account ? (
        chosen.failure || chosen.choices ? (
          <Panel>
            <NoTradingAccount chosen={chosen} purpose={purpose} />
          </Panel>
        ) : (
          <Skeleton height={280} />
        )
      ) : allocation.isError && !data ? (
        <Panel>
          <FailedQuery query={allocation} title="The allocation could not be loaded" />
        </Panel>
      ) : data ? (
        <Shown
          key={account.id}
          {...{ account, allocation: data, place, setPlace }}
          isRefreshing={allocation.isPlaceholderData}
        />
      ) : (
        <Skeleton height={280} />
      )}
    </CurrencyProvider>
  )
}

interface ShownProps {
  readonly account: Account
  readonly allocation: Allocation
  readonly place: Place
  readonly setPlace: (change: Partial<Place>) => void
  readonly isRefreshing: boolean
}

function Shown({ account, allocation, place, setPlace, isRefreshing }: ShownProps) {
  const isPhone = usePhone()
  const showTargets = () => setPlace({ view: 'targets' })
  if (place.view === 'targets')
    return <PlanView allocation={allocation} onDone={() => setPlace({ view: 'allocation', by: 'PLAN' })} />
  if (place.view === 'proposal')
    return <ProposalView account={account} allocation={allocation} onTargets={showTargets} />
  const { band, outside, version } = allocation
  // A row for what no class holds, only where there is something.
  const shown = allocation.classes.filter(({ key, instruments }) => key !== unclassifiedKey || instruments.length > 0)
  const named = version === 0 && place.by === 'PLAN' ? 'ASSET_TYPE' : place.by
  const choices = groupings
    .filter((key) => key !== 'PLAN' || version > 0)
    .map((key) => ({ key, value: key === 'PLAN' ? 'Targets' : targetGroupingNames[key] }))
  return (
    <>
      {version === 0 ? (
        <div className={styles['top']}>
          <Panel>
            <EmptyState
              title="No targets yet"
              words={
                'Set a target and a band for each class. This screen then shows the drift and proposes orders that ' +
                'correct it.'
              }
              actions={<Button onClick={showTargets}>Set targets</Button>}
            />
          </Panel>
        </div>
      ) : null}
      <Panel
        title="Classes"
        isRefreshing={isRefreshing}
        controls={
          <QuietMenu
            label="Classes by"
            groups={[choiceGroup({ title: 'Classes by', choices, chosen: named, onChoose: (by) => setPlace({ by }) })]}
          />
        }
      >
        {shown.length === 0 ? (
          <EmptyState title="Nothing held" words="Positions and cash appear here once the account has some." />
        ) : (
          <AllocationTree allocation={{ ...allocation, classes: shown }} isPhone={isPhone} />
        )}
        {band ? (
          <div className={styles['foot']}>
            <span className={styles['second']} role="status">
              {describeOutside(outside)}
            </span>
            <BarLegend />
          </div>
        ) : null}
      </Panel>
    </>
  )
}

/** `2 classes are outside their band.` */
const describeOutside = (outside: number): string =>
  outside === 0
    ? 'Every class is in its band.'
    : outside === 1
      ? '1 class is outside its band.'
      : `${outside} classes are outside their band.`
