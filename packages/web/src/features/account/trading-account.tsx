// The account whose positions, orders and transactions a screen shows: the one of the address, else the default one.
// Source: specification 2, section 7 (default account); look, "page head" (account select).
import type { Account } from '@clubfolio/contract'
import { Button, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccountList } from '../../kernel/account-list.ts'
import { useDefaultAccount } from '../../kernel/default-account.ts'
import { useCan } from '../../kernel/session.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'

export interface TradingAccount {
  readonly account: Account | undefined
  /** Undefined until they are known. Who may not see the list of accounts has the default one alone. */
  readonly choices: readonly Account[] | undefined
  readonly failure: Error | null
  readonly retry: () => void
  readonly isRetrying: boolean
}

export function useTradingAccount(wantedId: string): TradingAccount {
  const list = useAccountList()
  const standard = useDefaultAccount()
  const can = useCan()
  const choices = can('VMA') ? list.data : standard.data === undefined ? undefined : standard.data === null ? [] : [standard.data]
  const account = choices?.find(({ id }) => id === wantedId) ?? choices?.find(({ isDefault }) => isDefault)
  const asked = can('VMA') ? list : standard
  return { account, choices, failure: choices === undefined ? asked.error : null, retry: () => void asked.refetch(), isRetrying: asked.isFetching }
}

const accountLabel = ({ number, type, isActive }: Account): string => `${number} · ${type === 'MARGIN' ? 'Margin' : 'Cash'}${isActive ? '' : ' · disabled'}`

export interface TradingAccountSelectProps {
  readonly trading: TradingAccount
  readonly onChoose: (accountId: string) => void
}

export function TradingAccountSelect({ trading, onChoose }: TradingAccountSelectProps) {
  if (!trading.choices || trading.choices.length === 0) return null
  return (
    <Select
      aria-label="Account"
      placeholder="Select account"
      data={trading.choices.map((choice) => ({ value: choice.id, label: accountLabel(choice) }))}
      value={trading.account?.id ?? null}
      onChange={(id) => onChoose(id ?? '')}
      allowDeselect={false}
    />
  )
}

/** Stands in place of the list while there is no account to show; `purpose` says what the screen is for. */
export function NoTradingAccount({ trading, purpose }: { readonly trading: TradingAccount; readonly purpose: string }) {
  const can = useCan()
  if (trading.failure) return <FailedState title="The accounts could not be loaded" why={trading.failure.message} onRetry={trading.retry} isRetrying={trading.isRetrying} />
  const canLink = can('CA') || can('CMA')
  const toAccounts = <Button renderRoot={(props) => <Link to="/account" {...props} />}>Go to the accounts</Button>
  if (trading.choices && trading.choices.length > 0) return <EmptyState title="No default account" words={`${purpose} Choose an account above, or make one the default on the Accounts screen.`} actions={toAccounts} />
  return (
    <EmptyState
      title="No account"
      words={canLink ? `${purpose} Link an account first.` : `${purpose} Linking an account needs the permission "Create my account"; an administrator can grant it.`}
      actions={canLink ? toAccounts : undefined}
    />
  )
}
