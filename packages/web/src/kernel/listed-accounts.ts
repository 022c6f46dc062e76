// What the loaded list of accounts says outside of components.
import type { Account } from '@clubfolio/contract'
import { queryClient } from './query-client.ts'

export const accountListKey = ['account', 'list'] as const

/** Returns the ISO code of an account's currency; dollars while the list is not loaded. */
export const currencyOfAccount = (accountId: string): string =>
  queryClient.getQueryData<readonly Account[]>(accountListKey)?.find(({ id }) => id === accountId)?.currency ?? 'USD'
