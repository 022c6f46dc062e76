// The currencies that the accounts of the user are held in, and dollars, in which practice accounts are opened.
// Source: docs/rules/accounts.md, "Accounts screen".
import { z } from 'zod'
import { access } from './access.ts'
import { route } from './route.ts'

export const Currency = z
  .object({
    /** ISO 4217: `USD`. */
    code: z.string(),
    name: z.string(),
    symbol: z.string(),
  })
  .meta({ id: 'Currency' })
export type Currency = z.output<typeof Currency>

export const currencyRoutes = {
  findAll: route({
    method: 'GET',
    path: '/v1/api/currency/find-all',
    summary: 'Dollars, and the currencies of your accounts.',
    access: access.session,
    reply: z.array(Currency),
  }),
} as const
