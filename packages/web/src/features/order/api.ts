// The calls of orders, and what each change makes stale: orders, positions and the values of accounts.
import type { Order, OrderGuardRails, OrderPreview, OrderQuestionLimits, Quote, WholeBody } from '@clubfolio/contract'
import {
  keepPreviousData,
  type QueryFunctionContext,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { useLiveQuote } from '../../kernel/quote.ts'
import { showToast } from '../../ui/toast.tsx'
import { openStatuses } from './cancel-all.ts'
import { hasTrigger, isPairOrder, type TicketOrder } from './ticket-form.ts'

const pollMs = 5_000

type OrderFilter = Omit<WholeBody<'order', 'findOrders'>, 'accountNumber'>

/** Refetched every few seconds while the screen is open, because orders fill on their own. */
export function useOrders(accountNumber: string | undefined, filter: OrderFilter) {
  return useQuery({
    queryKey: ['order', 'list', accountNumber, filter],
    queryFn: (context): Promise<Order[]> =>
      api.order.findOrders(
        { body: { ...filter, accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    placeholderData: (before, query) => (query?.queryKey[2] === accountNumber ? keepPreviousData(before) : undefined),
    refetchInterval: pollMs,
  })
}

/** All orders of an account that may still be filled. */
export const useOpenOrders = (accountNumber: string) => useOrders(accountNumber, openOrders)

const openOrders: OrderFilter = {
  enteredFrom: null,
  enteredTo: null,
  closedFrom: null,
  closedTo: null,
  orderType: openStatuses,
}

/** Returns the current state of an order, whatever the adjacent list shows. */
export function useLiveOrder(order: Order): Order {
  const at = new Date(order.enteredTime).toISOString()
  const { data } = useOrders(order.accountNumber, {
    enteredFrom: at,
    enteredTo: at,
    closedFrom: null,
    closedTo: null,
    orderType: null,
  })
  return data?.find(({ orderId }) => orderId === order.orderId) ?? order
}

/**
 * Reads again what an order changes. What became of an order that was sent is said before the lists are read, which at
 * some brokerages takes seconds; the buttons in a row stay busy until the row has changed.
 */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(['order', 'account', 'operation', 'wallet'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** An order with the questions about it that the user confirmed. */
export interface AnsweredOrder {
  readonly order: TicketOrder
  readonly answered: readonly string[]
}

export function usePutOrder() {
  const client = useQueryClient()
  const reload = useReload()
  const forget = () => client.removeQueries({ queryKey: [previewKey] })
  return useMutation({
    mutationFn: ({ order, answered }: AnsweredOrder) => {
      const asked = { answered: [...answered] }
      if (isPairOrder(order)) return api.order.putOrderPair({ body: { ...order, ...asked } })
      return hasTrigger(order)
        ? api.order.putOrderWithTrigger({ body: { ...order, ...asked } })
        : api.order.putOrder({ body: { ...order, ...asked } })
    },
    // A preview from before this order was sent must not be reused for the next one, even while this order's outcome is
    // unknown.
    onMutate: forget,
    onSettled: () => {
      forget()
      void reload()
    },
  })
}

/** A change of an open order, as the form has it. */
export type Replacement = WholeBody<'order', 'previewReplacement'>

/** A change with the questions about it that the user confirmed. */
export interface AnsweredReplacement {
  readonly order: Replacement
  readonly answered: readonly string[]
}

/** Replaces an open order with another one. */
export function useReplaceOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ order, answered }: AnsweredReplacement) =>
      api.order.replaceOrder({ body: { ...order, answered: [...answered] } }),
    onSettled: () => void reload(),
  })
}

const inPlace = { ownProgress: true } as const

/** Cancels an order that waits for its market, its parent or a condition. */
export function useWithdrawOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly orderId: string }) =>
      api.order.withdrawOrder({ body }),
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

/** Says the outcome also when its dialog was closed meanwhile. */
export function useCancelAllOrders() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string; readonly orderIds: string[] }) =>
      api.order.cancelAllOrders({ body }),
    onSuccess: ({ message, failed }) =>
      showToast({ tone: failed > 0 ? 'error' : 'success', title: failed > 0 ? 'Error' : 'Success', message }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useSettleOrder() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: {
      readonly accountNumber: string
      readonly requestId: string
      readonly orderId: string | null
    }) => api.order.settleOrder({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

const previewKey = 'order-preview'

/** A preview together with the order it belongs to, so that neither is used without the other. */
export interface PreviewedOrder {
  readonly order: TicketOrder
  readonly preview: OrderPreview
}

const askFor =
  (order: TicketOrder) =>
  async (context: QueryFunctionContext): Promise<PreviewedOrder> => ({
    order,
    preview: await askPreview(order, { ...refreshOptions(context), ownMessage: true }),
  })

const askPreview = (order: TicketOrder, options: Parameters<typeof api.order.previewOrder>[1]) =>
  isPairOrder(order)
    ? api.order.previewOrderPair({ body: order }, options)
    : api.order.previewOrder({ body: order }, options)

/**
 * Refetched whenever the order changes, and every 15 seconds; until then the answer for the previous order stays. The
 * ticket itself shows failures.
 */
export function useOrderPreview(order: TicketOrder | undefined) {
  return useQuery({
    queryKey: [previewKey, order],
    queryFn: (context) => askFor(order!)(context),
    enabled: order !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    retry: false,
  })
}

const quotePollMs = 5_000

/**
 * Bid, ask and last price of a code at the account's brokerage: null if it has none, undefined until it has answered.
 * They change with the socket where that has the prices of the account's market, otherwise every five seconds.
 */
export function useTicketQuote(code: string | undefined, accountNumber: string): Quote | null | undefined {
  const { data } = useQuery({
    queryKey: ['ticket-quote', accountNumber, code],
    queryFn: async (context) => {
      const quotes = await api.quote.find(
        { body: { codes: [code!], accountNumber } },
        { ...refreshOptions(context), ownMessage: true },
      )
      return quotes[0] ?? null
    },
    enabled: code !== undefined && accountNumber !== '',
    refetchInterval: ({ state }) => (state.data?.isLive === true ? false : quotePollMs),
    retry: false,
    gcTime: 0,
  })
  const live = useLiveQuote(data?.isLive === true ? code : undefined)
  return live ?? data
}

/** The confirmation reuses an answer of the ticket up to this age. */
const freshMs = 10_000

/** The one answer that a confirmation shows: for exactly this order, and never replaced afterwards. */
export function useConfirmedPreview(reviewId: string, order: TicketOrder) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['order-confirmation', reviewId, order],
    queryFn: askFor(order),
    initialData: () => {
      const ticket = client.getQueryState<PreviewedOrder>([previewKey, order])
      return ticket !== undefined && !ticket.isInvalidated && Date.now() - ticket.dataUpdatedAt < freshMs
        ? ticket.data
        : undefined
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** The preview of a change together with that change. */
export interface PreviewedChange {
  readonly change: Replacement
  readonly preview: OrderPreview
}

/**
 * Refetched whenever the change is typed on, and every 15 seconds; until then the answer for the previous one stays.
 */
export function useChangePreview(change: Replacement | undefined) {
  return useQuery({
    queryKey: ['order-change-typed', change],
    queryFn: async (context): Promise<PreviewedChange> => ({
      change: change!,
      preview: await api.order.previewReplacement({ body: change! }, { ...refreshOptions(context), ownMessage: true }),
    }),
    enabled: change !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    gcTime: 0,
    retry: false,
  })
}

/** The one answer that the review of a change shows: for exactly this change. */
export function useReplacementPreview(review: { readonly id: string; readonly change: Replacement } | undefined) {
  return useQuery({
    queryKey: ['order-change', review?.id, review?.change],
    queryFn: (): Promise<OrderPreview> => api.order.previewReplacement({ body: review!.change }, { ownMessage: true }),
    enabled: review !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function useGuardRails(accountNumber: string) {
  return useQuery({
    queryKey: ['order-guard', accountNumber],
    queryFn: ({ signal }) => api.order.findGuardRails({ params: { accountNumber } }, { signal, ownMessage: true }),
  })
}

export function useSaveGuardRails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OrderGuardRails & { readonly accountNumber: string }) => api.order.saveGuardRails({ body }),
    onSettled: (_done, _error, { accountNumber }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['order-guard', accountNumber] }),
        client.invalidateQueries({ queryKey: ['operation', 'limits', accountNumber] }),
      ]),
  })
}

export function useQuestionLimits() {
  return useQuery({
    queryKey: ['order-question-limits'],
    queryFn: ({ signal }) => api.order.findQuestionLimits({}, { signal, ownMessage: true }),
  })
}

export function useSaveQuestionLimits() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OrderQuestionLimits) => api.order.saveQuestionLimits({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['order-question-limits'] }),
  })
}
