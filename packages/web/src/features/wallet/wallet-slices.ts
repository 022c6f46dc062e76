// The slices of the wallet pie: each position as quantity × last price in percent of the value, buying power as one
// slice.
// Source: docs/rules/accounts.md, "Wallet".
import type { WalletPosition } from '@clubfolio/contract'
import { type Cents, toCents } from '@clubfolio/domain'
import type { FormatAmount } from '../../ui/figure/currency.tsx'
import { formatCount } from '../../ui/format/number.ts'

export interface WalletSlice {
  readonly id: string
  readonly name: string
  readonly value: number
  readonly percent: number
  readonly isBuyingPower?: boolean
  readonly mark?: string
  readonly details: readonly { readonly label: string; readonly text: string; readonly tone?: 'up' | 'down' }[]
}

export function walletSlices(
  positions: readonly WalletPosition[],
  totals: { readonly floatValue: Cents; readonly buyingPower: Cents },
  format: FormatAmount,
): WalletSlice[] {
  const value = Number(totals.floatValue) / 100
  const percentOf = (dollars: number) => (value > 0 ? Math.round((dollars / value) * 10_000) / 100 : 0)
  const buyingPower = Number(totals.buyingPower) / 100
  return [
    ...merge(positions).map((position) => {
      const dollars = Math.abs(position.quantity * position.lastPrice)
      const tone = position.plOpen < 0n ? ('down' as const) : ('up' as const)
      return {
        id: position.instrumentCode,
        name: position.instrumentCode,
        value: dollars,
        percent: percentOf(dollars),
        ...(position.quantity < 0 ? { mark: 'short' } : {}),
        details: [
          { label: 'Quantity', text: formatCount(position.quantity) },
          { label: 'Last', text: format(String(position.lastPrice)) },
          { label: 'Open P/L', text: format(position.plOpen, { isSigned: true }), tone },
        ],
      }
    }),
    {
      id: 'buying-power',
      name: 'Buying power',
      value: Math.max(0, buyingPower),
      percent: percentOf(buyingPower),
      isBuyingPower: true,
      details: [
        { label: 'Quantity', text: '--' },
        { label: 'Last', text: format(totals.buyingPower) },
        { label: 'Open P/L', text: '--' },
      ],
    },
  ]
}

/** Merges the same instrument in several accounts into one slice. */
function merge(positions: readonly WalletPosition[]): WalletPosition[] {
  const byCode = new Map<string, WalletPosition>()
  for (const position of positions) {
    const before = byCode.get(position.instrumentCode)
    byCode.set(
      position.instrumentCode,
      before
        ? { ...before, quantity: before.quantity + position.quantity, plOpen: toCents(before.plOpen + position.plOpen) }
        : position,
    )
  }
  return [...byCode.values()].filter(({ quantity }) => quantity !== 0)
}
