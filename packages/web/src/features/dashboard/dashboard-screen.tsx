// The dashboard: an account's wallet above, the market's lists as of its last day below. For a member of a fund who
// manages nothing their funds take the wallet's place. The whole page and each panel can fill the window, and the user
// can reorder the panels of each row.
import type { MarketState } from '@clubfolio/contract'
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize, IconLayoutGrid } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sourceNames, useMarketState } from '../../kernel/market-state.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useCan } from '../../kernel/session.ts'
import { useStanding } from '../../kernel/standing.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import classes from './dashboard.module.css'
import { FirstStepsLater } from './first-steps-later.tsx'
import { DashboardFilter } from './list-filter.ts'
import { HighsPanel, IpoPanel, LosersPanel, LowsPanel, WinnersPanel } from './market-lists.tsx'
import { NearView } from './near-view.tsx'
import { PanelRow } from './panel-row.tsx'
import { TopPlace, useRememberedTop } from './top-place.tsx'
import { AccountFigures, NoWallet, WalletRow } from './wallet-row.tsx'

// Rarely has anything to show, so it must not delay the first paint.
const StaleFigures = lazy(() =>
  import('../account/stale-figures.tsx').then((module) => ({ default: module.StaleFigures })),
)

// Only for users with an account.
const BestAndWorst = lazy(() =>
  import('../fund/attribution/best-and-worst.tsx').then((module) => ({ default: module.BestAndWorst })),
)

// Only for members.
const MyFunds = lazy(() => import('../fund/home/my-funds.tsx').then((module) => ({ default: module.MyFunds })))

const waitingLine = <Skeleton className={classes['line']} radius="md" />

export function DashboardScreen() {
  useDocumentTitle('Dashboard')
  const { isMemberOnly, isKnown } = useStanding()
  const market = useMarketState()
  const [filter, setFilter] = useUrlState(DashboardFilter)
  const wallet = useChosenAccount()
  const account = wallet.account?.isActive ? wallet.account : undefined
  const hasNoWallet = account === undefined && wallet.choices !== undefined && isKnown
  const lastTop = useRememberedTop(
    isMemberOnly
      ? undefined
      : account
        ? { kind: 'wallet', accountId: account.id }
        : hasNoWallet
          ? { kind: 'note' }
          : undefined,
  )
  const hasWalletAbove = account !== undefined || (!hasNoWallet && lastTop?.kind === 'wallet')
  const [isArranging, setArranging] = useState(false)
  const [isFull, setFull] = useFullPage()
  const lists = { filter, onFilter: (change: Partial<DashboardFilter>) => setFilter(change, { replace: true }) }
  const state = market.data
  const listPanels = [
    { name: 'winners', title: 'Top Winners', content: <WinnersPanel {...lists} /> },
    { name: 'losers', title: 'Top Losers', content: <LosersPanel {...lists} /> },
    { name: 'high', title: 'New High', content: <HighsPanel {...lists} /> },
    { name: 'low', title: 'New Low', content: <LowsPanel {...lists} /> },
    {
      name: 'ipo',
      title: 'New IPO',
      content: state?.marketDay ? <IpoPanel {...lists} marketDay={state.marketDay} /> : null,
    },
  ]
  const Full = isFull ? IconArrowsMinimize : IconArrowsMaximize
  const fullLabel = isFull ? 'Leave full screen' : 'Full screen'
  const arrangeLabel = isArranging ? 'Done arranging' : 'Arrange the panels'
  return (
    <div className={classes['page']} data-full={isFull || undefined} data-member={isMemberOnly || undefined}>
      <PageHead
        title="Dashboard"
        figures={account ? <AccountFigures account={account} /> : undefined}
        fact={state ? listWords(state, account !== undefined) : undefined}
        actions={
          <div className={classes['actions']}>
            <Tooltip label={arrangeLabel} withinPortal={false}>
              <ActionIcon
                aria-label={arrangeLabel}
                aria-pressed={isArranging}
                variant={isArranging ? 'light' : 'subtle'}
                onClick={() => setArranging(!isArranging)}
              >
                <IconLayoutGrid size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={fullLabel} withinPortal={false}>
              <ActionIcon aria-label={fullLabel} onClick={() => setFull(!isFull)}>
                <Full size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </div>
        }
      />
      {account ? (
        <Suspense fallback={null}>
          <StaleFigures accounts={[account]} />
        </Suspense>
      ) : null}
      {isMemberOnly ? (
        <Suspense fallback={<Skeleton height={280} radius="md" />}>
          <MyFunds />
        </Suspense>
      ) : account ? (
        <>
          <WalletRow key={account.id} account={account} isArranging={isArranging} />
          <NearView waiting={waitingLine}>
            <Suspense fallback={waitingLine}>
              <BestAndWorst accountId={account.id} readAt={account.syncedAt} />
            </Suspense>
          </NearView>
        </>
      ) : hasNoWallet ? (
        <NoWallet chosen={wallet} />
      ) : wallet.failure ? null : (
        <TopPlace wallet={wallet} last={lastTop} />
      )}
      {market.isError && !state ? (
        <Panel>
          <FailedQuery query={market} title="The market could not be read" />
        </Panel>
      ) : state && state.marketDay === null ? (
        <Panel>
          <NoPrices />
        </Panel>
      ) : (
        <PanelRow
          preference="dashboardLists"
          className={classes['lists']!}
          isArranging={isArranging}
          onFirstScreen={hasWalletAbove ? 0 : listPanels.length}
          panels={listPanels}
        />
      )}
      {!isMemberOnly && state && (account || hasNoWallet) ? <FirstStepsLater /> : null}
    </div>
  )
}

/** Lists of a day that is still forming read "open". */
function listWords(state: MarketState, isShort: boolean): string | undefined {
  if (state.marketDay === null) return undefined
  const words = state.formingDay === null ? `lists as of ${state.marketDay}` : `lists of ${state.formingDay}, open`
  return isShort ? `L${words.slice(1)}` : `${sourceNames[state.source]}, ${words}`
}

function NoPrices() {
  const can = useCan()
  const words =
    'The dashboard lists what rose and fell most, new highs and lows, and new listings. The active market has no ' +
    'prices yet.'
  if (!can('VAd')) return <EmptyState title="No prices yet" words={`${words} An administrator can import some.`} />
  return (
    <EmptyState
      title="No prices yet"
      words={words}
      actions={<Button renderRoot={(props) => <Link to="/market" {...props} />}>Import prices</Button>}
    />
  )
}

/** The page covers the shell; Esc leaves, unless a panel or a dialog is open above it. */
function useFullPage(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    if (!isFull) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]'))
        return
      setFull(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isFull])
  return [isFull, setFull]
}
