// The user's accounts as every screen with an account select reads them; the Accounts screen makes this list stale.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { useCan, useSessionUser } from './session.ts'

export const accountListKey = ['account', 'list'] as const

/** Loads only for holders of VMA: specification 1, section 2 (Accounts screen). `reloadMs` reads it again and again, quietly. */
export function useAccountList(reloadMs?: number) {
  const user = useSessionUser()
  const can = useCan()
  const client = useQueryClient()
  return useQuery({
    queryKey: accountListKey,
    queryFn: ({ signal }) => api.account.viewMyAccount({ params: { userId: user!.id } }, { signal, ownMessage: true, background: client.getQueryData(accountListKey) !== undefined }),
    enabled: user !== undefined && can('VMA'),
    ...(reloadMs === undefined ? {} : { refetchInterval: reloadMs }),
  })
}
