// The user's default account: positions, orders and transactions are shown and compared for it unless another one is chosen.
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { refreshOptions } from './is-refresh.ts'
import { useSessionUser } from './session.ts'

/** The default account, or null when the user has none. `reloadMs` reads it again and again, quietly. */
export function useDefaultAccount(reloadMs?: number) {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['account', 'default'],
    queryFn: (context) => api.account.viewMyDefaultAccount({ params: { userId: user!.id } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: user !== undefined,
    ...(reloadMs === undefined ? {} : { refetchInterval: reloadMs }),
  })
}
