// The exits that we hold, shown as what they are to their owner: children of the entry that wait for it.
import type { Order } from '@clubfolio/contract'
import { type Exits, type OrderTerms, pricePartsOf, sideOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import type { OrderRequest } from './order-request.ts'

type Child = Order['children'][number]

/** Returns the waiting exits by the broker's id of their entry. */
export async function findHeldChildren(
  db: Db,
  accountId: string,
  requests: readonly OrderRequest[],
): Promise<ReadonlyMap<string, readonly Child[]>> {
  // Those of an entry that was divided are held too, once its brokerage has ended them with it.
  const held = requests.filter(({ broker_id: brokerId }) => brokerId !== null)
  if (held.length === 0) return new Map()
  const rows = await db
    .selectFrom('held_exit')
    .select(['request_id', 'placed_quantity', 'reason'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'WAITING')
    .where(
      'request_id',
      'in',
      held.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const request = held.find(({ id }) => id === row.request_id)
      const draft = request?.plan.draft
      if (!request || draft?.kind !== 'ENTRY' || request.broker_id === null) return []
      return [[request.broker_id, childrenOf(request.id, draft.exits, row)] as const]
    }),
  )
}

interface Progress {
  readonly placed_quantity: string
  readonly reason: string | null
}

function childrenOf(requestId: string, exits: Exits, { placed_quantity: placed, reason }: Progress): Child[] {
  const description = reason ?? 'Clubfolio places it once the entry is filled.'
  const shown = exits.map((exit, index) => ({
    ...childOf(exit, placed),
    orderId: `${requestId}-${index + 1}`,
    description,
  }))
  const [first] = shown
  if (first === undefined) return []
  if (shown.length === 1) return [{ ...first, orders: [] }]
  const wrapper = {
    instruction: null,
    orderType: null,
    price: null,
    stopPrice: null,
    trail: null,
    quantity: null,
  } as const
  return [{ ...first, ...wrapper, orderId: requestId, orders: shown }]
}

const childOf = ({ instruction, quantity, price }: OrderTerms, placed: string) => ({
  instruction: sideOf(instruction),
  legs: [],
  shape: null,
  orderType: price.type,
  price: pricePartsOf(price).limitPrice ?? pricePartsOf(price).stopPrice,
  stopPrice: pricePartsOf(price).stopPrice,
  trail: pricePartsOf(price).trail,
  quantity: Decimal.max(0, new Decimal(quantity).minus(placed)).toFixed(),
  status: 'AWAITING_PARENT_ORDER' as const,
})
