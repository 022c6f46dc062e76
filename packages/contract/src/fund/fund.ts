// The fund's own figures and their derivations. All calls of this page are ours; members, participations and entries
// are in member.ts. Source: docs/rules/fund.md, "Performance figures"; docs/rules/accounts.md, "Account Mapping".
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { fundPlaces } from './fund-role.ts'
import { route } from '../route.ts'
import { day, dollars, instant, percent } from '../wire.ts'

/** An annual money-weighted return, or why there is none: under 30 days it is meaningless, and some flows have none. */
export const InternalRateFigure = z
  .object({
    percent: percent.nullable(),
    because: z.enum(['too-short', 'not-available']).nullable(),
  })
  .meta({ id: 'InternalRateFigure' })

/** The fund's cash flows invested in an index on the same days. */
export const BenchmarkFigure = z
  .object({ symbol: z.string(), endValue: dollars, internalRate: InternalRateFigure })
  .meta({ id: 'BenchmarkFigure' })

/** The figures of a fund as of its last close; every one can be derived from the books. */
export const FundOverview = z
  .object({
    accountId: id,
    accountNumber: z.string(),
    openingDay: day,
    openingValue: dollars,
    asOf: day,
    /** New York day up to which entries may be dated. */
    marketDay: day,
    brokerValue: dollars,
    cashOutside: dollars,
    fundValue: dollars,
    units: z.string(),
    unitValue: z.string(),
    unallocatedValue: dollars,
    dealing: z.enum(['before-the-day', 'of-the-day']),
    closedUntil: day.nullable(),
    /** The account is at the paper brokerage, where an entry can make its deposit or withdrawal. */
    canMoveMoney: z.boolean(),
    profitLostAmount: dollars,
    /** Chained unit values since the opening, in percent; null when a unit value of zero or less lies between. */
    timeWeighted: z.object({ percent, yearlyPercent: percent.nullable(), days: z.number().int() }).nullable(),
    internalRate: InternalRateFigure,
    /** Null with fewer than 60 daily returns. */
    risk: z
      .object({
        drawdownPercent: percent,
        drawdownFrom: day,
        drawdownTo: day,
        volatilityPercent: percent,
        sharpe: z.number().nullable(),
        riskFreePercent: percent,
      })
      .nullable(),
    /** The fund's cash flows invested in SPY and QQQ on the same days; only those that the active market has. */
    benchmarks: z.array(BenchmarkFigure),
    toBeMatched: z.object({ count: z.number().int(), overstated: dollars, understated: dollars }),
    /** Withdrawn from the account beyond the unallocated value, and taken out by members beyond their holdings. */
    unexplainedWithdrawal: dollars,
    notCovered: z.array(z.object({ holder: z.string(), day, missing: dollars })),
    /** The part of cash outside that has left an old account and has not arrived here. */
    inTransit: dollars,
    /** What the caller is in the fund. */
    place: z.enum(fundPlaces),
    /** From which amount contributions and retributions wait for a second person; null without one. */
    secondPersonFrom: dollars.nullable(),
    /** Where the fund of this account is now, if it has left it. */
    movedTo: z.object({ accountId: id, day }).nullable(),
  })
  .meta({ id: 'FundOverview' })
export type FundOverview = z.output<typeof FundOverview>

export const derivableFigures = [
  'fund-value',
  'unit-value',
  'units',
  'profit',
  'broker-value',
  'cash-outside',
  'unallocated',
  'time-weighted',
  'internal-rate',
  'drawdown',
  'SPY',
  'QQQ',
  'to-be-matched',
] as const
export type DerivableFigure = (typeof derivableFigures)[number]

/** Derivation of a figure: the formula in words, its parts, and the rows and prices behind them, all as exact text. */
export const Derivation = z
  .object({
    title: z.string(),
    result: z.string(),
    asOf: day,
    formula: z.string(),
    parts: z.array(z.object({ label: z.string(), value: z.string() })),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  })
  .meta({ id: 'Derivation' })
export type Derivation = z.output<typeof Derivation>

/** Two hledger journals, so that third-party software can verify the books; holders appear by id only. */
export const FundJournals = z.object({ books: z.string(), roi: z.string() }).meta({ id: 'FundJournals' })

/** Findings of the last nightly check of a fund's books; an empty list when every invariant held. */
export const FundCheck = z
  .object({
    accountId: id,
    /** Masked to the last four digits. */
    accountNumber: z.string(),
    day,
    checkedAt: instant,
    isHeld: z.boolean(),
    findings: z.array(z.string()),
  })
  .meta({ id: 'FundCheck' })
export type FundCheck = z.output<typeof FundCheck>

const ownAccount = [{ object: 'account', at: 'params.accountId' }] as const

export const fundRoutes = {
  findDerivation: route({
    method: 'GET',
    path: '/v1/api/fund/find-derivation/{accountId}/{figure}',
    summary: 'The rows, prices and formula behind a figure of the fund.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountId: id, figure: z.enum(derivableFigures) }),
    reply: Derivation,
    refusals: ['notFound'],
  }),
  exportJournals: route({
    method: 'GET',
    path: '/v1/api/fund/export-journals/{accountId}',
    summary: 'The books and the returns of a fund as hledger journals.',
    access: access.session,
    owns: ownAccount,
    params: z.object({ accountId: id }),
    reply: FundJournals,
    refusals: ['notFound'],
  }),
  findChecks: route({
    method: 'GET',
    path: '/v1/api/fund/find-checks',
    summary: "The last nightly check of the own funds' books.",
    access: access.session,
    reply: z.array(FundCheck),
  }),
  findAllChecks: route({
    method: 'GET',
    path: '/v1/api/fund/find-all-checks',
    summary: "The last nightly check of every fund's books, accounts masked.",
    access: access.key('VAd'),
    reply: z.array(FundCheck),
  }),
} as const
