// The wallet on the dashboard: the account's figures for the page head, and its history, comparison and positions.
// Source: docs/rules/accounts.md, "Dashboard".
import { type Account, allows, featureAccess } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import type { ChosenAccount } from '../../kernel/chosen-account.ts'
import { useCan } from '../../kernel/session.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { describePermission } from '../../ui/state/permission-words.ts'
import { lapsedSince } from '../account/access-left.ts'
import { accountName } from '../account/account-label.ts'
import { useNow } from '../account/use-now.ts'
import { RiskSummary } from '../risk/risk-summary.tsx'
import classes from './dashboard.module.css'
import { PanelRow } from './panel-row.tsx'

// Their code loads after the first paint; each panel reserves its space meanwhile.
const WalletHistoricPanel = lazy(() =>
  import('../wallet/wallet-historic-panel.tsx').then((module) => ({ default: module.WalletHistoricPanel })),
)
const WalletComparisonPanel = lazy(() =>
  import('../comparator/wallet-comparison-panel.tsx').then((module) => ({ default: module.WalletComparisonPanel })),
)
const WalletPositionsPanel = lazy(() =>
  import('../wallet/wallet-positions-panel.tsx').then((module) => ({ default: module.WalletPositionsPanel })),
)

export function AccountFigures({ account }: { readonly account: Account }) {
  // What was read before the access lapsed is no change of today.
  const isLapsed = lapsedSince(account, useNow()) !== undefined
  return (
    <CurrencyProvider currency={account.currency}>
      <FigureRow label="The account">
        <Figure label="Float value">
          <Money value={account.floatValue} />
        </Figure>
        <Figure label="Real value">
          <Money value={account.realValue} />
        </Figure>
        <Figure label="P/L open">
          <Change money={account.floatValue - account.realValue} />
        </Figure>
        <Figure label="Today">
          <Change money={isLapsed ? null : account.todayChange} />
        </Figure>
        <Figure label="Buying power">
          <Money value={account.buyingPower} />
        </Figure>
        <RiskSummary account={account} />
      </FigureRow>
    </CurrencyProvider>
  )
}

export function WalletRow({ account, isArranging }: { readonly account: Account; readonly isArranging: boolean }) {
  const accountIds = useMemo(() => [account.id], [account.id])
  const accounts = useMemo(() => [account], [account])
  return (
    <CurrencyProvider currency={account.currency}>
      <PanelRow
        preference="dashboardWallet"
        className={classes['charts']!}
        isArranging={isArranging}
        onFirstScreen={1}
        panels={[
          {
            name: 'historic',
            title: 'Wallet Historic',
            content: (
              <InPlace title="Wallet Historic">
                <WalletHistoricPanel accountIds={accountIds} isCompact />
              </InPlace>
            ),
          },
          {
            name: 'comparison',
            title: 'Wallet Comparison',
            content: (
              <InPlace title="Wallet Comparison">
                <WalletComparisonPanel account={account} />
              </InPlace>
            ),
          },
          {
            name: 'positions',
            title: 'Wallet Positions',
            content: (
              <InPlace title="Wallet Positions">
                <WalletPositionsPanel accounts={accounts} />
              </InPlace>
            ),
          },
        ]}
      />
    </CurrencyProvider>
  )
}

function InPlace({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const waiting = (
    <Panel title={title} isFilling>
      <Skeleton height="100%" />
    </Panel>
  )
  return <Suspense fallback={waiting}>{children}</Suspense>
}

const wish = 'see your accounts and their wallet'

/** For users without an account, or without one that can be shown. */
export function NoWallet({ chosen: { account, choices } }: { readonly chosen: ChosenAccount }) {
  const can = useCan()
  if (account)
    return (
      <p className={classes['note']}>
        Account {accountName(account)} is disabled. Enable it on the Accounts screen, or select another one in the top
        bar.
      </p>
    )
  if (choices && choices.length > 0)
    return <p className={classes['note']}>Select an account in the top bar to see its wallet here.</p>
  const listRule = featureAccess.accountList
  if (!allows(listRule, can)) return <p className={classes['note']}>{describePermission(listRule, can, wish)}</p>
  const linkRule = featureAccess.accountLink
  const canLink = allows(linkRule, can)
  return (
    <p className={classes['note']}>
      Your wallet appears here once an account is linked.
      {canLink ? null : ` ${describePermission(linkRule, can, 'link one')}`}
      {canLink ? (
        <Button size="xs" renderRoot={(props) => <Link to="/account" {...props} />}>
          Link an account
        </Button>
      ) : null}
    </p>
  )
}
