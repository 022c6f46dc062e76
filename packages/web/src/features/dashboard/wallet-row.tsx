// The wallet on the dashboard: the account's figures for the page head, and its history, comparison and positions.
// Source: specification 1, section 2 (Dashboard).
import type { Account } from '@clubfolio/contract'
import { Button, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../kernel/session.ts'
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { WalletComparisonPanel } from '../comparator/wallet-comparison-panel.tsx'
import { WalletHistoricPanel } from '../wallet/wallet-historic-panel.tsx'
import { WalletPositionsPanel } from '../wallet/wallet-positions-panel.tsx'
import classes from './dashboard.module.css'
import { PanelRow } from './panel-row.tsx'
import type { DashboardAccount } from './use-dashboard-account.ts'

const typeWords = { MARGIN: 'Margin', CASH: 'Cash' } as const

export function AccountSelect({ active, account, onChange }: DashboardAccount & { readonly onChange: (id: string) => void }) {
  if (!active || !account) return null
  return (
    <Select
      aria-label="Account"
      data={active.map(({ id, number, type }) => ({ value: id, label: `${number} · ${typeWords[type]}` }))}
      value={account.id}
      onChange={(id) => id && onChange(id)}
      allowDeselect={false}
    />
  )
}

export function AccountFigures({ account }: { readonly account: Account }) {
  return (
    <FigureRow label="The account">
      <Figure label="Float value"><Money value={account.floatValue} /></Figure>
      <Figure label="Real value"><Money value={account.realValue} /></Figure>
      <Figure label="P/L open"><Change money={account.floatValue - account.realValue} /></Figure>
      <Figure label="Today"><Change money={account.todayChange} /></Figure>
      <Figure label="Buying power"><Money value={account.buyingPower} /></Figure>
    </FigureRow>
  )
}

export function WalletRow({ account, isArranging }: { readonly account: Account; readonly isArranging: boolean }) {
  const accountIds = useMemo(() => [account.id], [account.id])
  const accounts = useMemo(() => [account], [account])
  return (
    <PanelRow
      preference="dashboardWallet"
      className={classes['charts']!}
      isArranging={isArranging}
      panels={[
        { name: 'historic', title: 'Wallet Historic', content: <WalletHistoricPanel accountIds={accountIds} isCompact /> },
        { name: 'comparison', title: 'Wallet Comparison', content: <WalletComparisonPanel account={account} /> },
        { name: 'positions', title: 'Wallet Positions', content: <WalletPositionsPanel accounts={accounts} /> },
      ]}
    />
  )
}

/** For those who may link an account and have none. */
export function NoWallet() {
  const can = useCan()
  const canLink = can('CA') || can('CMA')
  return (
    <p className={classes['note']}>
      {canLink ? 'Your wallet stands here once an account is linked.' : 'Your wallet would stand here. Linking an account needs the permission "Create my account"; an administrator can grant it.'}
      {canLink ? <Button size="xs" renderRoot={(props) => <Link to="/account" {...props} />}>Link an account</Button> : null}
    </p>
  )
}
