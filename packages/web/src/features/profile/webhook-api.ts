// The user's webhooks: the queries, the mutations, and what a change makes stale.
import type { BodyOf, Webhook } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { succeed } from './succeed.ts'

const webhooksKey = ['profile', 'webhooks'] as const
const logKey = ['profile', 'webhook-log'] as const
const pollMs = 60_000
/** While its log is open, a delivery is seen soon after it was sent. */
const logPollMs = 5_000
export const deliveriesPerPage = 10

export function useMyWebhooks() {
  return useQuery({
    queryKey: webhooksKey,
    queryFn: (context) => api.webhook.findMyWebhooks({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
  })
}

/** The answer has the secret: it stays with the caller and in no cache. */
export function useCreateWebhook() {
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: BodyOf<'webhook', 'createWebhook'>) => api.webhook.createWebhook({ body }, { inForm: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}

export function useRotateSecret() {
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: BodyOf<'webhook', 'rotateSecret'>) => api.webhook.rotateSecret({ body }, { inForm: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}

/** `isInForm`: the form shows the refusal itself. */
export function useSaveWebhook({ isInForm }: { readonly isInForm: boolean }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'webhook', 'saveWebhook'>) => api.webhook.saveWebhook({ body }, { inForm: isInForm }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}

export function useDeleteWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Webhook, 'id'>) => api.webhook.deleteWebhook({ body: { id } }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
}

export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Webhook, 'id'>) => api.webhook.sendTest({ body: { id } }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: logKey }),
  })
}

export function useDeliveries(webhookId: string, start: number) {
  return useQuery({
    queryKey: [...logKey, webhookId, start],
    queryFn: (context) =>
      api.webhook.findDeliveries(
        { params: { webhookId, start, count: deliveriesPerPage } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    refetchInterval: logPollMs,
  })
}

export function useRedeliver() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.webhook.redeliver({ body: { id } }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: logKey }),
  })
}
