// What a proposed repair would do, in precise sentences.
import type { ProtectionRepair } from '@clubfolio/contract'
import { contractStopPercent, formatCode, stopLossPercent } from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'

export const describePriceSteps = (price: number): string => formatMoney(String(price), { decimals: price < 1 ? 4 : 2 })

/** `Cancel order 41. Then sell 250 BIGG at a stop of $9.50, good till cancelled.` */
export function describeRepair(code: string, { cancelOrderIds, place }: ProtectionRepair): string {
  const cancels =
    cancelOrderIds.length === 0
      ? []
      : [`Cancel ${cancelOrderIds.length === 1 ? 'order' : 'orders'} ${cancelOrderIds.join(', ')}.`]
  if (!place) return cancels.join(' ')
  const isSale = place.directionality === 'SELL'
  const verb = cancels.length === 0 ? (isSale ? 'Sell' : 'Buy') : isSale ? 'Then sell' : 'Then buy'
  const price = describePriceSteps(place.stopPrice)
  return [
    ...cancels,
    `${verb} ${formatCount(place.quantity)} ${formatCode(code)}${isSale ? '' : ' to cover'} at a stop of ${price}, ` +
      'good till cancelled.',
  ].join(' ')
}

/**
 * Says why a repair proposes its price: `The price is 3 % below the last price, because no stop works yet.` Undefined
 * for one that places nothing.
 */
export function explainPrice({ place }: ProtectionRepair, isOption: boolean): string | undefined {
  if (!place) return undefined
  const percent = isOption ? contractStopPercent : stopLossPercent
  const side = place.directionality === 'SELL' ? 'below' : 'above'
  return {
    WORKING_STOP: 'The price is that of the stop that works already.',
    CANCELLED_STOP: 'The price is that of the stop that is cancelled.',
    LAST_PRICE: `The price is ${percent} % ${side} the last price, because no stop of this position has one.`,
  }[place.priceBasis]
}
