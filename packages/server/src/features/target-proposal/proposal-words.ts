// What a proposal says of its orders, and of what is not among them.
import { formatCode, formatQuantity, type Omission, type PlannedTrade } from '@clubfolio/domain'
import type { OpenTrade } from './open-trades.ts'

/** `describeReason(trade, 'Technology', '$1,200.00')` is "Technology is $1,200.00 below its target." */
export function describeReason({ side, distance }: PlannedTrade, className: string, amount: string): string {
  if (distance === 0n) return `${className} moves away from its target by the other orders.`
  return `${className} is ${amount} ${side === 'BUY' ? 'below' : 'above'} its target.`
}

export function describeOmission({ kind, code }: Omission, className: string): string {
  const named = code === null ? className : formatCode(code)
  switch (kind) {
    case 'NO_PRICE':
      return `${named} has no price, so no order is proposed for it.`
    case 'NOT_TRADED':
      return `${named} counts with its market value. Options and short positions are not traded by a proposal.`
    case 'UNCLASSIFIED':
      return `${named} belongs to no class of the plan, so it is not sold.`
    case 'KEPT':
      return `${named} is never sold, as you asked.`
    case 'CLAIMED':
      return `Open orders that cannot be changed here claim the shares of ${named}, so they are not sold.`
    case 'NOTHING_TO_BUY':
      return `${named} is below its target and holds no instrument that can be bought.`
    case 'TOO_SMALL':
      return `What ${named} is short of makes no order that is worth placing.`
    case 'NO_CASH':
      return `There is not enough cash or buying power for ${named}.`
  }
}

/** "20 AAA are being sold at the brokerage, which counts as done." */
export function describeOpenTrade({ symbol, side, quantity }: OpenTrade): string {
  const what = `${formatQuantity(quantity.toFixed())} ${formatCode(symbol)}`
  return `An open order ${side === 'BUY' ? 'buys' : 'sells'} ${what}. It counts as filled.`
}
