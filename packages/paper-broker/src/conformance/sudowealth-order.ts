// An order as @sudowealth/schwab-api sends it: its schema demands every field of the public text at once, those of the
// brokerage's own answer included. A limit far below the market, so that it rests.

import type { PlaceOrderRequestBody } from '@sudowealth/schwab-api'

type OrderBody = ReturnType<(typeof PlaceOrderRequestBody)['parse']>

const INSTANT = '2026-03-05T00:00:00Z'

export function restingOrder(price: number): OrderBody {
  return {
    session: 'NORMAL',
    duration: 'DAY',
    orderType: 'LIMIT',
    cancelTime: INSTANT,
    complexOrderStrategyType: 'NONE',
    quantity: 1,
    filledQuantity: 0,
    remainingQuantity: 1,
    destinationLinkName: 'AutoRoute',
    releaseTime: INSTANT,
    stopPrice: 0,
    stopPriceLinkBasis: 'MANUAL',
    stopPriceLinkType: 'VALUE',
    stopPriceOffset: 0,
    stopType: 'STANDARD',
    priceLinkBasis: 'MANUAL',
    priceLinkType: 'VALUE',
    price,
    taxLotMethod: 'FIFO',
    activationPrice: 0,
    specialInstruction: 'DO_NOT_REDUCE',
    orderStrategyType: 'SINGLE',
    orderId: 0,
    cancelable: true,
    editable: true,
    status: 'NEW',
    enteredTime: INSTANT,
    closeTime: INSTANT,
    accountNumber: '1',
    orderActivityCollection: [],
    replacingOrderCollection: [],
    childOrderStrategies: [],
    statusDescription: '',
    orderLegCollection: [
      {
        orderLegType: 'EQUITY',
        legId: 1,
        instrument: { assetType: 'EQUITY', cusip: '000000000', symbol: 'SPY', description: 'SPY' },
        instruction: 'BUY',
        positionEffect: 'OPENING',
        quantity: 1,
        quantityType: 'SHARES',
        divCapGains: 'PAYOUT',
        toSymbol: 'SPY',
      },
    ],
  }
}
