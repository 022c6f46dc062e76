// The response of previewOrder: the order, the reason it would be rejected for, and its fees.
import type { EpochMs } from '@clubfolio/domain'
import type { MarketState } from '../market/market-state.ts'
import type { PaperQuote } from '../market/paper-market.ts'
import { amountOf, centsNumber, priceNumber } from '../money/money.ts'
import type { EngineSettings } from '../order/account-book.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import { symbolsOfDraft } from '../order/order-draft.ts'
import type { OrderLeg } from '../order/order-leg.ts'
import { isBuyLeg, isOpeningLeg, shownLegs } from '../order/order-leg.ts'
import type { OrderTerms } from '../order/order.ts'
import { instrumentWire } from './position-wire.ts'

interface OrderPreview {
  readonly accountNumber: string
  readonly draft: ReceivedOrder
  /** Why the order would be rejected. */
  readonly reason: string | null
  readonly settings: EngineSettings
  readonly quotes: ReadonlyMap<string, PaperQuote>
  readonly at: EpochMs
}

/** Returns the quotes of every symbol of a draft that has one. */
export async function quotesOfDraft(state: MarketState, draft: ReceivedOrder): Promise<Map<string, PaperQuote>> {
  const quotes = new Map<string, PaperQuote>()
  for (const symbol of symbolsOfDraft(draft)) {
    const quote = await state.market.quote(symbol, state.marketMs)
    if (quote !== null) quotes.set(symbol, quote)
  }
  return quotes
}

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

/** Returns the fees of some legs; those of the whole order are on its first leg. Exercise costs no contract fee. */
function commissionOf(
  legs: readonly OrderLeg[],
  terms: OrderTerms,
  { commission, contractFee }: EngineSettings,
): bigint {
  const ratios = legs.reduce((sum, leg) => (leg.assetType === 'OPTION' ? sum + leg.ratio : sum), 0n)
  const contracts = terms.orderType === 'EXERCISE' ? 0n : ratios * terms.quantity
  return (legs[0]?.symbol === shownLegs(terms)[0]?.symbol ? commission : 0n) + contractFee * contracts
}

/** Returns one leg. A fund has the asset type of the trader calls, not that of market data. */
function legWire(leg: OrderLeg, n: number, terms: OrderTerms, { quotes, settings }: OrderPreview): object {
  const quote = quotes.get(leg.symbol)
  const { assetType, symbol, description, type } = instrumentWire(leg)
  return {
    ...(quote === undefined
      ? {}
      : {
          askPrice: priceNumber(quote.ask),
          bidPrice: priceNumber(quote.bid),
          lastPrice: priceNumber(quote.last),
          markPrice: priceNumber(quote.last < quote.bid ? quote.bid : quote.last > quote.ask ? quote.ask : quote.last),
        }),
    projectedCommission: centsNumber(commissionOf([leg], terms, settings)),
    quantity: Number(terms.quantity * leg.ratio),
    finalSymbol: leg.symbol,
    legId: n + 1,
    assetType,
    instruction: leg.instruction,
    positionEffect: isOpeningLeg(leg) ? 'OPENING' : 'CLOSING',
    instrument: {
      assetType,
      symbol,
      ...(description === undefined ? {} : { description }),
      ...(type === undefined ? {} : { type }),
    },
  }
}

/** Returns what the order moves at its own price, or at the market without one. */
function orderValue(terms: OrderTerms, quotes: OrderPreview['quotes']): number {
  const quote = quotes.get(terms.symbol)
  const market = quote === undefined ? null : isBuyLeg(terms) ? quote.ask : quote.bid
  const at = terms.price ?? terms.stopPrice ?? market
  return at === null ? 0 : centsNumber(amountOf(at, terms.quantity, terms.multiplier))
}

function termsWire(draft: ReceivedOrder, terms: OrderTerms, preview: OrderPreview): object {
  return {
    session: terms.session,
    duration: terms.duration,
    orderType: terms.orderType,
    orderValue: orderValue(terms, preview.quotes),
    ...(terms.price === null ? {} : { price: priceNumber(terms.price) }),
    ...(terms.stopPrice === null ? {} : { stopPrice: priceNumber(terms.stopPrice) }),
    quantity: Number(terms.quantity),
    filledQuantity: 0,
    remainingQuantity: preview.reason === null ? Number(terms.quantity) : 0,
    discretionary: false,
    sellNonMarginableFirst: false,
    strategy: draft.details['complexOrderStrategyType'] ?? 'NONE',
    amountIndicator: 'SHARES',
    orderLegs: shownLegs(terms).map((leg, n) => legWire(leg, n, terms, preview)),
  }
}

function strategyWire(draft: ReceivedOrder, preview: OrderPreview): object {
  return {
    orderStrategyType: draft.strategy,
    ...(draft.terms === null ? {} : termsWire(draft, draft.terms, preview)),
    ...(draft.children.length === 0
      ? {}
      : { childOrderStrategies: draft.children.map((child) => strategyWire(child, preview)) }),
  }
}

/** Returns an instant as a preview writes it: with a Z, unlike the other trader calls. */
function previewTime(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** Returns the preview of a draft. */
export function previewWire(preview: OrderPreview): object {
  const { draft, reason, settings } = preview
  const { terms } = draft
  const commission = terms === null ? settings.commission : commissionOf(shownLegs(terms), terms, settings)
  const charged = { commissionLegs: [{ commissionValues: [{ value: centsNumber(commission), type: 'COMMISSION' }] }] }
  return {
    orderId: 0,
    orderStrategy: {
      accountNumber: preview.accountNumber,
      advancedOrderType: 'NONE',
      enteredTime: previewTime(preview.at),
      ...(reason === null ? {} : { closeTime: previewTime(preview.at) }),
      orderVersion: 1,
      ...strategyWire(draft, preview),
      status: reason === null ? 'ACCEPTED' : 'REJECTED',
    },
    orderValidationResult: { alerts: [], accepts: [], rejects: messages(reason), reviews: [], warns: [] },
    commissionAndFee: { commission: charged, fee: { feeLegs: [] }, trueCommission: charged },
  }
}
