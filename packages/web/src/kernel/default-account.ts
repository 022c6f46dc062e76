// The user's default account, with which a new tab starts.
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { refreshOptions } from './is-refresh.ts'
import { useSessionUser } from './session.ts'

/** Queries the default account; null when the user has none. */
export function useDefaultAccount(isWanted = true) {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['account', 'default'],
    queryFn: (context) =>
      api.account.viewMyDefaultAccount(
        { params: { userId: user!.id } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: user !== undefined && isWanted,
  })
}
