// The funds that a user has something to read in.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { useSessionUser } from '../../kernel/session.ts'
import { participationKey } from './book/api.ts'

/** Their own funds and those in which they have a role. */
export function useReadableFunds() {
  const user = useSessionUser()
  return useQuery({
    queryKey: [...participationKey, 'funds'],
    queryFn: ({ signal }) => api.fund.findFunds({}, { signal, ownMessage: true }),
    enabled: user !== undefined,
  })
}
