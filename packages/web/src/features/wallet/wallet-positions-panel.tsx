// Wallet Positions: the pie of the chosen accounts' positions, with buying power as one grey slice, and the same data
// as a table.
import { toCents } from '@clubfolio/domain'
import type { Account } from '@clubfolio/contract'
import { ActionIcon, Skeleton, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconChartPie2, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useWalletPositions } from './api.ts'
import { accountName } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import { PositionPicker } from '../position-action/position-picker.tsx'
import { walletSlices } from './wallet-slices.ts'
import classes from './wallet.module.css'

const Pie3d = lazy(async () => ({ default: (await import('@clubfolio/charts/pie')).Pie3d }))

export function WalletPositionsPanel({ accounts }: { readonly accounts: readonly Account[] }) {
  const theme = useComputedColorScheme('light')
  const format = useFormatAmount()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const positions = useWalletPositions(accounts.map(({ id }) => id))
  const failed = positions.find(({ isError }) => isError)
  const isLoading = positions.some(({ data, isError }) => data === undefined && !isError)
  const slices = useMemo(
    () =>
      walletSlices(
        positions.flatMap(({ data }) => data ?? []),
        {
          floatValue: toCents(accounts.reduce((sum, { floatValue }) => sum + floatValue, 0n)),
          buyingPower: toCents(accounts.reduce((sum, { buyingPower }) => sum + buyingPower, 0n)),
        },
        format,
      ),
    [positions, accounts, format],
  )
  const other =
    view === 'chart'
      ? { label: 'Show as table', mark: IconTable, view: 'table' as const }
      : { label: 'Show as chart', mark: IconChartPie2, view: 'chart' as const }
  return (
    <Panel
      title="Wallet Positions"
      canExpand
      isFilling
      isRefreshing={positions.some(({ isFetching }) => isFetching)}
      controls={
        <>
          <PositionPicker
            positions={accounts.flatMap((account, index) =>
              whyNoOrder(account) === undefined
                ? (positions[index]?.data ?? []).map(({ instrumentCode: code, quantity: held }) => ({
                    accountNumber: account.number,
                    code,
                    held,
                    ...(accounts.length > 1 ? { account: accountName(account) } : {}),
                  }))
                : [],
            )}
          />
          <Tooltip label={other.label}>
            <ActionIcon size={24} aria-label={other.label} onClick={() => setView(other.view)}>
              <other.mark size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <div className={classes['pie']}>
        {failed ? (
          <FailedState
            title="The positions could not be loaded"
            why={failed.error?.message ?? ''}
            onRetry={() => positions.forEach((one) => void one.refetch())}
          />
        ) : isLoading ? (
          <Skeleton height="100%" />
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Pie3d title="Wallet Positions" slices={slices} theme={theme} view={view} />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}
