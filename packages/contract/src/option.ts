// Option chains as the brokerage's market data provides them, and the expiration days of an instrument's options.
// Source: docs/rules/trading.md, "Option management"; docs/rules/brokerage.md, "Option chains on the wire".
import { isMalformedOptionCode } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { brokerRefusals } from './broker-refusals.ts'
import { line } from './field.ts'
import { route } from './route.ts'
import { day, dollars, givenDay, percent } from './wire.ts'

const figure = z.number().nullable()

export const OptionContract = z
  .object({
    /** The contract's own symbol. */
    symbol: z.string(),
    description: z.string(),
    putCall: z.enum(['CALL', 'PUT']),
    strikePrice: z.number(),
    bid: figure,
    ask: figure,
    /** Null when it has never traded. */
    last: figure,
    mark: figure,
    netChange: figure,
    totalVolume: z.number(),
    openInterest: z.number(),
    /** Implied volatility, in percent per year. */
    volatility: percent.nullable(),
    /** The same as a yearly fraction, with every digit of the brokerage: what figures are computed with. */
    impliedVolatility: figure,
    delta: figure,
    gamma: figure,
    theta: figure,
    vega: figure,
    rho: figure,
    intrinsicValue: figure,
    timeValue: figure,
    inTheMoney: z.boolean(),
    expirationDate: day,
    daysToExpiration: z.number().int(),
    multiplier: z.number(),
  })
  .meta({ id: 'OptionContract' })
export type OptionContract = z.output<typeof OptionContract>

/** Strikes as decimal text (`235.0`) to a list of one contract, or more where adjusted ones share the strike. */
const StrikeMap = z.record(z.string(), z.array(OptionContract))

export const OptionChain = z
  .object({
    symbol: z.string(),
    /** Null when the brokerage does not report it. */
    underlyingPrice: figure,
    /** When it was quoted; values of the model are computed for this moment. */
    quotedAt: z.iso.datetime(),
    /** Yearly fractions; 0.04 and 0 where the brokerage does not say what its greeks assume. */
    interestRate: z.number(),
    dividendYield: z.number(),
    isDelayed: z.boolean(),
    /** Keyed `2026-03-20:16`: the expiration day and the number of days left. */
    callExpDateMap: z.record(z.string(), StrikeMap),
    putExpDateMap: z.record(z.string(), StrikeMap),
  })
  .meta({ id: 'OptionChain' })
export type OptionChain = z.output<typeof OptionChain>

export const OptionExpiration = z
  .object({
    expirationDate: day,
    daysToExpiration: z.number().int(),
    /** Third Friday of the month; the others are weekly, month-end or quarterly. */
    isStandard: z.boolean(),
  })
  .meta({ id: 'OptionExpiration' })
export type OptionExpiration = z.output<typeof OptionExpiration>

/**
 * An open position with its greeks: those of the whole position, in shares and dollars. Null where nothing is known.
 */
export const PositionGreeks = z
  .object({
    code: z.string(),
    name: z.string(),
    /** The share behind an option; for a share its own code. */
    underlying: z.string(),
    /** Null for shares. */
    contract: z
      .object({
        putCall: z.enum(['CALL', 'PUT']),
        strikePrice: z.number(),
        expirationDate: day,
        daysToExpiration: z.number().int(),
        inTheMoney: z.boolean().nullable(),
      })
      .nullable(),
    /** Negative for a short position. */
    quantity: z.number(),
    multiplier: z.number(),
    averagePrice: z.number(),
    lastPrice: z.number(),
    plOpen: dollars,
    underlyingPrice: figure,
    /** As a yearly fraction. */
    impliedVolatility: figure,
    /** In shares: 55 for a call with 0.55. */
    delta: figure,
    /** Shares of delta per dollar of the underlying. */
    gamma: figure,
    /** Dollars per calendar day. */
    theta: figure,
    /** Dollars per percentage point of volatility. */
    vega: figure,
    /** Dollars per percentage point of interest. */
    rho: figure,
  })
  .meta({ id: 'PositionGreeks' })
export type PositionGreeks = z.output<typeof PositionGreeks>

export const AccountGreeks = z
  .object({
    positions: z.array(PositionGreeks),
    /** Sums over positions whose greeks are known. */
    total: z.object({
      /** Market value that moves like shares: delta times the price of the underlying, in dollars. */
      deltaDollars: z.number(),
      /** By how much that changes when every underlying rises by 1 percent, in dollars. */
      gammaDollars: z.number(),
      theta: z.number(),
      vega: z.number(),
      rho: z.number(),
    }),
    /** Positions whose greeks are not known and not in the sums. */
    unknown: z.number().int(),
  })
  .meta({ id: 'AccountGreeks' })
export type AccountGreeks = z.output<typeof AccountGreeks>

/** The underlying share, which the brokerage knows by its code. */
const code = z
  .string()
  .trim()
  .min(1, 'Enter the code.')
  .max(24, 'A code has at most 24 characters.')
  .toUpperCase()
  .refine((text) => /^[A-Z0-9.$/^-]+$/.test(text) && !isMalformedOptionCode(text), {
    error: 'Enter the code of the share, such as AAPL.',
  })
const accountNumber = line(40, 'Account number')
const ownAccount = [{ object: 'account', at: 'params.accountNumber' }] as const

export const optionRoutes = {
  findOptionChainsByInstrumentCode: route({
    method: 'GET',
    path: '/v1/api/option/find-option-chains-by-instrument-code/{code}/{accountNumber}/{fromDate}/{toDate}',
    summary:
      'The option chains of an instrument that expire between two days, as the brokerage of the account quotes them.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ code, accountNumber, fromDate: givenDay, toDate: givenDay }),
    reply: OptionChain,
    refusals: [...brokerRefusals, 'symbolUnknown'],
    plainReply: true,
  }),
  findExpirations: route({
    method: 'GET',
    path: '/v1/api/option/find-expirations-by-instrument-code/{code}/{accountNumber}',
    summary: 'Every day on which options of an instrument expire.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ code, accountNumber }),
    reply: z.array(OptionExpiration),
    refusals: [...brokerRefusals, 'symbolUnknown'],
    plainReply: true,
  }),
  findPositionGreeks: route({
    method: 'GET',
    path: '/v1/api/option/find-position-greeks/{accountNumber}',
    summary: 'The open positions of an account with their greeks, and the greeks of the account.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountNumber }),
    reply: AccountGreeks,
    refusals: brokerRefusals,
  }),
} as const
