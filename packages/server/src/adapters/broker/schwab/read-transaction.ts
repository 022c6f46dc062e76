// Maps transactions of the wire to our terms: one record per security they move, the money on the first.
import { formatOrderPrice, formatQuantity, toCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerTransaction } from '../port.ts'
import { decimalText, wireCents, wireNumber } from '../wire-amount.ts'
import { assetTypeOf } from './read-account.ts'
import { parseWireDay, wireTime } from '../wire-time.ts'
import { toTransactionKind } from './wire-words.ts'

const TransferItem = z.looseObject({
  instrument: z
    .looseObject({
      assetType: z.string().optional(),
      symbol: z.string().optional(),
      description: z.string().optional(),
      type: z.string().optional(),
    })
    .optional(),
  amount: wireNumber.optional(),
  cost: wireCents.optional(),
  price: wireNumber.optional(),
  feeType: z.string().optional(),
})
type TransferItem = z.output<typeof TransferItem>

const WireTransaction = z.looseObject({
  activityId: z.union([z.number().int(), z.string().min(1).max(64)]).transform(String),
  time: wireTime,
  tradeDate: z.string().optional(),
  type: z.string().min(1).max(64),
  status: z.string().optional(),
  description: z.string().optional(),
  netAmount: wireCents,
  orderId: z
    .union([z.number().int(), z.string().max(64)])
    .transform(String)
    .optional(),
  transferItems: z.array(TransferItem).optional(),
})
type WireTransaction = z.output<typeof WireTransaction>

/** Invalid and pending ones are left out: they have moved nothing. */
export const TransactionsAnswer = z.array(WireTransaction).transform((list) => ({
  /** Number on the wire: at the limit of one answer there may be more. */
  count: list.length,
  transactions: list
    .filter((wire) => wire.status === undefined || wire.status === 'VALID' || wire.status === 'UNKNOWN')
    .flatMap(toTransactions)
    .sort((a, b) => a.occurredMs - b.occurredMs || (a.brokerId < b.brokerId ? -1 : 1)),
}))

const namesSecurity = (item: TransferItem): boolean =>
  item.feeType === undefined && item.instrument?.symbol !== undefined && item.instrument.assetType !== 'CURRENCY'
/** A dividend names its share but moves none of it. */
const isSecurity = (item: TransferItem): boolean =>
  namesSecurity(item) && item.amount !== undefined && !item.amount.isZero()

function toTransactions(wire: WireTransaction): BrokerTransaction[] {
  const items = wire.transferItems ?? []
  const securities = items.filter(isSecurity)
  const fees = items.filter((item) => item.feeType !== undefined).reduce((sum, item) => sum - (item.cost ?? 0n), 0n)
  const common = {
    occurredMs: wire.time,
    tradeDate: parseWireDay(wire.tradeDate ?? '') ?? null,
    kind: toTransactionKind(wire.type),
    description: describe(wire, securities),
    orderId: wire.orderId ?? null,
  }
  const first = {
    ...common,
    brokerId: wire.activityId,
    netAmountCents: wire.netAmount,
    feeCents: toCents(fees),
    about: toAbout(securities[0] ?? items.find(namesSecurity)),
    security: toSecurity(securities[0]),
  }
  const others = securities.slice(1).map((item, index) => ({
    ...common,
    brokerId: `${wire.activityId}.${index + 2}`,
    netAmountCents: toCents(0n),
    feeCents: toCents(0n),
    about: toAbout(item),
    security: toSecurity(item),
  }))
  return [first, ...others]
}

function toAbout(item: TransferItem | undefined): BrokerTransaction['about'] {
  if (!item?.instrument?.symbol) return null
  return {
    symbol: item.instrument.symbol.trim(),
    assetType: assetTypeOf({ assetType: item.instrument.assetType ?? 'EQUITY', type: item.instrument.type }),
  }
}

function toSecurity(item: TransferItem | undefined): BrokerTransaction['security'] {
  const about = toAbout(item)
  if (!about || !item?.amount) return null
  return {
    ...about,
    multiplier: about.assetType === 'OPTION' ? 100 : 1,
    quantity: decimalText(item.amount),
    price: item.price === undefined ? null : decimalText(item.price),
  }
}

/**
 * Returns a description. The wire's is often missing, and one shared by several securities says too little about each:
 * `Bought 1,000 AAPL at $51.00`, or the kind in plain words.
 */
function describe(wire: WireTransaction, securities: readonly TransferItem[]): string {
  if (wire.description && !(wire.type === 'TRADE' && securities.length > 1)) return wire.description.slice(0, 400)
  const moved = securities.map((item) => {
    const amount = item.amount ?? new Decimal(0)
    const price = item.price === undefined ? '' : ` at ${formatOrderPrice(item.price)}`
    return (
      `${amount.isNegative() ? 'Sold' : 'Bought'} ${formatQuantity(decimalText(amount.abs()))} ` +
      `${item.instrument?.symbol ?? ''}${price}`
    )
  })
  if (wire.type === 'TRADE' && moved.length > 0) return moved.join(', ')
  const words = wire.type.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
