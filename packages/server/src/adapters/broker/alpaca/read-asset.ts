// What may be done with a security at Alpaca.
import { isOptionCode, type OrderTerms } from '@clubfolio/domain'
import { z } from 'zod'

export const AssetAnswer = z.looseObject({
  symbol: z.string(),
  status: z.string().optional(),
  tradable: z.boolean(),
  shortable: z.boolean().optional(),
  easy_to_borrow: z.boolean().optional(),
})
export type AssetAnswer = z.output<typeof AssetAnswer>

/** Returns why an order for the security would be refused; null when nothing speaks against it. */
export function assetFault(
  asset: AssetAnswer,
  { symbol, instruction }: Pick<OrderTerms, 'symbol' | 'instruction'>,
): string | null {
  if (!asset.tradable || asset.status === 'inactive')
    return `Alpaca does not trade ${symbol}. Use an account at another brokerage for it.`
  if (instruction !== 'SELL_SHORT' || isOptionCode(symbol)) return null
  if (asset.shortable !== true) return `Alpaca does not lend ${symbol}, so it cannot be sold short there.`
  if (asset.easy_to_borrow !== true)
    return (
      `${symbol} is hard to borrow at present, and Alpaca sells short only what is easy to borrow. ` +
      'Try again on another day, or use an account at another brokerage.'
    )
  return null
}
