// What earned the money: what each instrument of an account or a fund earned over a period, and a member's own part of
// it, and how each figure comes about. All calls are ours. Source: docs/rules/attribution.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { instrumentSymbol } from '../stock.ts'
import { day, dollars, givenDay, percent } from '../wire.ts'
import { Derivation } from './fund.ts'

/** Periods up to the last day, with their names on screen; a week starts on Monday. */
export const attributionPeriods = {
  DAY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  QUARTER: 'Quarter',
  YEAR: 'Year',
  START: 'Since the start',
} as const
export type AttributionPeriod = keyof typeof attributionPeriods

/** What the lines are grouped by, with its name on screen. */
export const attributionGroupings = {
  INSTRUMENT: 'Instrument',
  UNDERLYING: 'Underlying',
  SIDE: 'Long or short',
  ASSET_TYPE: 'Asset class',
  SECTOR: 'Sector',
  INDUSTRY: 'Industry',
  COUNTRY: 'Country',
  LABEL: 'Own label',
} as const
export type AttributionGrouping = keyof typeof attributionGroupings

/** Lines of no instrument, with their names on screen, in their order below the others. */
export const fixedLines = {
  CASH: 'Cash',
  EXPENSES: 'Expenses',
  MANAGEMENT_FEE: 'Management fee',
  PERFORMANCE_FEE: 'Performance fee',
  NOT_EXPLAINED: 'Not explained',
  ROUNDING: 'Rounding',
} as const
export type FixedLine = keyof typeof fixedLines

const effects = {
  price: dollars,
  /** Dividends and interest; negative where they were paid. */
  income: dollars,
  /** Negative where fees were paid. */
  fees: dollars,
  /** price + income + fees. */
  profit: dollars,
  /** Null where the period has no percent. */
  contribution: percent.nullable(),
  /** The contribution beyond that of the benchmark at the same weight; null without one. */
  excess: percent.nullable(),
}

/** Why a benchmark has no excess contributions beside it. */
export const benchmarkGaps = {
  NOT_LISTED: 'The active market does not list it.',
  CLOSES_MISSING: 'It has no close for some of the days.',
  NO_PERCENT: 'The period has no percent.',
} as const
export type BenchmarkGap = keyof typeof benchmarkGaps

export const AttributionBenchmark = z
  .object({
    symbol: z.string(),
    /** Its return over the days of the period, those on which a holder had units; null where there is a gap. */
    percent: percent.nullable(),
    gap: z.enum(['NOT_LISTED', 'CLOSES_MISSING', 'NO_PERCENT']).nullable(),
    /** The first day that it has no close for. */
    missingDay: day.nullable(),
  })
  .meta({ id: 'AttributionBenchmark' })
export type AttributionBenchmark = z.output<typeof AttributionBenchmark>

export const AttributionLine = z
  .object({
    /** `LINES` for one or several instruments, otherwise a line of none. */
    kind: z.enum(['LINES', 'CASH', 'EXPENSES', 'MANAGEMENT_FEE', 'PERFORMANCE_FEE', 'NOT_EXPLAINED', 'ROUNDING']),
    name: z.string(),
    /** Of the only instrument of the line; null for several, and for none. */
    code: z.string().nullable(),
    detail: z.string().nullable(),
    ...effects,
    /** Mean of the market value at the close before, in percent of the value of the whole; null without percent. */
    weight: percent.nullable(),
    /** Sessions at whose close it was held; of the instrument of the group that was held longest. */
    daysHeld: z.number().int(),
    /** Held at the end of the period. */
    isHeld: z.boolean(),
  })
  .meta({ id: 'AttributionLine' })
export type AttributionLine = z.output<typeof AttributionLine>

export const Attribution = z
  .object({
    currency: z.string(),
    /** The close, or opening, that the period starts from, and its last close; null before there is one. */
    startDay: day.nullable(),
    endDay: day.nullable(),
    /** The first and the last day that can be chosen. */
    firstDay: day,
    lastDay: day,
    closes: z.number().int(),
    /** Closes whose lines are not computed yet: what they earned is in "Not explained". */
    missing: z.number().int(),
    lines: z.array(AttributionLine),
    /** Null unless one was asked for. */
    benchmark: AttributionBenchmark.nullable(),
    /** The contribution is the time-weighted return of the period, the excess that less the benchmark's return. */
    total: z.object(effects),
  })
  .meta({ id: 'Attribution' })
export type Attribution = z.output<typeof Attribution>

export const DayLine = z
  .object({
    /** `LINES` for an instrument, otherwise a line of none. */
    kind: AttributionLine.shape.kind,
    name: z.string(),
    detail: z.string().nullable(),
    profit: dollars,
  })
  .meta({ id: 'DayLine' })
export type DayLine = z.output<typeof DayLine>

export const DayLines = z
  .object({
    currency: z.string(),
    /** Whether they are of the day under way, from the last reading; otherwise of a close. */
    isUnderWay: z.boolean(),
    /** The close since which the day under way counts, or the close whose lines they are; null before the first one. */
    closeDay: day.nullable(),
    /** From the largest gain to the largest loss; lines of no instrument last. */
    lines: z.array(DayLine),
    /** Of all lines; while a day is under way of an account, its `todayChange`. */
    total: dollars,
  })
  .meta({ id: 'DayLines' })
export type DayLines = z.output<typeof DayLines>

/** Figures of a line that say where they come from. */
export const lineFigures = [
  'profit',
  'price',
  'income',
  'fees',
  'contribution',
  'excess',
  'weight',
  'daysHeld',
] as const
export type LineFigure = (typeof lineFigures)[number]

const span = {
  accountId: id,
  /** A day, or the period up to the last day. */
  from: z.union([z.enum(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'START']), givenDay]),
  /** A day, or the last close. */
  to: z.union([z.literal('last'), givenDay]),
  grouping: z.enum(['INSTRUMENT', 'UNDERLYING', 'SIDE', 'ASSET_TYPE', 'SECTOR', 'INDUSTRY', 'COUNTRY', 'LABEL']),
}

/** An instrument of the active market to compare with. */
const query = z.object({ benchmark: instrumentSymbol.optional() })

/**
 * What a figure is of: a line, or several lines together. `TOTAL` is all lines and `PERIOD` the same by close, `CLOSED`
 * those of which nothing was held at the end, `LONG` and `SHORT` those that the treemap puts there. `BENCHMARK` has its
 * return as its contribution.
 */
const derivedKinds = [
  ...AttributionLine.shape.kind.options,
  'TOTAL',
  'PERIOD',
  'CLOSED',
  'LONG',
  'SHORT',
  'BENCHMARK',
] as const
export type DerivedKind = (typeof derivedKinds)[number]

/** A line of the table of a span, or several together, and one of its figures. */
const lineOfSpan = {
  ...span,
  kind: z.enum(derivedKinds),
  /** Of a line. */
  name: z.string().max(200).optional(),
  figure: z.enum(lineFigures),
  /** Of the table; an excess contribution is one over it. */
  benchmark: instrumentSymbol.optional(),
  /** The table has its closed positions as one line. */
  joinsClosed: z.boolean().optional(),
}

export const LineDerivation = Derivation.extend({
  /** What each of the rows is of, which the same call derives; empty where rows are closes or instruments. */
  derivable: z.array(z.object({ kind: z.enum(derivedKinds), name: z.string() })),
}).meta({ id: 'LineDerivation' })
export type LineDerivation = z.output<typeof LineDerivation>

export const attributionRoutes = {
  findAttribution: route({
    method: 'GET',
    path: '/v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}',
    summary: 'What each instrument of an account or its fund earned over a period.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object(span),
    query,
    reply: Attribution,
    refusals: ['notFound', 'statementPeriod'],
  }),
  findMyAttribution: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-attribution/{accountId}/{memberId}/{from}/{to}/{grouping}',
    summary: "A member's own part of what each instrument of their fund earned over a period.",
    access: access.session,
    params: z.object({ ...span, memberId: id }),
    query,
    reply: Attribution,
    refusals: ['notFound', 'statementPeriod'],
  }),
  findDayLines: route({
    method: 'GET',
    path: '/v1/api/fund/find-day-lines/{accountId}',
    summary: 'What each instrument of an own account has earned since the last close, or at that close.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    reply: DayLines,
    refusals: ['notFound'],
  }),
  findMyDayLines: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-day-lines/{accountId}/{memberId}',
    summary: "A member's own part of what each instrument of their fund has earned since the last close.",
    access: access.session,
    params: z.object({ accountId: id, memberId: id }),
    reply: DayLines,
    refusals: ['notFound'],
  }),
  deriveLine: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/derive-line',
    summary: 'The closes or lines and the formula behind a figure of a line, of several lines or of the total.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object(lineOfSpan),
    reply: LineDerivation,
    refusals: ['notFound', 'statementPeriod'],
  }),
  deriveMyLine: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/derive-my-line',
    summary: "The same for a figure of a member's own part.",
    access: access.session,
    body: z.object({ ...lineOfSpan, memberId: id }),
    reply: LineDerivation,
    refusals: ['notFound', 'statementPeriod'],
  }),
} as const
