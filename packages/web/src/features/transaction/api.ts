// The calls for transactions. The server sorts the pages; the whole list is fetched only when all of it is needed.
import { ApiError, type BodyOf, type Transaction } from '@clubfolio/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { usePollMs } from '../../kernel/push-state.ts'

const pollMs = 60_000

type TransactionPage = Omit<BodyOf<'transaction', 'findPage'>, 'accountNumber'>

/** Shows the previous page until the next one arrives. New transactions are pushed. */
export function useTransactionPage(accountNumber: string | undefined, place: TransactionPage) {
  return useQuery({
    queryKey: ['transaction', 'page', accountNumber, place],
    queryFn: (context) =>
      api.transaction.findPage(
        { body: { accountNumber: accountNumber!, ...place } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    placeholderData: (before, query) => (query?.queryKey[2] === accountNumber ? keepPreviousData(before) : undefined),
    refetchInterval: usePollMs(pollMs),
  })
}

/**
 * `newest` combines the newest transaction's id and the total count, so a new transaction changes the key of the list.
 */
function allOf(accountNumber: string, newest: string, ownMessage: boolean) {
  return {
    queryKey: ['transaction', 'all', accountNumber, newest] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Transaction[]> =>
      api.transaction.findAllByAccountOwner({ params: { accountNumber } }, { signal, ownMessage }),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

export function useAllTransactions(accountNumber: string | undefined, newest: string | undefined, isWanted: boolean) {
  return useQuery({
    ...allOf(accountNumber ?? '', newest ?? '', true),
    enabled: isWanted && accountNumber !== undefined && newest !== undefined,
    placeholderData: (before, query) => (query?.queryKey[2] === accountNumber ? keepPreviousData(before) : undefined),
  })
}

/** Loads every transaction for the CSV file; the interceptor shows failures. */
export function useLoadAllTransactions(accountNumber: string | undefined, newest: string | undefined) {
  const client = useQueryClient()
  return async (): Promise<Transaction[]> => {
    if (accountNumber === undefined || newest === undefined)
      throw new ApiError(0, { code: 0, error: 'No account is chosen.' })
    return client.fetchQuery(allOf(accountNumber, newest, false))
  }
}
