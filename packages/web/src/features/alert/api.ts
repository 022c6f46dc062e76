// A person's alerts, active and recently resolved: refetched when a push message announces a change, otherwise every
// fifteen seconds.
import type { Alert } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { usePollMs } from '../../kernel/push-state.ts'

const pollMs = 15_000
const queryKey = ['alert', 'current']

export function useCurrentAlerts(isWanted = true) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.alert.findCurrent({}, { signal, ownMessage: true, background: true }),
    refetchInterval: usePollMs(pollMs),
    enabled: isWanted,
  })
}

/** Dismisses an alert. The bar removes it optimistically and restores it when the server refuses. */
export function usePutAway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.alert.markSeen({ body: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<Alert[]>(queryKey, (alerts) =>
        alerts?.map((alert) => (alert.id === id ? { ...alert, seenAt: Date.now() } : alert)),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { ownProgress: true },
  })
}
