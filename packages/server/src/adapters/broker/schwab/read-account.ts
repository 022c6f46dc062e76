// Maps wire accounts to our terms. Tolerant: fields that we do not need may be absent or new; the ones that decisions
// depend on must be plausible numbers.
import { type Cents, toCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerAccount, BrokerPosition } from '../port.ts'
import { centsOf, decimalText, wireCents, wireNumber } from '../wire-amount.ts'

export const AccountNames = z.array(
  z.looseObject({ accountNumber: z.coerce.string().min(1).max(64), hashValue: z.string().min(1).max(256) }),
)

/**
 * The profit of the day (`currentDayProfitLoss`) is not read: changes since the prior close are measured from our own
 * closes, so that they mean the same at every brokerage.
 */
const WirePosition = z.looseObject({
  longQuantity: wireNumber.optional(),
  shortQuantity: wireNumber.optional(),
  averagePrice: wireNumber.optional(),
  averageLongPrice: wireNumber.optional(),
  averageShortPrice: wireNumber.optional(),
  longOpenProfitLoss: wireCents.optional(),
  shortOpenProfitLoss: wireCents.optional(),
  marketValue: wireCents,
  instrument: z.looseObject({
    assetType: z.string(),
    symbol: z.string().min(1).max(64),
    description: z.string().optional(),
    type: z.string().optional(),
  }),
})

const Balances = z.looseObject({
  liquidationValue: wireCents.optional(),
  equity: wireCents.optional(),
  buyingPower: wireCents.optional(),
  cashAvailableForTrading: wireCents.optional(),
  totalCash: wireCents.optional(),
  cashBalance: wireCents.optional(),
  shortBalance: wireCents.optional(),
  marginBalance: wireCents.optional(),
})

const WireAccount = z.looseObject({
  securitiesAccount: z.looseObject({
    type: z.string(),
    accountNumber: z.coerce.string().min(1).max(64),
    positions: z.array(WirePosition).optional(),
    currentBalances: Balances,
  }),
  aggregatedBalance: z
    .looseObject({ currentLiquidationValue: wireCents.optional(), liquidationValue: wireCents.optional() })
    .optional(),
})
type WireAccount = z.output<typeof WireAccount>

export const AccountAnswer = WireAccount.transform(toAccount)
export const AccountsAnswer = z.array(AccountAnswer)

function toAccount(wire: WireAccount, context: z.core.$RefinementCtx): BrokerAccount {
  const { securitiesAccount: account, aggregatedBalance } = wire
  const balances = account.currentBalances
  const value =
    balances.liquidationValue ??
    aggregatedBalance?.currentLiquidationValue ??
    aggregatedBalance?.liquidationValue ??
    balances.equity
  // A cash account has no buyingPower on the wire.
  const buyingPower = balances.buyingPower ?? balances.cashAvailableForTrading
  if (value === undefined || buyingPower === undefined) {
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: 'balances are missing',
      path: ['currentBalances'],
    })
    return z.NEVER
  }
  const positions = (account.positions ?? []).flatMap(toPosition)
  const held = positions.reduce((sum, position) => sum + position.marketValueCents, 0n)
  return {
    number: account.accountNumber,
    type: account.type === 'CASH' ? 'CASH' : 'MARGIN',
    valueCents: value,
    buyingPowerCents: buyingPower,
    cashCents: toCents(value - held),
    reportedCashCents: reportedCash(balances),
    openProfitCents: toCents(positions.reduce((sum, position) => sum + position.openProfitCents, 0n)),
    positions,
  }
}

/** cashBalance excludes the proceeds of short sales and debts, which have separate fields. */
function reportedCash(balances: z.output<typeof Balances>): Cents | null {
  if (balances.totalCash !== undefined && balances.cashBalance === undefined) return balances.totalCash
  if (balances.cashBalance === undefined) return null
  return toCents(balances.cashBalance + (balances.shortBalance ?? 0n) + (balances.marginBalance ?? 0n))
}

function toPosition(wire: z.output<typeof WirePosition>): BrokerPosition[] {
  const quantity = (wire.longQuantity ?? new Decimal(0)).minus(wire.shortQuantity ?? 0)
  if (quantity.isZero()) return []
  const side = quantity.isPositive() ? wire.averageLongPrice : wire.averageShortPrice
  const averagePrice = wire.averagePrice ?? side ?? new Decimal(0)
  const multiplier = wire.instrument.assetType === 'OPTION' ? 100 : 1
  const cost = averagePrice.times(quantity).times(multiplier)
  const reported = (wire.longOpenProfitLoss ?? 0n) + (wire.shortOpenProfitLoss ?? 0n)
  const isReported = wire.longOpenProfitLoss !== undefined || wire.shortOpenProfitLoss !== undefined
  return [
    {
      symbol: wire.instrument.symbol.trim(),
      assetType: assetTypeOf(wire.instrument),
      description: wire.instrument.description ?? null,
      multiplier,
      quantity: decimalText(quantity),
      averagePrice: decimalText(averagePrice),
      marketValueCents: wire.marketValue,
      // Both sides have the same sign: the cost of a short is negative, like its market value.
      openProfitCents: toCents(isReported ? reported : wire.marketValue - centsOf(cost)),
    },
  ]
}

/** Trader calls use COLLECTIVE_INVESTMENT for exchange traded funds, market data uses ETF; we use ETF. */
export function assetTypeOf(instrument: { readonly assetType: string; readonly type?: string | undefined }): string {
  const isFund =
    instrument.assetType === 'COLLECTIVE_INVESTMENT' &&
    (instrument.type === undefined || instrument.type === 'EXCHANGE_TRADED_FUND')
  return isFund ? 'ETF' : instrument.assetType
}
