// The year's papers of a fund: allocation and basis of every holder, balance sheet, income statement, and the pack of
// all of them. All calls of this page are ours. Source: docs/rules/fund-year.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { type DownloadedFile, route } from '../route.ts'
import { day, dollars, instant } from '../wire.ts'
import { PrintedFile } from './fund-statement.ts'

export const yearRefusals = {
  packRunning: { status: 409, text: 'A pack of this fund is being made. Wait for it, or cancel it.' },
  packEnded: { status: 409, text: 'The pack has ended already.' },
  packGone: { status: 404, text: 'The file is no longer there. Make the pack again.' },
  yearWithoutBooks: { status: 400, text: 'The fund has papers for {first} to {last}. Choose one of these years.' },
} as const satisfies Record<string, RefusalDefinition>

/** The lines of an allocation with their names on screen and on paper, in their order. */
export const allocatedLines = {
  shortTerm: 'Realised, short term',
  longTerm: 'Realised, long term',
  undated: 'Realised, term not known',
  dividends: 'Dividends',
  interest: 'Interest',
  brokerFees: 'Broker fees',
  expenses: 'Expenses',
  feesPaid: 'Fees paid',
  feesReceived: 'Fees received',
  costMethod: 'Cost method',
} as const

/** Losses and costs are negative. */
export const AllocatedLines = z
  .object({
    shortTerm: dollars,
    longTerm: dollars,
    undated: dollars,
    dividends: dollars,
    interest: dollars,
    brokerFees: dollars,
    expenses: dollars,
    feesPaid: dollars,
    feesReceived: dollars,
    /** Real less the other lines: lots count first in first out, Real counts average cost. */
    costMethod: dollars,
  })
  .meta({ id: 'AllocatedLines' })
export type AllocatedLines = z.output<typeof AllocatedLines>

export const HolderYear = z
  .object({
    /** The account's own id means unallocated. */
    memberId: id,
    name: z.string(),
    lines: AllocatedLines,
    /** The sum of the lines. */
    total: dollars,
    /** The holder's own Real of the year. */
    real: dollars,
    /** Basis less carried loss = the same before + paid in + total + gifts - taken out. */
    basis: z.object({
      before: dollars,
      lossBefore: dollars,
      paidIn: dollars,
      gifts: dollars,
      takenOut: dollars,
      after: dollars,
      lossAfter: dollars,
    }),
  })
  .meta({ id: 'HolderYear' })
export type HolderYear = z.output<typeof HolderYear>

const YearSpan = z.object({
  accountId: id,
  year: z.number().int(),
  from: day,
  /** The year's last day, or today in a year that is not over. */
  to: day,
  /** The books are closed up to the year's end: the figures no longer change. */
  isClosed: z.boolean(),
  /** The years that have papers, newest first. */
  years: z.array(z.number().int()),
  currency: z.string(),
})

export const FundYear = YearSpan.extend({
  lines: AllocatedLines,
  /** Real of the year: the sum of the lines. */
  real: dollars,
  holders: z.array(HolderYear),
  balance: z.object({
    /** "close of 2026-12-31". */
    figuresOf: z.string(),
    cash: dollars,
    /** At average cost. */
    positionsAtCost: dollars,
    openProfit: dollars,
    positionsAtMarket: dollars,
    cashOutside: dollars,
    assets: dollars,
    accruedManagement: dollars,
    accruedPerformance: dollars,
    /** Values of all holders less accrued fees. */
    netCapital: dollars,
    capital: z.array(z.object({ memberId: id, name: z.string(), value: dollars, accrued: dollars, net: dollars })),
  }),
  /** Capital before + paid in - taken out + brought forward + Real + unrealised = capital after. */
  income: z.object({
    before: dollars,
    paidIn: dollars,
    takenOut: dollars,
    broughtForward: dollars,
    real: dollars,
    unrealised: dollars,
    after: dollars,
  }),
}).meta({ id: 'FundYear' })
export type FundYear = z.output<typeof FundYear>

export const MyFundYear = YearSpan.extend({ holder: HolderYear }).meta({ id: 'MyFundYear' })
export type MyFundYear = z.output<typeof MyFundYear>

export const packStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type PackState = (typeof packStates)[number]

/** All papers of a year in one file, made in the background. */
export const YearPack = z
  .object({
    id,
    year: z.number().int(),
    state: z.enum(packStates),
    /** Why it failed. */
    reason: z.string().nullable(),
    /** Files written so far, of all; 0 of 0 before they are counted. */
    done: z.number().int(),
    total: z.number().int(),
    /** Null without a file: not made yet, or replaced by a newer pack of the year. */
    fileName: z.string().nullable(),
    bytes: z.number().int().nullable(),
    sha256: z.string().nullable(),
    requestedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'YearPack' })
export type YearPack = z.output<typeof YearPack>

/** What can be printed by itself. */
export const yearPapers = ['allocation', 'balance-sheet', 'income-statement'] as const
export type YearPaper = (typeof yearPapers)[number]

/** Said on every page: what the figures are for. */
export const adviserNote =
  'These are figures for a tax adviser, not tax advice. They follow the books of the fund and no tax law.'

/** Why a holder's lines can differ from their own Real. */
export const differenceNote =
  'Lines follow the units that each holder had on the day of each result. Real also moves when somebody joins or ' +
  'leaves while positions are open: a holder who joins buys open profit, and one who leaves turns it into Real. ' +
  'So the lines of one holder can differ from their Real; the lines of all add up to the Real of the fund.'

/** `last` is the year of the account's market day. */
const year = z.string().regex(/^((19|20)\d\d|last)$/, 'Enter a year as YYYY, or the word last.')
const ofFund = z.object({ accountId: id, year })
const ofMember = z.object({ accountId: id, memberId: id, year })
const account = [{ object: 'account', at: 'params.accountId' }] as const
const refusals = ['notFound', 'yearWithoutBooks'] as const

export const fundYearRoutes = {
  findYear: route({
    method: 'GET',
    path: '/v1/api/fund/find-year/{accountId}/{year}',
    summary: 'Allocation, basis, balance sheet and income statement of a year.',
    access: access.session,
    owns: account,
    params: ofFund,
    reply: FundYear,
    refusals,
  }),
  printYear: route({
    method: 'GET',
    path: '/v1/api/fund/print-year/{accountId}/{year}/{paper}',
    summary: 'A paper of a year as PDF.',
    access: access.session,
    owns: account,
    params: ofFund.extend({ paper: z.enum(yearPapers) }),
    reply: PrintedFile,
    refusals,
  }),
  findMyYear: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-year/{accountId}/{memberId}/{year}',
    summary: 'The own allocation and basis of a member who may sign in.',
    access: access.session,
    params: ofMember,
    reply: MyFundYear,
    refusals,
  }),
  printMyYear: route({
    method: 'GET',
    path: '/v1/api/fund/print-my-year/{accountId}/{memberId}/{year}',
    summary: 'The own allocation and basis of a member who may sign in, as PDF.',
    access: access.session,
    params: ofMember,
    reply: PrintedFile,
    refusals,
  }),
  printFactSheet: route({
    method: 'GET',
    path: '/v1/api/fund/print-fact-sheet/{accountId}',
    summary: 'One page about the fund: unit value, returns, risk, exposure, largest positions and fees, as PDF.',
    access: access.session,
    owns: account,
    params: z.object({ accountId: id }),
    reply: PrintedFile,
    refusals: ['notFound'],
  }),
  orderPack: route({
    method: 'POST',
    path: '/v1/api/fund/order-pack',
    summary: 'Make the pack of a year: every paper in one ZIP, with a table of their SHA-256 sums.',
    access: access.session,
    effect: true,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, year }),
    reply: createdReply,
    refusals: [...refusals, 'packRunning'],
  }),
  findPacks: route({
    method: 'GET',
    path: '/v1/api/fund/find-packs/{accountId}',
    summary: 'The last 20 packs of a fund, newest first.',
    access: access.session,
    owns: account,
    params: z.object({ accountId: id }),
    reply: z.array(YearPack),
    refusals: ['notFound'],
  }),
  cancelPack: route({
    method: 'POST',
    path: '/v1/api/fund/cancel-pack',
    summary: 'Stop a pack that waits or is being made.',
    access: access.session,
    effect: true,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, id }),
    reply: messageReply,
    refusals: ['notFound', 'packEnded'],
  }),
  downloadPack: route({
    method: 'GET',
    path: '/v1/api/fund/download-pack/{accountId}/{packId}',
    summary: 'The ZIP of a pack.',
    access: access.session,
    owns: account,
    params: z.object({ accountId: id, packId: id }),
    reply: z.custom<DownloadedFile>(),
    download: 'application/zip',
    refusals: ['notFound', 'packGone'],
  }),
} as const
