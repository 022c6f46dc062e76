// Describes an order in plain words for messages: "buy 1,200 ACME at a stop of $51.00, with a stop loss of $48.50".
import { writePrice } from '@clubfolio/contract'
import {
  codeOfDraft,
  describeContract,
  describeLegShape,
  describeNetPrice,
  describeOrderPrice,
  type Exits,
  formatCode,
  formatOrderPrice,
  formatQuantity,
  type LegsDraft,
  type OrderDraft,
  type OrderPrice,
  type OrderSession,
  type OrderTerms,
  type OrderTime,
  type PairDraft,
  quantityOfDraft,
  shapeOfLegs,
  sideOf,
} from '@clubfolio/domain'

const verbs: Readonly<Record<OrderTerms['instruction'], string>> = {
  BUY: 'buy',
  SELL: 'sell',
  SELL_SHORT: 'sell short',
  BUY_TO_COVER: 'buy to cover',
  BUY_TO_OPEN: 'buy to open',
  SELL_TO_CLOSE: 'sell to close',
  SELL_TO_OPEN: 'sell to open',
  BUY_TO_CLOSE: 'buy to close',
}

/** `1,200 ACME`; of several legs `2 vertical of ACME`. */
export function describeTraded(draft: OrderDraft): string {
  const quantity = formatQuantity(quantityOfDraft(draft))
  const code = formatCode(codeOfDraft(draft))
  switch (draft.kind) {
    case 'ENTRY':
    case 'PAIR':
      return `${quantity} ${code}`
    case 'LEGS':
      return `${quantity} ${describeLegShape(shapeOfLegs(draft.legs))} of ${code}`
  }
}

export function describeOrder(draft: OrderDraft): string {
  switch (draft.kind) {
    case 'ENTRY': {
      const { terms, exits } = draft
      const own = `${verbs[terms.instruction]} ${describeTraded(draft)} ${describeOrderPrice(terms.price)}`
      return `${own}${describeTime(terms)}${describeExits(exits)}`
    }
    case 'PAIR':
      return describePair(draft)
    case 'LEGS':
      return describeLegs(draft)
  }
}

const hours: Readonly<Record<OrderSession, string>> = {
  NORMAL: '',
  AM: ' before regular hours',
  PM: ' after regular hours',
  SEAMLESS: ' in and outside regular hours',
}

const describeTime = ({ session, goodTill }: OrderTime): string =>
  `${hours[session]}${goodTill === null ? '' : ` until ${goodTill}`}`

const describeExits = (exits: Exits): string =>
  exits.length === 0 ? '' : `, with ${exits.map(({ price }) => describeExit(price)).join(' and ')}`

function describeExit(price: OrderPrice): string {
  if (price.type === 'LIMIT') return `a target of ${formatOrderPrice(price.limitPrice)}`
  const { price: at, limitPrice } = writePrice(price)
  return at === null || limitPrice !== null
    ? `a stop loss ${describeOrderPrice(price)}`
    : `a stop loss of ${formatOrderPrice(at)}`
}

function describePair(draft: PairDraft): string {
  const [first] = draft.orders
  const exits = draft.orders.map(({ price }) => describeExit(price)).join(' and ')
  return `${verbs[first.instruction]} ${describeTraded(draft)} at ${exits}${describeTime(first)}`
}

/** `open 2 vertical of ACME for a net credit of $0.60 (sell 45 put 2026-12-18, buy 40 put 2026-12-18)` */
function describeLegs(draft: LegsDraft): string {
  const legs = draft.legs.map(({ symbol, instruction, ratio }) => {
    const each = ratio === '1' ? '' : `${formatQuantity(ratio)} `
    return `${sideOf(instruction).toLowerCase()} ${each}${describeContract(symbol)}`
  })
  return `trade ${describeTraded(draft)} ${describeNetPrice(draft.price)}${describeTime(draft)} (${legs.join(', ')})`
}
