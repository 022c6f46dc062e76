// The positions of an account at the newest prices, and the prices of the shares behind its options. Where live quotes
// belong to the account's market they price everything, as on Operations; otherwise positions have the price of the
// last reading, and the brokerage is asked about options and their shares, because a volatility needs both of one
// moment.
import { isOptionCode, priceOfValue, underlyingOf } from '@clubfolio/domain'
import type { Quote } from '@clubfolio/contract'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { findAccountQuotes, hasLiveQuotes } from '../quote/find-account-quotes.ts'
import { findQuotes } from '../quote/find-quotes.ts'
import type { RiskAccount } from './risk-accounts.ts'

export interface PricedHolding {
  readonly owner: RiskAccount
  readonly code: string
  readonly description: string | null
  readonly underlying: string
  readonly isOption: boolean
  readonly quantity: Decimal
  readonly multiplier: number
  readonly lastPrice: Decimal
  /** Of an option: between bid and ask where both are quoted, otherwise the last price. */
  readonly modelPrice: number
  /** Of the share; null for an option whose share is not quoted. */
  readonly sharePrice: Decimal | null
}

/** Returns the holdings by code. `benchmark` is quoted along with them. */
export async function pricePositions(
  services: Services,
  owner: RiskAccount,
  benchmark: string,
): Promise<{ readonly holdings: readonly PricedHolding[]; readonly benchmarkPrice: number | null }> {
  const { account } = owner
  const rows = await services.db
    .selectFrom('account_position')
    .select(['symbol', 'asset_type', 'description', 'multiplier', 'quantity', 'market_value_cents'])
    .where('account_id', '=', account.id)
    .where('quantity', '<>', '0')
    .orderBy('symbol')
    .execute()
  const codes = rows.map(({ symbol }) => symbol)
  const quotes = new Map((await quotesOf(services, owner, codes, benchmark)).map((quote) => [quote.code, quote]))
  const holdings = rows.map((row): PricedHolding => {
    const quote = quotes.get(row.symbol)
    const quantity = new Decimal(row.quantity)
    const read = priceOfValue({ ...row, marketValueCents: row.market_value_cents })
    const lastPrice = quote === undefined ? read : new Decimal(quote.last)
    const isOption = row.asset_type === 'OPTION' || isOptionCode(row.symbol)
    const share = quotes.get(underlyingOf(row.symbol))
    return {
      owner,
      code: row.symbol,
      description: row.description,
      underlying: underlyingOf(row.symbol),
      isOption,
      quantity,
      multiplier: row.multiplier,
      lastPrice,
      modelPrice: middleOf(quote) ?? lastPrice.toNumber(),
      sharePrice: isOption ? (share === undefined ? null : new Decimal(share.last)) : lastPrice,
    }
  })
  return { holdings, benchmarkPrice: quotes.get(benchmark)?.last ?? null }
}

async function quotesOf(
  services: Services,
  { account }: RiskAccount,
  codes: readonly string[],
  benchmark: string,
): Promise<readonly Quote[]> {
  const options = codes.filter(isOptionCode)
  const shares = [...new Set(options.map(underlyingOf))]
  if (await hasLiveQuotes(services, account)) return findQuotes(services, [...codes, ...shares, benchmark])
  return options.length === 0 ? [] : findAccountQuotes(services, account, [...options, ...shares])
}

const middleOf = (quote: Quote | undefined): number | null =>
  quote?.bid === undefined || quote.ask === undefined ? null : (quote.bid + quote.ask) / 2
