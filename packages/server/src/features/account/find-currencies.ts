// The currencies of a user's active accounts. Dollars come first and are always there: accounts are opened in them.
import type { Currency } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

const dollars: Currency = { code: 'USD', name: 'US dollar', symbol: '$' }
const names = new Intl.DisplayNames('en', { type: 'currency' })

export async function findCurrencies(db: Db, userId: string): Promise<Currency[]> {
  const others = await db
    .selectFrom('account')
    .select('currency')
    .distinct()
    .where('owner_id', '=', userId)
    .where('is_active', '=', true)
    .where('currency', '<>', dollars.code)
    .orderBy('currency')
    .execute()
  return [
    dollars,
    ...others.map(({ currency: code }) => ({ code, name: names.of(code) ?? code, symbol: symbolOf(code) })),
  ]
}

/** `symbolOf('EUR')` is "€"; a currency without a sign of its own has its code. */
const symbolOf = (code: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code
