// Judges an order before it is sent. Alpaca has no call for that, so what it would refuse is found in what it says
// about the account, its positions and the security.
import {
  formatMoney,
  formatQuantity,
  isOpening,
  isOptionCode,
  type LegsDraft,
  multiplierOf,
  type OrderDraft,
  type OrderTerms,
  pricePartsOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure, type BrokerPosition } from '../port.ts'
import { type AlpacaAccountAnswer, blockOf } from './read-account.ts'
import { type AssetAnswer, assetFault } from './read-asset.ts'
import { shapeFault } from './write-order.ts'

export interface PreviewReads {
  account(): Promise<AlpacaAccountAnswer>
  positions(): Promise<readonly BrokerPosition[]>
  asset(symbol: string): Promise<AssetAnswer>
  /** The last price; null where there is none. */
  last(symbol: string): Promise<string | null>
}

/** For a short sale Alpaca reserves this multiple of the price. Source: docs/rules/brokerage.md, "Alpaca". */
const shortReserve = new Decimal('1.03')

/** Returns why the order would be refused; empty when nothing speaks against it. */
export async function previewRejects(draft: OrderDraft, reads: PreviewReads): Promise<readonly string[]> {
  const shape = shapeFault(draft)
  if (shape !== null) return [shape]
  const [account, security] = await Promise.all([reads.account(), securityFault(draft, reads)])
  const block = blockOf(account)
  if (block !== null) return [block]
  if (security !== null) return [security]
  return faultsOf(draft, account, reads)
}

async function faultsOf(draft: OrderDraft, account: AlpacaAccountAnswer, reads: PreviewReads): Promise<string[]> {
  switch (draft.kind) {
    case 'ENTRY': {
      const { terms } = draft
      const fault = isOpening(terms.instruction)
        ? openingFault(terms, account, await reads.last(terms.symbol))
        : closingFault(terms, await reads.positions())
      return fault === null ? [] : [fault]
    }
    case 'PAIR': {
      const fault = closingFault(draft.orders[0], await reads.positions())
      return fault === null ? [] : [fault]
    }
    case 'LEGS':
      return legsFaults(draft, await reads.positions())
  }
}

/** What closes a position has to find it; what the legs together need is judged when they arrive. */
const legsFaults = ({ legs, quantity }: LegsDraft, positions: readonly BrokerPosition[]): string[] =>
  legs
    .filter(({ instruction }) => !isOpening(instruction))
    .flatMap(
      ({ symbol, instruction, ratio }) =>
        closingFault({ symbol, instruction, quantity: new Decimal(ratio).times(quantity).toFixed() }, positions) ?? [],
    )

/** Contracts are no assets; an unknown one is refused when it is sent. */
function sharesOf(draft: OrderDraft): Pick<OrderTerms, 'symbol' | 'instruction'> | null {
  switch (draft.kind) {
    case 'ENTRY':
      return isOptionCode(draft.terms.symbol) ? null : draft.terms
    case 'PAIR':
      return draft.orders[0]
    case 'LEGS':
      return null
  }
}

async function securityFault(draft: OrderDraft, reads: PreviewReads): Promise<string | null> {
  const shares = sharesOf(draft)
  if (shares === null) return null
  try {
    return assetFault(await reads.asset(shares.symbol), shares)
  } catch (error) {
    if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
    return `Alpaca does not know ${shares.symbol}.`
  }
}

function openingFault(terms: OrderTerms, account: AlpacaAccountAnswer, last: string | null): string | null {
  const isShort = terms.instruction === 'SELL_SHORT'
  if (isShort && account.shorting_enabled === false)
    return 'This account may not sell short. Allow it in its settings at Alpaca; it needs margin and 2,000 dollars.'
  const { limitPrice, stopPrice } = pricePartsOf(terms.price)
  const own = limitPrice ?? stopPrice
  const market = last === null ? null : new Decimal(last).times(isShort ? shortReserve : 1)
  const price = own === null ? market : isShort && market !== null ? Decimal.max(own, market) : new Decimal(own)
  if (price === null) return null
  const power = isOptionCode(terms.symbol)
    ? (account.options_buying_power ?? account.buying_power)
    : account.buying_power
  const needed = price.times(terms.quantity).times(multiplierOf(terms.symbol))
  if (needed.times(100).lessThanOrEqualTo(power.toString())) return null
  return (
    `The order needs ${formatMoney(needed.toFixed(2))} of buying power, and the account has ` +
    `${formatMoney(new Decimal(power.toString()).div(100).toFixed(2))}. Lower its quantity.`
  )
}

function closingFault(
  terms: Pick<OrderTerms, 'symbol' | 'instruction' | 'quantity'>,
  positions: readonly BrokerPosition[],
): string | null {
  const held = new Decimal(positions.find(({ symbol }) => symbol === terms.symbol)?.quantity ?? 0)
  const isSale = terms.instruction.startsWith('SELL')
  const closable = Decimal.max(isSale ? held : held.negated(), 0)
  if (closable.greaterThanOrEqualTo(terms.quantity)) return null
  return (
    `The account holds ${formatQuantity(closable.toFixed())} ${isSale ? '' : 'short '}of ${terms.symbol}, fewer than ` +
    'the order closes. Lower its quantity.'
  )
}
