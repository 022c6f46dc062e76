// Converts a stored position to the domain's form.
import type { OpenPosition } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'

interface StoredPosition {
  readonly symbol: string
  readonly asset_type: string
  readonly multiplier: number
  readonly quantity: string
}

export const heldPosition = ({ symbol, asset_type, multiplier, quantity }: StoredPosition): OpenPosition => ({
  symbol,
  quantity: new Decimal(quantity),
  multiplier,
  isOption: asset_type === 'OPTION',
})
