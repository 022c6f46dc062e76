// The calls of the operations, refetched every minute while refresh is on.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

/** Source: docs/rules/trading.md, "Operations". */
export const operationPollMs = 60_000

export function useOperations(accountNumber: string | undefined, isRefreshing: boolean) {
  return useQuery({
    queryKey: ['operation', 'open', accountNumber],
    queryFn: (context) =>
      api.operation.findOpenOperationByAccount(
        { params: { accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    refetchInterval: isRefreshing ? operationPollMs : false,
  })
}

export function useProtection(accountNumber: string | undefined, isRefreshing: boolean) {
  return useQuery({
    queryKey: ['operation', 'protection', accountNumber],
    queryFn: (context) =>
      api.operation.findProtectionByAccount(
        { params: { accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    refetchInterval: isRefreshing ? operationPollMs : false,
  })
}
