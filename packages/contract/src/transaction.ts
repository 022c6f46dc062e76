// Transactions of an account as its brokerage booked them: the whole list as specified, and single pages of it.
// Source: docs/rules/trading.md, "Transactions"; docs/rules/brokerage.md, "Orders on the wire".
import { z } from 'zod'
import { access } from './access.ts'
import { line } from './field.ts'
import { route } from './route.ts'
import { day, dayOrNull, dollars } from './wire.ts'

export const Transaction = z
  .object({
    /** The broker's id of the transaction. */
    transactionId: z.string(),
    /** The broker's word: TRADE, DIVIDEND_OR_INTEREST, CASH_RECEIPT, ... */
    type: z.string(),
    /** Dollars, signed from the account's side, after fees. */
    netAmount: z.number(),
    description: z.string(),
    orderId: z.string().nullable(),
    /** Time of booking: ISO 8601, UTC. */
    transactionDate: z.string(),
    /** Trade date: the brokerage's, or the New York day of `transactionDate` when the brokerage gives none. */
    tradeDate: day,
    /** Account number. */
    number: z.string(),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.output<typeof Transaction>

/** The realised result of closing a lot, or a part of one: first in, first out. */
export const RealisedLot = z
  .object({
    instrumentCode: z.string(),
    side: z.enum(['LONG', 'SHORT']),
    quantity: z.number(),
    /** Null for holdings from before the first known transaction. */
    openedDay: day.nullable(),
    openedId: z.string().nullable(),
    closedDay: day,
    closedId: z.string(),
    /** Before fees; null when the lot's cost is unknown. */
    cost: dollars.nullable(),
    proceeds: dollars.nullable(),
    profit: dollars.nullable(),
    /** Fees of opening and closing; not part of the profit. */
    fees: dollars,
  })
  .meta({ id: 'RealisedLot' })

export const RealisedProfit = z
  .object({
    gains: z.array(RealisedLot),
    /**
     * Dividends and interest; amounts paid by the account are negative. `instrumentCode` is the share that paid; null
     * for interest.
     */
    incomes: z.array(
      z.object({
        transactionId: z.string(),
        instrumentCode: z.string().nullable(),
        day,
        description: z.string(),
        amount: dollars,
      }),
    ),
    /** Sums of the lots' profits, of their fees, and of the incomes. */
    profit: dollars,
    fees: dollars,
    income: dollars,
    /** Number of lots whose profit is unknown; the sums leave them out, with their fees. */
    unknownCount: z.number().int(),
  })
  .meta({ id: 'RealisedProfit' })
export type RealisedProfit = z.output<typeof RealisedProfit>

/** The fields a page may be ordered by: all columns except the account, which is the same in every row. */
export const transactionOrders = [
  'transactionDate',
  'transactionId',
  'type',
  'netAmount',
  'description',
  'orderId',
] as const
export type TransactionOrder = (typeof transactionOrders)[number]

/** The largest page size; for more, use the whole list. */
export const largestTransactionPage = 200

const accountNumber = line(40, 'Account number')
const ownAccount = (at: string) => [{ object: 'account', at }] as const

export const transactionRoutes = {
  findAllByAccountOwner: route({
    method: 'GET',
    path: '/v1/api/transaction/find-all-by-account-owner/{accountNumber}',
    summary: 'Every transaction of an own account, newest first.',
    access: access.session,
    owns: ownAccount('params.accountNumber'),
    params: z.object({ accountNumber }),
    reply: z.array(Transaction),
    refusals: ['notFound'],
    plainReply: true,
  }),
  findPage: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/transaction/find-page',
    summary: 'One page of the transactions of an own account, in any order, and how many there are in all.',
    access: access.session,
    owns: ownAccount('body.accountNumber'),
    body: z.object({
      accountNumber,
      start: z.number().int().min(0).max(100_000_000),
      count: z.number().int().min(1).max(largestTransactionPage, `A page has at most ${largestTransactionPage} rows.`),
      orderBy: z.enum(transactionOrders),
      direction: z.enum(['ASC', 'DESC']),
    }),
    reply: z.object({ total: z.number().int(), result: z.array(Transaction) }),
    refusals: ['notFound'],
    plainReply: true,
  }),
  findRealisedProfit: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/transaction/find-realised-profit',
    summary:
      'What an own account realised by lots, first in first out, between two days; fees and dividends are separate.',
    access: access.session,
    owns: ownAccount('body.accountNumber'),
    body: z.object({ accountNumber, fromDate: dayOrNull, toDate: dayOrNull }),
    reply: RealisedProfit,
    refusals: ['notFound'],
  }),
} as const
