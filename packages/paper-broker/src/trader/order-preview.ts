// The response of previewOrder: the order, the reason it would be rejected for, and its fees.
import { centsNumber, priceNumber } from '../money/money.ts'
import type { EngineSettings } from '../order/account-book.ts'
import type { OrderDraft } from '../order/order-draft.ts'
import { shownLegs } from '../order/order-leg.ts'

function messages(reason: string | null): object[] {
  if (reason === null) return []
  return [
    {
      validationRuleName: 'paper',
      message: reason,
      activityMessage: reason,
      originalSeverity: 'REJECT',
      overrideSeverity: 'REJECT',
    },
  ]
}

function strategyWire(draft: OrderDraft): object {
  const { terms } = draft
  return {
    orderStrategyType: draft.strategy,
    ...(terms === null
      ? {}
      : {
          session: terms.session,
          duration: terms.duration,
          orderType: terms.orderType,
          ...(terms.price === null ? {} : { price: priceNumber(terms.price) }),
          ...(terms.stopPrice === null ? {} : { stopPrice: priceNumber(terms.stopPrice) }),
          quantity: Number(terms.quantity),
          filledQuantity: 0,
          remainingQuantity: Number(terms.quantity),
          orderLegs: shownLegs(terms).map((leg, n) => ({
            legId: n + 1,
            finalSymbol: leg.symbol,
            assetType: leg.assetType,
            instruction: leg.instruction,
            quantity: Number(terms.quantity * leg.ratio),
          })),
        }),
    ...(draft.children.length === 0 ? {} : { childOrderStrategies: draft.children.map(strategyWire) }),
  }
}

/** Returns the preview of a draft; `reason` is why it would be rejected. */
export function previewWire(draft: OrderDraft, reason: string | null, settings: EngineSettings): object {
  const contracts =
    draft.terms === null || draft.terms.orderType === 'EXERCISE'
      ? 0n
      : shownLegs(draft.terms).reduce((sum, leg) => (leg.assetType === 'OPTION' ? sum + leg.ratio : sum), 0n) *
        draft.terms.quantity
  const commission = centsNumber(settings.commission + settings.contractFee * contracts)
  return {
    orderId: 0,
    orderStrategy: { ...strategyWire(draft), status: reason === null ? 'ACCEPTED' : 'REJECTED' },
    orderValidationResult: { alerts: [], accepts: [], rejects: messages(reason), reviews: [], warns: [] },
    commissionAndFee: {
      commission: { commissionLegs: [{ commissionValues: [{ value: commission, type: 'COMMISSION' }] }] },
      fee: { feeLegs: [] },
      trueCommission: { commissionLegs: [{ commissionValues: [{ value: commission, type: 'COMMISSION' }] }] },
    },
  }
}
