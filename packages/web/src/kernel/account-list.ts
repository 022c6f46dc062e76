// The user's accounts, shared by every screen with an account select. The Accounts screen invalidates this list.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { accountListKey } from './listed-accounts.ts'
import { useCan, useSessionUser } from './session.ts'

export { accountListKey }

/**
 * Loads only for holders of VMA: docs/rules/accounts.md, "Accounts screen". `reloadMs` refetches at that interval, in
 * the background; without `isWanted` it only reads what others have loaded.
 */
export function useAccountList(reloadMs?: number, isWanted = true) {
  const user = useSessionUser()
  const can = useCan()
  const client = useQueryClient()
  return useQuery({
    queryKey: accountListKey,
    queryFn: ({ signal }) =>
      api.account.viewMyAccount(
        { params: { userId: user!.id } },
        { signal, ownMessage: true, background: client.getQueryData(accountListKey) !== undefined },
      ),
    enabled: user !== undefined && can('VMA') && isWanted,
    ...(reloadMs === undefined ? {} : { refetchInterval: reloadMs }),
  })
}
