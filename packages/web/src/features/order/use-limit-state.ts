// What the limits of an account hold at present. Refetched with every fill and every reading of the account, which is
// why its key begins like that of positions.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

const pollMs = 60_000

export function useLimitState(accountNumber: string | undefined) {
  return useQuery({
    queryKey: ['operation', 'limits', accountNumber],
    queryFn: (context) =>
      api.order.findLimitState(
        { params: { accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    refetchInterval: pollMs,
  })
}
