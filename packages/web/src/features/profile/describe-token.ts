// What an API token may do, in words.
import { permissions, type ApiToken } from '@clubfolio/contract'

/** `View my accounts, View watchlist`; in the order of the menu. */
export function describeKeys(keys: ApiToken['keys']): string {
  if (keys.length === 0) return 'Calls without a permission only'
  return permissions
    .filter(({ nameKey }) => keys.includes(nameKey))
    .map(({ name }) => name)
    .join(', ')
}

export const describeAccess = ({ isReadOnly }: Pick<ApiToken, 'isReadOnly'>): string =>
  isReadOnly ? 'Read only' : 'Read and write'

/** `All accounts`, or their numbers. */
export function describeAccounts(accounts: ApiToken['accounts']): string {
  if (accounts === null) return 'All accounts'
  return accounts.length === 0 ? 'No account' : accounts.map(({ number }) => number).join(', ')
}
