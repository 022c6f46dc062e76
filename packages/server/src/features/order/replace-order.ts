// Puts another quantity or price in the place of an open order of ours or of anybody's; what hangs under it moves along unchanged.
import { type Directionality, isOverOrder, type OrderTerms, roundToTick } from '@clubfolio/domain'
import { Refusal } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import type { Asker } from './order-request.ts'
import { answerPlaced, type PlacedAnswer } from './put-order.ts'
import { submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

type StoredOrder = Selectable<Tables['broker_order']>

export interface Replacement {
  readonly orderId: string
  readonly quantity: string
  readonly price: string
}

export async function replaceOrder(services: Services, account: TradedAccount, asked: Replacement, asker: Asker): Promise<PlacedAnswer> {
  const request = await submitOrder(services, account, { content: asked, replacesId: asked.orderId, plan: () => planReplacement(services, account, asked) }, asker)
  return answerPlaced(services, account, request)
}

async function planReplacement({ db }: Services, account: TradedAccount, { orderId, quantity, price }: Replacement): Promise<OrderPlan> {
  const rows = await db.selectFrom('broker_order').selectAll().where('account_id', '=', account.id).where((eb) => eb.or([eb('broker_id', '=', orderId), eb('parent_id', '=', orderId)])).execute()
  const order = rows.find((row) => row.broker_id === orderId)
  if (!order) throw new Refusal('notFound')
  const terms = termsOf(order)
  const children = rows.filter((row) => row.parent_id === orderId)
  const child = children.length === 1 ? termsOf(children[0]!) : null
  // What our tickets cannot say (pairs, several legs, other types) is changed where it was made.
  if (isOverOrder(order.status) || terms === null || terms.orderType === 'MARKET' || (children.length > 0 && child === null)) throw new Refusal('orderNotOpen', { status: order.status })
  return { draft: { terms: { ...terms, quantity, price: roundToTick(price) }, child: child === null ? null : { ...child, quantity } }, cancelPrice: null }
}

const instructions: Readonly<Record<string, OrderTerms['instruction']>> = { BUY: 'BUY', SELL: 'SELL', SELL_SHORT: 'SELL_SHORT', BUY_TO_COVER: 'BUY_TO_COVER' } satisfies Record<Directionality | 'BUY_TO_COVER', OrderTerms['instruction']>

function termsOf(row: StoredOrder): OrderTerms | null {
  const instruction = instructions[row.instruction ?? '']
  const { order_type: orderType, duration } = row
  if (row.symbol === null || row.quantity === null || instruction === undefined || row.leg_count !== 1) return null
  if (orderType !== 'STOP' && orderType !== 'LIMIT' && orderType !== 'MARKET') return null
  if (duration !== 'DAY' && duration !== 'GOOD_TILL_CANCEL') return null
  return { symbol: row.symbol, instruction, quantity: row.quantity, orderType, price: orderType === 'STOP' ? row.stop_price : row.price, duration }
}
