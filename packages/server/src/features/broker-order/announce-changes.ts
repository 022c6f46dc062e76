// Notifies the owner of what happened to their orders since the last reading: filled, rejected, and above all a
// position whose stop has died. The owner's own recent actions, and orders that come with a newly linked account, are
// not announced.
import {
  formatCode,
  formatOrderPrice,
  formatQuantity,
  isOverOrder,
  isStopType,
  newYorkTimeText,
  type OrderStatus,
  underlyingOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { WebhookEvent } from '@clubfolio/contract'
import { recordEvent } from '../webhook/record-event.ts'
import type { NewNotification } from '../notification/record-notification.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { raiseAlert } from '../alert/write-alert.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { maskedAccount } from '../account/account-name.ts'
import type { OrderChange } from './store-orders.ts'

interface Owner {
  readonly id: string
  readonly owner_id: string
  readonly number: string
  readonly is_paper: boolean
}

export interface NewsOptions {
  /**
   * The order was read right after being placed here: its stop was expected to wait for the entry, so any immediate
   * outcome is news.
   */
  readonly isJustPlaced?: boolean
}

const waiting = { status: 'AWAITING_PARENT_ORDER', filledQuantity: '0' } as const

export interface AnnounceChangesOptions {
  readonly account: Owner
  readonly changes: readonly OrderChange[]
  readonly newsOptions?: NewsOptions | undefined
}

export async function announceChanges(
  trx: Trx,
  clock: Clock,
  { account, changes, newsOptions: { isJustPlaced = false } = {} }: AnnounceChangesOptions,
): Promise<void> {
  for (const read of changes) {
    const change = read.before === null && isJustPlaced && read.parentId !== null ? { ...read, before: waiting } : read
    if (change.before === null) continue
    await recordOrderEvent(trx, clock, account, change)
    const isDivided = await isBeingDivided(trx, account.id, change.order.brokerId)
    const news = newsOf(account, change, isDivided)
    if (news) await recordNotification(trx, clock, { userId: account.owner_id, link: '/order', ...news })
    // The part gets its exits in the next step.
    const unprotected = isDivided ? undefined : await unprotectedWords(trx, account, change)
    if (unprotected === undefined) continue
    const key = `order.unprotected ${account.id} ${change.order.brokerId}`
    await recordNotification(trx, clock, {
      userId: account.owner_id,
      kind: 'ORDER_UNPROTECTED',
      key,
      ...unprotected,
      link: '/operation',
    })
    if (isBoughtOption(change.order)) continue
    await raiseAlert(trx, clock, {
      userId: account.owner_id,
      key,
      kind: 'ORDER_UNPROTECTED',
      severity: 'CRITICAL',
      ...unprotected,
      link: '/operation',
    })
  }
}

const orderEvents: Partial<Record<OrderStatus, WebhookEvent>> = {
  FILLED: 'order.filled',
  CANCELED: 'order.cancelled',
  EXPIRED: 'order.expired',
  REJECTED: 'order.rejected',
}

/** Every end of an order, also one that its owner asked for: programs follow orders by it. */
async function recordOrderEvent(trx: Trx, clock: Clock, account: Owner, { order, before }: OrderChange): Promise<void> {
  const type = orderEvents[order.status]
  if (type === undefined || before?.status === order.status) return
  await recordEvent(trx, clock, {
    type,
    key: `order ${account.id} ${order.brokerId} ${order.status}`,
    accountId: account.id,
    data: {
      accountId: account.id,
      orderId: order.brokerId,
      symbol: order.symbol,
      instruction: textOrNull(order.instruction),
      orderType: textOrNull(order.orderType),
      quantity: order.quantity,
      filledQuantity: order.filledQuantity,
      averageFillPrice: order.averageFillPrice,
      reason: order.description,
      read: { method: 'POST', path: '/v1/api/order/find-orders' },
    },
  })
}

/** Whether an entry is cancelled by us so that the part that is filled gets its stop, and its rest is entered again. */
async function isBeingDivided(trx: Trx, accountId: string, orderId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('entry_division')
    .select('request_id')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .where('state', 'in', ['CANCELLING', 'PROTECTING', 'ENTERING'])
    .where('cancel_sent_at', 'is not', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

function newsOf(
  account: Owner,
  { order, before }: OrderChange,
  isDivided: boolean,
): Pick<NewNotification, 'kind' | 'key' | 'title' | 'text'> | undefined {
  if (before === null || before.status === order.status) return undefined
  const key = (event: string) => `order.${event} ${account.id} ${order.brokerId}`
  if (order.status === 'FILLED')
    return {
      kind: 'ORDER_FILLED',
      key: key('filled'),
      title: 'Order filled',
      text: `${doneWords(order)}${fillWords(order)} in account ${maskedAccount(account)}.${lastFillWords(order)}`,
    }
  if ((order.status === 'CANCELED' || order.status === 'EXPIRED') && Number(order.filledQuantity) > 0) {
    const end = order.status === 'CANCELED' ? 'was cancelled' : 'expired'
    const left = new Decimal(order.quantity ?? 0).minus(order.filledQuantity).toFixed()
    const rest = isDivided
      ? `They get their stop now. The other ${count(left)} are entered again, behind the orders already waiting.`
      : `The rest of the ${count(order.quantity)} ${end}.`
    return {
      kind: 'ORDER_FILLED',
      key: key('filled-in-part'),
      title: 'Order filled in part',
      text:
        `${doneWords(order)}${fillWords(order)} in account ${maskedAccount(account)}.${lastFillWords(order)} ` + rest,
    }
  }
  if (order.status === 'REJECTED')
    return {
      kind: 'ORDER_REJECTED',
      key: key('rejected'),
      title: 'Order rejected',
      text:
        `The order ${askedWords(order)} in account ${maskedAccount(account)} was rejected: ` +
        // Reasons of the brokerage are sentences or parts of one.
        `${(order.description ?? 'no reason was given').replace(/\.$/, '')}.`,
    }
  return undefined
}

const endWords: Partial<Record<OrderStatus, string>> = {
  CANCELED: 'was cancelled',
  EXPIRED: 'expired',
  REJECTED: 'was rejected',
}

/** How many shares or contracts have no stop. The rest of the position may be covered by another one. */
const titleOf = (quantity: string, order: BrokerOrder): string => `${count(quantity)} ${nameOf(order)} without a stop`

/**
 * Returns the title and text for what is left without a stop: an entry that was filled in part and then died takes its
 * stop with it; a stop that the broker rejects or lets expire after its entry was filled leaves the position open too.
 * Undefined when neither happened.
 */
async function unprotectedWords(
  trx: Trx,
  account: Owner,
  { order, before, parentId }: OrderChange,
): Promise<Pick<NewNotification, 'title' | 'text'> | undefined> {
  // The possible loss of an order with several legs is known beforehand; none of its legs is a stop.
  if (order.legCount > 1 || before === null || !isOverOrder(order.status) || isOverOrder(before.status))
    return undefined
  const end = endWords[order.status]
  const filled = new Decimal(order.filledQuantity).plus(filledEarlier(order))
  if (
    order.children.length > 0 &&
    end !== undefined &&
    filled.greaterThan(0) &&
    order.children.every((child) => isOverOrder(child.status) && child.status !== 'FILLED')
  ) {
    const all = new Decimal(order.quantity ?? 0).plus(filledEarlier(order))
    return {
      title: titleOf(filled.toFixed(), order),
      text:
        `${count(filled.toFixed())} of ${count(all.toFixed())} ${nameOf(order)} in account ` +
        `${maskedAccount(account)} were filled before the entry ${end}; its stop loss ended with it, so they ` +
        'have no stop.',
    }
  }
  if (parentId === null || (order.status !== 'REJECTED' && order.status !== 'EXPIRED')) return undefined
  const held = await heldBehind(trx, account, order, parentId)
  if (held === null) return undefined
  const stopEnd = order.status === 'REJECTED' ? 'was rejected' : 'has expired'
  const side =
    textOrNull(order.instruction)?.startsWith('BUY') === true ? `are short ${count(held)}` : `hold ${count(held)}`
  return {
    title: titleOf(held, order),
    text:
      `Your stop ${stopEnd}${order.description === null ? '.' : `: ${order.description}`} You ${side} ` +
      `${nameOf(order)} without a stop in account ${maskedAccount(account)}.`,
  }
}

/**
 * Returns what the orders before an entry had filled when it replaced them: its stop is for that much more than the
 * entry itself.
 */
function filledEarlier({ quantity, children }: BrokerOrder): Decimal {
  const exits = children.flatMap((child) => (child.symbol === null ? child.children : [child]))
  const largest = Decimal.max(0, ...exits.map((exit) => exit.quantity ?? 0))
  return Decimal.max(0, largest.minus(quantity ?? largest))
}

/**
 * Returns the quantity that an order which is over leaves without a stop: what its entry filled, or what a stop beside
 * a target closes. Null while the entry is not filled, and for a target beside a stop, which protects nothing.
 */
async function heldBehind(trx: Trx, account: Owner, order: BrokerOrder, parentId: string): Promise<string | null> {
  const parent = await findParent(trx, account, parentId)
  if (parent?.strategy === 'TRIGGER') return parent.status === 'FILLED' ? parent.filled_quantity : null
  if (parent?.strategy !== 'OCO' || !isStopType(textOrNull(order.orderType))) return null
  if (parent.parent_id === null) return order.quantity
  const entry = await findParent(trx, account, parent.parent_id)
  return entry?.status === 'FILLED' ? entry.filled_quantity : null
}

const findParent = (trx: Trx, account: Owner, id: string) =>
  trx
    .selectFrom('broker_order')
    .select(['status', 'strategy', 'filled_quantity', 'parent_id'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', id)
    .executeTakeFirst()

/**
 * A bought option loses at most what was paid for it, so the death of its stop is news but no alert. Entries buy it,
 * their stops sell it.
 */
const isBoughtOption = ({ assetType, instruction, children }: BrokerOrder): boolean =>
  assetType === 'OPTION' && textOrNull(instruction)?.startsWith(children.length > 0 ? 'BUY' : 'SELL') === true

const count = (quantity: string | null): string => (quantity === null ? '' : formatQuantity(quantity))
const nameOf = ({ symbol }: BrokerOrder): string => formatCode(symbol ?? '')

/** Names an order with several legs by its shape: `Filled 3 vertical of ACME`. */
const severalWords = ({ shape, symbol, legCount }: BrokerOrder): string =>
  `${shape === null || shape === 'CUSTOM' ? `order of ${legCount} legs` : shape.replaceAll('_', ' ').toLowerCase()} ` +
  `of ${underlyingOf(symbol ?? '')}`
const doneWords = (order: BrokerOrder): string =>
  order.legCount > 1
    ? `Filled ${count(order.filledQuantity)} ${severalWords(order)}`
    : `${didWords(textOrNull(order.instruction))} ${count(order.filledQuantity)} ${nameOf(order)}`
const askedWords = (order: BrokerOrder): string =>
  order.legCount > 1
    ? `for ${count(order.quantity)} ${severalWords(order)}`
    : `to ${doWords(textOrNull(order.instruction))} ${count(order.quantity)} ${nameOf(order)}`

/** ` at $50.02 (stop $50.01)`: the price paid, and the price ordered. */
function fillWords({ averageFillPrice, price, stopPrice }: BrokerOrder): string {
  if (averageFillPrice === null) return ''
  const asked = [
    ...(stopPrice === null ? [] : [`stop ${formatOrderPrice(stopPrice)}`]),
    ...(price === null ? [] : [`limit ${formatOrderPrice(price)}`]),
  ].join(', ')
  return ` at ${formatOrderPrice(averageFillPrice)}${asked === '' ? '' : ` (${asked})`}`
}

const lastFillWords = ({ lastFillMs }: BrokerOrder): string =>
  lastFillMs === null ? '' : ` Last fill ${newYorkTimeText(lastFillMs)}.`

const didWords = (instruction: string | null): string =>
  instruction === 'SELL_SHORT'
    ? 'Sold short'
    : instruction?.startsWith('SELL') === true
      ? 'Sold'
      : instruction === 'BUY_TO_COVER'
        ? 'Bought to cover'
        : 'Bought'
const doWords = (instruction: string | null): string =>
  instruction === 'SELL_SHORT'
    ? 'sell short'
    : instruction?.startsWith('SELL') === true
      ? 'sell'
      : instruction === 'BUY_TO_COVER'
        ? 'buy to cover'
        : 'buy'
