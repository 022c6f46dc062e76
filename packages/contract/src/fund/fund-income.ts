// Income: dividends, interest and related payments, received over a period by an account or a fund, and a member's
// own part of it; and what is expected. Both calls are ours. Source: docs/rules/income.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { day, dollars, givenDay, percent } from '../wire.ts'

/** Kinds of income, with their names on screen. */
export const incomeKinds = {
  DIVIDEND: 'Dividends',
  INTEREST: 'Interest',
  LENDING: 'Securities lending',
  TAX: 'Tax withheld',
  FEE: 'Fees kept back',
  CAPITAL: 'Return of capital',
  OTHER: 'Other',
} as const
export type IncomeKind = keyof typeof incomeKinds

const kind = z.enum(['DIVIDEND', 'INTEREST', 'LENDING', 'TAX', 'FEE', 'CAPITAL', 'OTHER'])

/** The part that a transaction, or several of one day, kind and instrument, has in income. */
export const IncomePayment = z
  .object({
    /** The session at whose close it counts. */
    day,
    kind,
    /** Null for cash that no instrument paid. */
    code: z.string().nullable(),
    description: z.string(),
    /** Negative where it was paid. */
    amount: dollars,
  })
  .meta({ id: 'IncomePayment' })
export type IncomePayment = z.output<typeof IncomePayment>

/** An estimate, never a booking. */
export const IncomeExpected = z
  .object({
    day,
    kind,
    code: z.string(),
    amount: dollars,
    /** The day of the payment that it repeats. */
    restsOn: day,
  })
  .meta({ id: 'IncomeExpected' })
export type IncomeExpected = z.output<typeof IncomeExpected>

const amounts = z.object({
  DIVIDEND: dollars,
  INTEREST: dollars,
  LENDING: dollars,
  TAX: dollars,
  FEE: dollars,
  CAPITAL: dollars,
  OTHER: dollars,
})

/** What an instrument paid, and what it is expected to pay. */
export const IncomeLine = z
  .object({
    /** Null for cash. */
    code: z.string().nullable(),
    name: z.string(),
    detail: z.string().nullable(),
    received: dollars,
    kinds: amounts,
    /** Each payment over the cost, or the market value, of the position at the close before; null where unknown. */
    yieldOnCost: percent.nullable(),
    yieldOnValue: percent.nullable(),
    /** In the twelve months after `lastDay`; null without an estimate. */
    expected: dollars.nullable(),
    /** Why there is no estimate. */
    noEstimate: z.enum(['NOT_HELD', 'FEW_PAYMENTS', 'NO_INSTRUMENT']).nullable(),
    /** Days of payments in the last twelve months that the estimate does not repeat. */
    leftOut: z.array(day),
  })
  .meta({ id: 'IncomeLine' })
export type IncomeLine = z.output<typeof IncomeLine>

export const Income = z
  .object({
    currency: z.string(),
    /** The close, or opening, that the period starts from, and its last close; null before there is one. */
    startDay: day.nullable(),
    endDay: day.nullable(),
    /** The first and the last day that can be chosen; what is expected comes after the last. */
    firstDay: day,
    lastDay: day,
    /** Oldest first. */
    payments: z.array(IncomePayment),
    /** Largest first, cash last. */
    lines: z.array(IncomeLine),
    expected: z.array(IncomeExpected),
    total: z.object({
      received: dollars,
      kinds: amounts,
      /** Where Performance counts what was received: in Income, in Fees, and in Price. */
      inIncome: dollars,
      inFees: dollars,
      inPrice: dollars,
      expected: dollars.nullable(),
    }),
  })
  .meta({ id: 'Income' })
export type Income = z.output<typeof Income>

const span = {
  accountId: id,
  /** A day, or the period up to the last day. */
  from: z.union([z.enum(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'START']), givenDay]),
  /** A day, or the last close. */
  to: z.union([z.literal('last'), givenDay]),
}

export const incomeRoutes = {
  findIncome: route({
    method: 'GET',
    path: '/v1/api/fund/find-income/{accountId}/{from}/{to}',
    summary: 'Dividends, interest and related payments of an account or its fund over a period, and what is expected.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object(span),
    reply: Income,
    refusals: ['notFound', 'statementPeriod'],
  }),
  findMyIncome: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-income/{accountId}/{memberId}/{from}/{to}',
    summary: "A member's own part of the income of their fund over a period, and of what is expected.",
    access: access.session,
    params: z.object({ ...span, memberId: id }),
    reply: Income,
    refusals: ['notFound', 'statementPeriod'],
  }),
} as const
