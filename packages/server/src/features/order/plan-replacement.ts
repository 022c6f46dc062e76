// Plans the order that replaces an open one, and judges and questions it like a new one: faults, guard rails,
// questions.
import {
  type AskedPrices,
  childPriceFields,
  findTickFaults,
  type OrderQuestion,
  Refusal,
  type ReplacementToPreview,
} from '@clubfolio/contract'
import {
  codeOfDraft,
  codesOfDraft,
  type EntryDraft,
  type Exits,
  isOverOrder,
  judgeOrder,
  type LegsDraft,
  mapExits,
  netOf,
  netPriceOf,
  type OrderDraft,
  type OrderJudgement,
  type OrderStatus,
  type OrderTerms,
  quantityOfDraft,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { askQuestions } from './ask-questions.ts'
import { type AccountLook, lookAtAccount } from './look-at-account.ts'
import { lookAtOrder } from './look-at-order.ts'
import { changedPrice, inShortForm } from './order-price.ts'
import { orderNotOpen } from './order-state.ts'
import { draftOfStored } from './stored-draft.ts'
import { refuseOtherFill } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export interface JudgedReplacement {
  readonly plan: OrderPlan
  /** The order that was judged: its stop is for the part that is not filled yet. */
  readonly draft: OrderDraft
  /** The status of the old order. */
  readonly status: OrderStatus
  /** The account at present, with what the old order reserves. */
  readonly look: AccountLook
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
}

/**
 * Returns the judged plan. Throws a refusal for an order that is over, that cannot be changed here, or whose filled
 * quantity differs from the one the change was made for.
 */
export async function judgeReplacement(
  services: Services,
  account: TradedAccount,
  asked: ReplacementToPreview,
  requestKey: string | undefined,
): Promise<JudgedReplacement> {
  const { replaced, status, plan } = await planReplacement(services, account, asked)
  const { draft, cancelPrice } = plan
  try {
    const look = await lookAtAccount(services, account, [
      codeOfDraft(draft),
      ...(draft.kind === 'LEGS' ? codesOfDraft(draft) : []),
    ])
    // The buying power reserved by the old order is available to the new one.
    const { reserved } = judgeOrder(replaced, null, look)
    const freed = { ...look, buyingPower: look.buyingPower.plus(reserved) }
    // The stop also covers the part of the entry that is already filled; it is judged for the remaining part.
    const open = withOpenExits(draft)
    const judged = judgeOrder(open, cancelPrice, freed)
    const replaces = { brokerId: asked.orderId, quantity: new Decimal(quantityOfDraft(replaced)), reserved }
    return {
      plan,
      draft: open,
      status,
      look,
      judged,
      questions: await askQuestions(services, account, { draft, look: freed, judged, requestKey, replaces }),
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

function withOpenExits(draft: OrderDraft): OrderDraft {
  if (draft.kind !== 'ENTRY') return draft
  const { quantity } = draft.terms
  return { ...draft, exits: mapExits(draft.exits, (exit) => ({ ...exit, quantity })) }
}

interface PlannedReplacement {
  /** The rest of the old order. */
  readonly replaced: OrderDraft
  readonly status: OrderStatus
  readonly plan: OrderPlan
}

async function planReplacement(
  services: Services,
  account: TradedAccount,
  asked: ReplacementToPreview,
): Promise<PlannedReplacement> {
  const { db } = services
  const { orderId } = asked
  const known = await db
    .selectFrom('broker_order')
    .select('broker_id')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  if (!known) throw new Refusal('notFound')
  const now = await lookAtOrder(services, account, orderId)
  if (!isOverOrder(now.status)) refuseOtherFill(now, asked.filledQuantity)
  const rows = await db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('root_id', '=', (eb) =>
      eb
        .selectFrom('broker_order as own')
        .select('own.root_id')
        .where('own.account_id', '=', account.id)
        .where('own.broker_id', '=', orderId),
    )
    .execute()
  const order = rows.find((row) => row.broker_id === orderId)
  if (!order) throw new Refusal('notFound')
  if (isOverOrder(order.status)) throw orderNotOpen(order.status)
  const found = draftOfStored(order, rows)
  if (found === null) throw new Refusal('orderNotEditable')
  const earlier = await db
    .selectFrom('order_request as r')
    .leftJoin('order_watch as w', (join) =>
      join.onRef('w.account_id', '=', 'r.account_id').onRef('w.request_id', '=', 'r.id'),
    )
    .select(['r.plan', 'w.state as watch'])
    .where('r.account_id', '=', account.id)
    .where('r.broker_id', '=', orderId)
    .executeTakeFirst()
  const heldHere = heldExitsOf(found, earlier?.plan)
  const stored = heldHere === undefined || found.kind !== 'ENTRY' ? found : { ...found, exits: heldHere }
  const left = new Decimal(quantityOfDraft(stored)).minus(order.filled_quantity).toFixed()
  // It ends with the first share, also with one that an order before this one has filled.
  const isCancelPriceOver = !new Decimal(order.filled_quantity).isZero() || earlier?.watch === 'OVER'
  const { draft, replaced } = changeDraft(stored, asked, {
    left,
    // Exits that we hold for the old order stay responsible for what it filled.
    filled: heldHere === undefined ? order.filled_quantity : '0',
  })
  return {
    replaced,
    status: order.status,
    plan: {
      draft,
      cancelPrice: isCancelPriceOver ? null : (earlier?.plan.cancelPrice ?? null),
      ...(heldHere === undefined ? {} : { exitHolder: 'SERVER' }),
    },
  }
}

/** Returns the exits of an entry that we hold; undefined where the brokerage has them, or there are none. */
function heldExitsOf(found: OrderDraft, plan: OrderPlan | undefined): Exits | undefined {
  if (plan?.exitHolder !== 'SERVER' || plan.draft.kind !== 'ENTRY') return undefined
  return found.kind === 'ENTRY' && found.exits.length === 0 ? plan.draft.exits : undefined
}

interface ChangedDraft {
  readonly draft: OrderDraft
  /** The rest of the old order. */
  readonly replaced: OrderDraft
}

interface Progress {
  readonly left: string
  readonly filled: string
}

function changeDraft(stored: OrderDraft, asked: ReplacementToPreview, progress: Progress): ChangedDraft {
  switch (stored.kind) {
    case 'ENTRY':
      return {
        draft: changeEntry(stored, asked, progress),
        replaced: { ...stored, terms: { ...stored.terms, quantity: progress.left } },
      }
    case 'PAIR':
      // A wrapper has no terms: its two orders are changed one by one.
      throw new Refusal('orderNotEditable')
    case 'LEGS':
      return { draft: changeLegs(stored, asked), replaced: { ...stored, quantity: progress.left } }
  }
}

function changeEntry({ terms, exits }: EntryDraft, asked: ReplacementToPreview, { filled }: Progress): OrderDraft {
  const { quantity } = asked
  refuseFinePrices(terms.symbol, asked)
  return {
    kind: 'ENTRY',
    terms: { ...terms, quantity, price: changedPrice(terms.price, asked) },
    exits: mapExits(exits, (exit) => ({
      ...exit,
      // The filled part of the entry is protected with the rest.
      quantity: new Decimal(quantity).plus(filled).toFixed(),
      price: changedPrice(exit.price, exitFields(exit, exits.length, asked)),
    })),
  }
}

/** The target beside a stop has a field of its own; the only exit of an entry is its child, whatever it is. */
const exitFields = ({ price }: OrderTerms, count: number, asked: ReplacementToPreview) =>
  count === 2 && price.type === 'LIMIT' ? { price: asked.targetPrice ?? null } : childPriceFields(asked)

function changeLegs(stored: LegsDraft, { quantity, price }: ReplacementToPreview): OrderDraft {
  if (price !== null && new Decimal(price).decimalPlaces() > 2)
    throw new Refusal('invalid', {}, [{ field: 'price', message: 'Enter a net price in whole cents.' }])
  const net = inShortForm(price) ?? netOf(stored.price)
  return { ...stored, quantity, price: netPriceOf(stored.price.type, net) ?? stored.price }
}

/** The body of a change does not name the code, on which the tick depends. */
function refuseFinePrices(code: string, asked: AskedPrices): void {
  const faults = findTickFaults(code, asked).map(({ path, message }) => ({ field: path.join('.'), message }))
  if (faults.length > 0) throw new Refusal('invalid', {}, faults)
}
