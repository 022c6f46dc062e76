// Binds the currency call.
import type { Currency } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'

const currencies: Currency[] = [{ code: 'USD', name: 'US dollar', symbol: '$' }]

export const currencyHandlers: GroupHandlers<'currency'> = { findAll: () => Promise.resolve(currencies) }
