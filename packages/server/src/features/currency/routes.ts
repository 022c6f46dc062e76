// Binds the currency call.
import type { Currency } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'

const currencies: Currency[] = [{ code: 'USD', name: 'US dollar', symbol: '$' }]

export function currencyHandlers(): GroupHandlers<'currency'> {
  return { findAll: () => Promise.resolve(currencies) }
}
