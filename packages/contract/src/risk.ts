// Portfolio risk: what the positions of an account, or of several that may be added up, are exposed to, how they move
// with SPY and with each other, and what a fall or a rise of SPY would do to them.
// Source: docs/rules/trading.md, "Portfolio risk"; docs/decisions/0074-risk-from-daily-returns.md.
import { z } from 'zod'
import { access } from './access.ts'
import { id } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { day, dollars, instant, percent } from './wire.ts'

export const riskRefusals = {
  accountsNotAddable: {
    status: 400,
    text: 'These accounts cannot be added up. Choose accounts of one currency that are all real money or all paper.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** The instrument that moves are measured against. */
export const riskBenchmark = 'SPY'

/** Sessions of daily returns to choose from: a quarter, half a year, one and two years. */
export const riskWindows = [63, 126, 252, 504] as const
export type RiskWindow = (typeof riskWindows)[number]
/** Percent between two moves of SPY. */
export const riskSteps = [1, 2, 2.5, 5, 10] as const
export type RiskStep = (typeof riskSteps)[number]
/** Greatest move of SPY, in percent. */
export const riskMostMove = 20

export const Exposure = z
  .object({
    long: dollars,
    /** Zero or negative. */
    short: dollars,
    net: dollars,
    gross: dollars,
    /** Of the value of the accounts; null unless that is positive. */
    longPercent: percent.nullable(),
    shortPercent: percent.nullable(),
    netPercent: percent.nullable(),
    grossPercent: percent.nullable(),
  })
  .meta({ id: 'Exposure' })
export type Exposure = z.output<typeof Exposure>

export const BetaWeighted = z
  .object({
    /** Dollars of SPY that move like the exposure. */
    dollars,
    /** The same in shares of SPY; null without its price in the currency of the accounts. */
    shares: z.number().nullable(),
    /** Gained when SPY rises by 1 %. */
    percentGain: dollars,
  })
  .meta({ id: 'BetaWeighted' })
export type BetaWeighted = z.output<typeof BetaWeighted>

/**
 * Why a position is not in the figures that need prices: its market is not that of the rest (OTHER_MARKET), the market
 * has no prices of it (NO_PRICES), fewer returns than needed (TOO_FEW_RETURNS), it did not move (NO_MOVE), or the price
 * of an option's share is unknown (NO_SHARE_PRICE).
 */
export const riskGaps = ['OTHER_MARKET', 'NO_PRICES', 'TOO_FEW_RETURNS', 'NO_MOVE', 'NO_SHARE_PRICE'] as const
export type RiskGap = (typeof riskGaps)[number]

export const RiskPosition = z
  .object({
    accountId: id,
    code: z.string(),
    name: z.string(),
    /** The share itself, or that of an option. */
    underlying: z.string(),
    sector: z.string(),
    /** Negative for a short position. */
    quantity: z.number(),
    lastPrice: z.number(),
    marketValue: dollars,
    /** Per share of the contract; 1 for shares, null while unknown. */
    delta: z.number().nullable(),
    /** Of the price of an option, in percent per year; null for shares, and for a price without time value. */
    volatility: percent.nullable(),
    /** Delta-adjusted; null while the delta is unknown. */
    exposure: dollars.nullable(),
    exposurePercent: percent.nullable(),
    beta: z.number().nullable(),
    /** Sessions that the beta is from. */
    sessions: z.number().int(),
    /** Null without a beta. */
    betaWeighted: BetaWeighted.nullable(),
    gap: z.enum(riskGaps).nullable(),
    /** Gain at each move of `stress.moves`; null without a beta. */
    gains: z.array(dollars).nullable(),
  })
  .meta({ id: 'RiskPosition' })
export type RiskPosition = z.output<typeof RiskPosition>

export const PortfolioRisk = z
  .object({
    currency: z.string(),
    /** Of all accounts together. */
    accountValue: dollars,
    /** When the account that was read first was read. */
    readAt: instant.nullable(),
    /** Asked for, and the last session of the returns. */
    window: z.number().int(),
    throughDay: day,
    leastReturns: z.number().int(),
    benchmark: z.object({ price: z.number().nullable(), returns: z.number().int() }),
    exposure: Exposure,
    /** Market value of the options in it, which their exposure replaces. */
    optionValue: dollars,
    betaWeighted: BetaWeighted,
    /** Beta-weighted exposure divided by the value of the accounts. */
    beta: z.number().nullable(),
    /** By account and code. */
    positions: z.array(RiskPosition),
    /** Largest gross exposure first. */
    sectors: z.array(z.object({ name: z.string(), positions: z.number().int(), exposure: Exposure })),
    underlyings: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        positions: z.number().int(),
        /** Market value of the shares and options together. */
        marketValue: dollars,
        exposure: Exposure,
      }),
    ),
    /** `moves` are percent, `gains` the sums of the positions. */
    stress: z.object({ moves: z.array(z.number()), gains: z.array(dollars) }),
    correlation: z.object({
      codes: z.array(z.string()),
      /** Row by row, from -1 to 1. */
      values: z.array(z.array(z.number())),
      sessions: z.number().int(),
      /** The instrument whose short history limits the sessions. */
      shortest: z.string().nullable(),
      /** Holdings that are not in the matrix: too few returns, or beyond the largest 25. */
      leftOut: z.array(z.string()),
    }),
  })
  .meta({ id: 'PortfolioRisk' })
export type PortfolioRisk = z.output<typeof PortfolioRisk>

export const riskRoutes = {
  findPortfolioRisk: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/risk/find-portfolio-risk',
    summary:
      'The risk of the positions of own accounts of one currency that are all real money or all paper: exposure, ' +
      'beta to SPY, a move of SPY played through them, and their correlations.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountIds' }],
    body: z.object({
      accountIds: z.array(id).min(1, 'Choose at least one account.').max(50, 'At most 50 accounts at once.'),
      window: z.literal(riskWindows, `Choose ${riskWindows.join(', ')} sessions.`).default(252),
      step: z.literal(riskSteps, `Choose steps of ${riskSteps.join(', ')} percent.`).default(5),
      /** Points added to the volatility of every option. */
      volatilityShift: z
        .number('Enter points of volatility.')
        .min(-50, 'Enter at least -50 points.')
        .max(200, 'Enter at most 200 points.')
        .default(0),
    }),
    reply: PortfolioRisk,
    refusals: ['notFound', 'accountsNotAddable'],
  }),
} as const
