// The calls of orders and what each change makes stale: orders, positions and the values of accounts.
import type { Order, OrderGuardRails, OrderToPreview } from '@clubfolio/contract'
import type { OrderStatus } from '@clubfolio/domain'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { openStatuses } from './cancel-all.ts'
import { hasTrigger } from './ticket-form.ts'

const pollMs = 5_000

export interface OrderFilter {
  readonly enteredFrom: string | null
  readonly enteredTo: string | null
  readonly closedFrom: string | null
  readonly closedTo: string | null
  readonly orderType: OrderStatus[] | null
}

/** Read again every few seconds while the screen is open: orders fill by themselves. */
export function useOrders(accountNumber: string | undefined, filter: OrderFilter) {
  return useQuery({
    queryKey: ['order', 'list', accountNumber, filter],
    queryFn: (context): Promise<Order[]> => api.order.findOrders({ body: { ...filter, accountNumber: accountNumber! } }, { ...refreshOptions(context), ownMessage: true }),
    enabled: accountNumber !== undefined,
    placeholderData: (before, query) => (query?.queryKey[2] === accountNumber ? keepPreviousData(before) : undefined),
    refetchInterval: pollMs,
  })
}

/** Everything of an account that may still be filled. */
export const useOpenOrders = (accountNumber: string) => useOrders(accountNumber, openOrders)

const openOrders: OrderFilter = { enteredFrom: null, enteredTo: null, closedFrom: null, closedTo: null, orderType: openStatuses }

/** An order as it is by now, whatever the list beside it shows. */
export function useLiveOrder(order: Order): Order {
  const at = new Date(order.enteredTime).toISOString()
  const { data } = useOrders(order.accountNumber, { enteredFrom: at, enteredTo: at, closedFrom: null, closedTo: null, orderType: null })
  return data?.find(({ orderId }) => orderId === order.orderId) ?? order
}

function useReload() {
  const client = useQueryClient()
  return () => Promise.all(['order', 'account', 'operation', 'wallet'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

export function usePutOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ order, key }: { readonly order: OrderToPreview; readonly key: string }) =>
      hasTrigger(order) ? api.order.putOrderWithTrigger({ body: order }, { idempotencyKey: key }) : api.order.putOrder({ body: order }, { idempotencyKey: key }),
    onSettled: reload,
  })
}

export interface Replacement {
  readonly accountNumber: string
  readonly orderId: string
  readonly quantity: string
  /** What was filled when the change was made. */
  readonly filledQuantity: string
  readonly price: string
  readonly limitPrice: string | null
  readonly childPrice: string | null
}

/** Another order takes the place of an open one; one wish keeps its key, so it is one replacement. */
export function useReplaceOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ order, key }: { readonly order: Replacement; readonly key: string }) => api.order.replaceOrder({ body: order }, { idempotencyKey: key }),
    onSettled: reload,
  })
}

const inPlace = { ownProgress: true } as const

/** Cancels an order that waits for its market, its parent or a condition. */
export function useWithdrawOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly orderId: string }) => api.order.withdrawOrder({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useCancelOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly orderId: string }) => api.order.cancelOrder({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useCancelAllOrders() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly orderIds: string[] }) => api.order.cancelAllOrders({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useSettleOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly requestId: string; readonly orderId: string | null }) => api.order.settleOrder({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

/** What the order would do; asked again whenever the order changes. Failures stand in the ticket itself. */
export function usePreview(order: OrderToPreview | undefined) {
  return useQuery({
    queryKey: ['order-preview', order],
    queryFn: (context) => api.order.previewOrder({ body: order! }, { ...refreshOptions(context), ownMessage: true }),
    enabled: order !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    retry: false,
  })
}

export function useGuardRails(accountNumber: string) {
  return useQuery({
    queryKey: ['order-guard', accountNumber],
    queryFn: ({ signal }) => api.order.findGuardRails({ params: { accountNumber } }, { signal, ownMessage: true }),
  })
}

export function useSaveGuardRails(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...body }: OrderGuardRails & { readonly accountNumber: string; readonly key: string }) => api.order.saveGuardRails({ body }, { idempotencyKey: key }),
    onSuccess: onDone,
    onSettled: (_done, _error, { accountNumber }) => client.invalidateQueries({ queryKey: ['order-guard', accountNumber] }),
  })
}
