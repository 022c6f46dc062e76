// The reader's orders and position as lines that can be traded on: a line that is dropped asks for the one confirmation
// of the change, an x for that of the cancellation, a click opens the order.
// Source: docs/rules/trading.md, "Trade on the chart".
import type { OwnTrades, PriceLine, PriceLineListeners } from '@clubfolio/charts'
import type { Account, BarTiming, InstrumentTrading } from '@clubfolio/contract'
import { isSameCode } from '@clubfolio/domain'
import { useMemo, useState } from 'react'
import { openOrderChange, orderChange, type OrderMoveRequest } from '../../kernel/order-change.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useStore } from '../../kernel/store.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useOperations } from '../open-operation/api.ts'
import { atPrice } from '../open-operation/live-operation.ts'
import { useCancelOrder } from '../order/api.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import {
  formatOrderResult,
  orderMove,
  previewOrderMove,
  resultAt,
  orderResultTone,
  type PriceAndLast,
} from './order-line.ts'
import { describeOpenOrder, ownTrades } from './own-trades.ts'
import type { PlacedExit } from './place-choices.ts'
import { decimalPrice } from './price-words.ts'

export interface TradeLines {
  readonly trades: OwnTrades | undefined
  /** The lines that can be moved to a price, for a reader who points at it instead of dragging. */
  readonly movableTo: (price: number) => readonly PriceLine[]
  /** The working orders that close the position, and which of them could be moved to a price. */
  readonly exitsAt: (price: number) => readonly PlacedExit[]
  readonly listeners: PriceLineListeners
}

export interface TradedChart {
  readonly symbol: string
  readonly timing: BarTiming
  readonly account: Account | undefined
  readonly trading: InstrumentTrading | undefined
}

export function useTradeLines({ symbol, timing, account, trading }: TradedChart): TradeLines {
  const last = useLastPrice(symbol)
  const hasPosition = trading !== undefined && trading.position !== null
  const operations = useOperations(hasPosition ? account?.number : undefined, true)
  const operation = operations.data?.find(({ code }) => isSameCode(code, symbol))
  const plOpen = operation === undefined ? undefined : atPrice(operation, last).plOpen
  const canTrade = account !== undefined && account.isActive && whyNoOrder(account) === undefined
  const cancel = useCancelOrder()
  const asked = useStore(orderChange)
  const [move, setMove] = useState<{
    readonly request: OrderMoveRequest
    readonly lineId: string
    readonly price: number
  }>()
  // While its confirmation is open; a closed one leaves the line where the order is.
  const moved = move !== undefined && move.request === asked ? move : undefined
  const trades = useMemo(
    () =>
      trading &&
      ownTrades(trading, timing, {
        canTrade,
        moved,
        profit: plOpen === undefined ? undefined : { words: formatOrderResult(plOpen), tone: orderResultTone(plOpen) },
      }),
    [trading, timing, canTrade, moved, plOpen],
  )
  const orderOf = (lineId: string) => trading?.orders.find(({ orderId }) => orderId === lineId)

  const askToCancel = async (orderId: string): Promise<void> => {
    const order = orderOf(orderId)
    if (order === undefined || account === undefined) return
    const isAccepted = await confirm({
      question: `Do you want to cancel order ${orderId}?`,
      consequence:
        `${describeOpenOrder(order)}${order.price === null ? '' : ` at ${decimalPrice(order.price)}`}.` +
        lostProtection(order, trading),
      accept: 'Cancel order',
      cancel: 'Keep it',
      isDanger: true,
    })
    if (!isAccepted) return
    cancel.mutate(
      { accountNumber: account.number, orderId },
      { onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }) },
    )
  }

  const movableTo = (price: number) =>
    (trades?.lines ?? []).filter((line) => {
      const order = orderOf(line.id)
      return (
        line.isMovable === true &&
        order !== undefined &&
        trading !== undefined &&
        order.price !== price &&
        isSameSide(order.price, { price, last }) &&
        previewOrderMove(order, trading, { price, last }).refusal === undefined
      )
    })

  return {
    trades,
    movableTo,
    exitsAt: (price) => {
      const movable = movableTo(price)
      return (trading?.orders ?? []).flatMap(({ orderId, role, quantity, status }) =>
        role === 'ENTRY' || status === 'AWAITING_PARENT_ORDER'
          ? []
          : [{ role, quantity, isMovable: movable.some(({ id }) => id === orderId) }],
      )
    },
    listeners: {
      previewMove: (lineId, price) => {
        const order = orderOf(lineId)
        return order === undefined || trading === undefined
          ? { note: '' }
          : previewOrderMove(order, trading, { price, last })
      },
      onMove: (lineId, price) => {
        const order = orderOf(lineId)
        const target = order && orderMove(order)
        if (account === undefined || trading === undefined || order === undefined || target === undefined) {
          // Drawing the lines again returns the one that was dropped.
          setMove(undefined)
          return
        }
        const [before, after] =
          order.price === null ? [] : [order.price, price].map((one) => resultAt(order, trading, one))
        const request: OrderMoveRequest = {
          ...target,
          accountNumber: account.number,
          newPrice: decimalPrice(price),
          ...(before === undefined || after === undefined
            ? {}
            : {
                effect: {
                  name: 'Result when filled',
                  before: formatOrderResult(before),
                  after: formatOrderResult(after),
                },
              }),
        }
        setMove({ request, lineId, price })
        openOrderChange(request)
      },
      onRemove: (lineId) => void askToCancel(lineId),
      onOpen: (lineId) => {
        const order = orderOf(lineId)
        if (account !== undefined && order !== undefined)
          openOrderChange({ accountNumber: account.number, orderId: order.change.orderId })
      },
    },
  }
}

/** Whether a move would stay on the order's side of the market: a stop below is no target above. */
const isSameSide = (now: number | null, { price, last }: PriceAndLast): boolean =>
  now === null || last === undefined || now > last === price > last

function lostProtection({ orderId, role }: InstrumentTrading['orders'][number], trading?: InstrumentTrading): string {
  if (trading?.orders.some(({ parentOrderId }) => parentOrderId === orderId))
    return ' What waits for it is cancelled with it.'
  return role === 'STOP' && trading?.position ? ' It protects a position, which stays open without it.' : ''
}
