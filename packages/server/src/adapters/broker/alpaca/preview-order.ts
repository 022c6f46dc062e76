// Judges an order before it is sent. Alpaca has no call for that, so what it would refuse is found in what it says
// about the account, its positions and the security.
import {
  formatMoney,
  formatQuantity,
  isOpening,
  isOptionCode,
  multiplierOf,
  type OrderDraft,
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
  asset(): Promise<AssetAnswer>
  /** The last price; null where there is none. */
  last(): Promise<string | null>
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
  const shortOf = isOpening(draft.terms.instruction)
    ? openingFault(draft, account, await reads.last())
    : closingFault(draft, await reads.positions())
  return shortOf === null ? [] : [shortOf]
}

async function securityFault({ terms }: OrderDraft, reads: PreviewReads): Promise<string | null> {
  // Contracts are no assets; an unknown one is refused when it is sent.
  if (isOptionCode(terms.symbol)) return null
  try {
    return assetFault(await reads.asset(), terms)
  } catch (error) {
    if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
    return `Alpaca does not know ${terms.symbol}.`
  }
}

function openingFault({ terms }: OrderDraft, account: AlpacaAccountAnswer, last: string | null): string | null {
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

function closingFault({ terms }: OrderDraft, positions: readonly BrokerPosition[]): string | null {
  const held = new Decimal(positions.find(({ symbol }) => symbol === terms.symbol)?.quantity ?? 0)
  const isSale = terms.instruction.startsWith('SELL')
  const closable = Decimal.max(isSale ? held : held.negated(), 0)
  if (closable.greaterThanOrEqualTo(terms.quantity)) return null
  return (
    `The account holds ${formatQuantity(closable.toFixed())} ${isSale ? '' : 'short '}of ${terms.symbol}, fewer than ` +
    'the order closes. Lower its quantity.'
  )
}
