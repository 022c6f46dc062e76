// Whose wallet the dashboard shows: the account of the address, else the default one, else the first that is active.
import type { Account } from '@clubfolio/contract'
import { useAccountList } from '../../kernel/account-list.ts'

const reloadMs = 60_000

export interface DashboardAccount {
  /** Undefined until they are loaded, and for those who may not see accounts. */
  readonly active: readonly Account[] | undefined
  readonly account: Account | undefined
}

export function useDashboardAccount(wanted: string): DashboardAccount {
  const { data } = useAccountList(reloadMs)
  const active = data?.filter(({ isActive }) => isActive)
  const account = active?.find(({ id }) => id === wanted) ?? active?.find(({ isDefault }) => isDefault) ?? active?.[0]
  return { active, account }
}
