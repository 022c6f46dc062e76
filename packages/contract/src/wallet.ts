// The wallet of an account: its value over time, its positions for the pie chart, and opening another paper account.
// Source: docs/rules/accounts.md, "Wallet"; docs/rules/wire.md, "Dates".
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { id, line } from './field.ts'
import { route } from './route.ts'
import { Account } from './account.ts'
import { exact } from './stock.ts'
import { day, dayOrNull, dollars, instant, pathFlag, wholeNumber } from './wire.ts'

/** Spacing of points, from 5 minutes to one year. */
export const walletTimings = ['5M', '1H', '4H', '1D', '1W', '1MONTH', '1YEAR'] as const
export type WalletTiming = (typeof walletTimings)[number]

/** [epoch ms, dollars or percent]; from 1D on the instant is the market day at midnight UTC. */
export const HistoryPoint = z.tuple([z.number().int(), z.number()]).meta({ id: 'HistoryPoint' })
export type HistoryPoint = z.output<typeof HistoryPoint>

export const WalletPosition = z
  .object({
    instrumentCode: z.string(),
    instrumentName: z.string(),
    /** Negative for a short position. */
    quantity: z.number(),
    lastPrice: z.number(),
    averagePrice: z.number(),
    /** Profit already realised on the open position. */
    profit: dollars,
    plOpen: dollars,
    /** For the whole account. */
    floatValue: dollars,
    buyingPower: dollars,
  })
  .meta({ id: 'WalletPosition' })
export type WalletPosition = z.output<typeof WalletPosition>

/** Money of one day that came into an account and left it. */
export const MoneyMoved = z
  .object({
    day,
    /** When the last of it was booked; null where the brokerage gives no time. */
    at: instant.nullable(),
    moneyIn: dollars,
    moneyOut: dollars,
  })
  .meta({ id: 'MoneyMoved' })
export type MoneyMoved = z.output<typeof MoneyMoved>

const ownAccount = [{ object: 'account', at: 'params.accountId' }] as const
const span = z.object({ accountId: id, fromDate: dayOrNull, toDate: dayOrNull, timing: z.enum(walletTimings) })

export const walletRoutes = {
  getWalletHistoric: route({
    method: 'GET',
    path: '/v1/api/account/get-wallet-historic-by-account/{accountId}/{fromDate}/{toDate}/{timing}',
    summary: 'The value of an account over time, one point per step of the timing, its newest value last.',
    access: access.session,
    owns: ownAccount,
    params: span,
    reply: z.array(HistoryPoint),
    refusals: ['notFound'],
    plainReply: true,
  }),
  getWalletHistoricSince: route({
    method: 'GET',
    path: '/v1/api/account/get-wallet-historic-by-account-and-datetime/{accountId}/{lastTimestamp}',
    summary: 'The values read after an instant.',
    access: access.session,
    owns: ownAccount,
    params: z.object({
      accountId: id,
      lastTimestamp: wholeNumber(0, 8_640_000_000_000_000, 'Enter milliseconds since 1970.'),
    }),
    reply: z.array(HistoryPoint),
    refusals: ['notFound'],
    plainReply: true,
  }),
  getWalletHistoricPercentage: route({
    method: 'GET',
    path: '/v1/api/account/get-wallet-historic-by-account-percentage/{accountId}/{fromDate}/{toDate}/{timing}',
    summary:
      'What the account has gained in percent since the first point; deposits and withdrawals do not count as gain.',
    access: access.session,
    owns: ownAccount,
    params: span,
    query: z.object({ exact: pathFlag.optional() }),
    reply: z.array(HistoryPoint),
    refusals: ['notFound'],
    plainReply: true,
  }),
  findConsolidatedPercentage: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/account/find-consolidated-percentage',
    summary:
      'What several own accounts have gained together in percent; an account that starts later brings its value ' +
      'as a deposit.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountIds' }],
    body: z.object({
      accountIds: z.array(id).min(1, 'Choose at least one account.').max(50, 'At most 50 accounts at once.'),
      fromDate: dayOrNull,
      toDate: dayOrNull,
      timing: z.enum(walletTimings),
      exact,
    }),
    reply: z.array(HistoryPoint),
    refusals: ['notFound'],
    plainReply: true,
  }),
  findMoneyMoved: route({
    method: 'GET',
    path: '/v1/api/account/find-money-moved/{accountId}',
    summary:
      'The money that came into an account and left it, by day. What an expense of its fund took is a cost, not ' +
      'money that was moved.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountId: id }),
    reply: z.array(MoneyMoved),
    refusals: ['notFound'],
  }),
  getPositionsForGraph: route({
    method: 'GET',
    path: '/v1/api/account/get-positions-for-graph/{accountId}',
    summary: 'The positions of an account as they were last read.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountId: id }),
    reply: z.array(WalletPosition),
    refusals: ['notFound'],
  }),
  create: route({
    effect: 'recorded',
    reference: 'reference',
    uncertain: ['brokerUnavailable', 'brokerNonsense'],
    method: 'POST',
    path: '/v1/api/account/create',
    summary:
      'Open a further practice account at the linked paper login and link it; the reference makes it happen once.',
    access: featureAccess.accountLink,
    body: z.object({
      currency: z.literal('USD', 'Accounts are held in dollars.'),
      type: z.enum(['MARGIN', 'CASH']),
      name: line(40, 'Name').optional(),
      reference: z.uuid(),
    }),
    reply: Account,
    refusals: [
      'fundingUnavailable',
      'fundingNotLinked',
      'accountLinkedElsewhere',
      'brokerRefused',
      'brokerUnavailable',
      'brokerNonsense',
      'brokerNotConfigured',
    ],
  }),
} as const
