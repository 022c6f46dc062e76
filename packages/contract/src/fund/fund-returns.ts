// Returns and risk of a fund and of a holder: by month and year, over twelve months, drawdowns, ratios, each beside an
// instrument of the active market. The calls are ours. Source: docs/returns.md, "Returns and risk".
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { instrumentSymbol } from '../stock.ts'
import { day, percent } from '../wire.ts'

const ratio = z.number().nullable()

export const ReturnPeriod = z
  .object({
    /** "2026-03" or "2026". */
    period: z.string(),
    /** Null when a unit value of zero or less lies in between. */
    percent: percent.nullable(),
    /** Of the benchmark between the same closes; null without prices. */
    benchmarkPercent: percent.nullable(),
    /** The fund, or the holder's units, did not exist for all of it, or it has not ended. */
    isPartial: z.boolean(),
  })
  .meta({ id: 'ReturnPeriod' })
export type ReturnPeriod = z.output<typeof ReturnPeriod>

export const ReturnsAndRisk = z
  .object({
    /** The closes from and to which everything is measured; null before the first units. */
    from: day.nullable(),
    to: day.nullable(),
    totalPercent: percent.nullable(),
    /** From one year on. */
    yearlyPercent: percent.nullable(),
    months: z.array(ReturnPeriod),
    years: z.array(ReturnPeriod),
    /** The year up to the last close of each month. */
    rolling: z.array(z.object({ day, percent: percent.nullable() })),
    /** Deeper than 5 percent, oldest first; `recovered` is null while one lasts. `days` are calendar days. */
    drawdowns: z.array(z.object({ from: day, lowest: day, recovered: day.nullable(), percent, days: z.number() })),
    /** Null with fewer than 60 daily returns. */
    risk: z
      .object({
        observations: z.number(),
        riskFreePercent: percent,
        volatilityPercent: percent,
        downsidePercent: percent,
        sharpe: ratio,
        sortino: ratio,
      })
      .nullable(),
    /** Null with fewer than 60 daily returns on days that both have. */
    againstBenchmark: z
      .object({
        observations: z.number(),
        beta: ratio,
        correlation: ratio,
        trackingErrorPercent: percent,
        information: ratio,
      })
      .nullable(),
    /** Of the months that are whole; null before there is one. */
    wholeMonths: z
      .object({ count: z.number(), positivePercent: percent, best: ReturnPeriod, worst: ReturnPeriod })
      .nullable(),
  })
  .meta({ id: 'ReturnsAndRisk' })
export type ReturnsAndRisk = z.output<typeof ReturnsAndRisk>

export const fundReturnRoutes = {
  findReturns: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/find-returns',
    summary: 'Returns and risk of a fund, or of one holder, beside an instrument of the active market.',
    access: access.session,
    owns: [
      { object: 'account', at: 'body.accountId' },
      { object: 'member', at: 'body.memberId' },
    ],
    body: z.object({
      accountId: id,
      /** A member, or the account itself for unallocated; the whole fund without one. */
      memberId: id.optional(),
      benchmark: instrumentSymbol,
    }),
    reply: ReturnsAndRisk,
    refusals: ['notFound'],
  }),
  findMyReturns: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/find-my-returns',
    summary: "Returns and risk of a member's own part of a fund, beside an instrument of the active market.",
    access: access.session,
    body: z.object({ accountId: id, memberId: id, benchmark: instrumentSymbol }),
    reply: ReturnsAndRisk,
    refusals: ['notFound'],
  }),
} as const
