// The capital account statement of a holder for a period, on screen and as PDF, for the owner and for the member. All
// calls of this page are ours. Source: docs/rules/fund.md, "Capital account statement"; docs/rules/access.md,
// "Ownership".
import { type Cents, negateCents } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { BenchmarkFigure, InternalRateFigure } from './fund.ts'
import { StatementEarnings } from './fund-earned.ts'
import { id, messageReply } from '../field.ts'
import { route } from '../route.ts'
import { day, dollars, givenDay, instant, percent } from '../wire.ts'
import type { RefusalDefinition } from '../refusal.ts'

export const statementRefusals = {
  statementPeriod: { status: 400, text: 'The first day {from} lies after the last day {to}.' },
  statementAhead: { status: 400, text: 'A statement is made for days up to {day}; {to} is still to come.' },
  statementBeforeOpening: { status: 400, text: 'The fund opened on {day}; nothing is stated for {from} to {to}.' },
} as const satisfies Record<string, RefusalDefinition>

const Balance = z.object({
  value: dollars,
  units: z.string(),
  unitValue: z.string(),
  percent,
  /** Basis of the value: "close of 2026-11-20" or "opening on 2026-02-02"; null before the fund opened. */
  figuresOf: z.string().nullable(),
})
/** A time-weighted return and its days; null when a unit value of zero or less lies between. */
const SpanReturn = z.object({ percent: percent.nullable(), from: day, to: day })
/** Fees that are not charged yet, and the value less them: what can be taken out. */
const AccruedFees = z.object({ management: dollars, performance: dollars, net: dollars }).meta({ id: 'AccruedFees' })
const Returns = z.object({
  /** The holder's, from their own first day; null for a holder without units in these days. */
  timeWeighted: SpanReturn.nullable(),
  fundTimeWeighted: SpanReturn,
  internalRate: InternalRateFigure,
  benchmarks: z.array(BenchmarkFigure),
})

/** A movement, signed for the holder, at the unit value it was dealt at. */
export const StatementEntry = z
  .object({ day, what: z.string(), amount: dollars, units: z.string(), unitValue: z.string() })
  .meta({ id: 'StatementEntry' })

export const CapitalStatement = z
  .object({
    accountId: id,
    memberId: id,
    holder: z.string(),
    /** Masked to the last four digits. */
    accountNumber: z.string(),
    /** Whether the fund holds practice money. */
    isPaper: z.boolean(),
    /** ISO code of its amounts. */
    currency: z.string(),
    from: day,
    to: day,
    /** Opening day of the fund: returns since the start count from here. */
    openingDay: day,
    opening: Balance,
    closing: Balance,
    lines: z.array(StatementEntry),
    realised: dollars,
    unrealisedChange: dollars,
    /** A positive amount. */
    expenses: dollars,
    /** At the end of the last day; part of the closing balance. Null without a fee policy. */
    accrued: AccruedFees.nullable(),
    period: Returns,
    sinceStart: Returns,
    earned: StatementEarnings,
  })
  .meta({ id: 'CapitalStatement' })
export type CapitalStatement = z.output<typeof CapitalStatement>

/**
 * Returns the lines from the closing balance to the net value; none without a fee policy.
 * Example: "Accrued management fee" -164.38, "Accrued performance fee" 0.00, "Net value" 99,835.62.
 */
export function accruedRows({ accrued }: Pick<CapitalStatement, 'accrued'>): (readonly [string, Cents])[] {
  return accrued === null
    ? []
    : [
        ['Accrued management fee', negateCents(accrued.management)],
        ['Accrued performance fee', negateCents(accrued.performance)],
        ['Net value', accrued.net],
      ]
}

/** The heading of a statement on the screen and on paper. */
export const statementHeading = 'Capital account statement'

/** Returns the title of a statement's file and the subject of its mail. */
export const statementTitle = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `${statementHeading} ${from} to ${to}`

/** A file in a reply; its bytes as base64. */
export const PrintedFile = z.object({ fileName: z.string(), content: z.base64() }).meta({ id: 'PrintedFile' })
export type PrintedFile = z.output<typeof PrintedFile>

export const MyParticipation = z
  .object({
    accountId: id,
    memberId: id,
    /** Of the club, else "Fund of Maria Keller"; told apart where the user takes part in two of one name. */
    fund: z.string(),
    manager: z.string(),
    /** Masked to the last four digits. */
    accountNumber: z.string(),
    isPaper: z.boolean(),
    /** ISO code of its amounts. */
    currency: z.string(),
    /** Day of the last close or of a later dealing, which is the last day of a statement. */
    asOf: day,
    /** Basis of the value: "close of 2026-11-20" or "opening on 2026-02-02". */
    figuresOf: z.string(),
    openingDay: day,
    /** Nothing that counts is recorded for the member yet; they can ask to pay in. */
    isNew: z.boolean(),
    /** First day with units; null while what is recorded waits for a close. */
    since: day.nullable(),
    /** The day on which the last unit left; null for somebody who has units. */
    until: day.nullable(),
    amount: dollars,
    value: dollars,
    participationPercent: percent,
    profitLostAmount: dollars,
    realProfit: dollars,
    floatingProfit: dollars,
    units: z.string(),
    unitValue: z.string(),
    /** From `since` on; null before, and when a unit value of zero or less lies between. */
    timeWeighted: percent.nullable(),
    internalRate: InternalRateFigure,
    /** Accrued fees, and what can be taken out; null without a fee policy. */
    accrued: AccruedFees.nullable(),
  })
  .meta({ id: 'MyParticipation' })
export type MyParticipation = z.output<typeof MyParticipation>

/** A capital account statement that was mailed or is queued, as the owner sees it. */
export const MailedStatement = z
  .object({
    id,
    memberId: id,
    holder: z.string(),
    from: day,
    to: day,
    recipient: z.string(),
    state: z.enum(['waiting', 'sent', 'failed']),
    /** Why it has not been sent yet, or never will be. */
    reason: z.string().nullable(),
    requestedAt: instant,
    sentAt: instant.nullable(),
    /** When the member first opened it in Clubfolio; a file opened from the mail is not known. */
    openedAt: instant.nullable(),
    /** The member's allocation of the year was mailed with it. */
    hasAllocation: z.boolean(),
  })
  .meta({ id: 'MailedStatement' })
export type MailedStatement = z.output<typeof MailedStatement>

/** A statement that was made for a member, as they see it. */
export const IssuedStatement = z
  .object({ id, from: day, to: day, issuedAt: instant, openedAt: instant.nullable() })
  .meta({ id: 'IssuedStatement' })
export type IssuedStatement = z.output<typeof IssuedStatement>

/** Result of mailing: how many statements are queued, and which members get none. */
export const StatementMailing = messageReply
  .extend({
    queued: z.number().int(),
    skipped: z.array(z.object({ memberId: id, name: z.string(), because: z.enum(['no-email', 'sent-before']) })),
  })
  .meta({ id: 'StatementMailing' })
export type StatementMailing = z.output<typeof StatementMailing>

const span = z.object({ accountId: id, memberId: id, from: givenDay, to: givenDay })
/** Whose statement, and its first and last day. */
export type StatementSpan = z.output<typeof span>
const owned = [
  { object: 'account', at: 'params.accountId' },
  { object: 'member', at: 'params.memberId' },
] as const
const refusals = ['notFound', 'statementPeriod', 'statementBeforeOpening', 'statementAhead'] as const

export const statementRoutes = {
  findStatement: route({
    method: 'GET',
    path: '/v1/api/fund/find-statement/{accountId}/{memberId}/{from}/{to}',
    summary: "The capital account statement of a holder for a period; the account's own id means unallocated.",
    access: access.session,
    owns: owned,
    params: span,
    reply: CapitalStatement,
    refusals,
  }),
  printStatement: route({
    method: 'GET',
    path: '/v1/api/fund/print-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The same statement as PDF.',
    access: access.session,
    owns: owned,
    params: span,
    reply: PrintedFile,
    refusals,
  }),
  mailStatements: route({
    method: 'POST',
    path: '/v1/api/fund/mail-statements',
    summary:
      'Mail the statements of a period as PDF to the members named, or to all whom the period concerns; one that ' +
      'was mailed before only when asked again.',
    access: access.session,
    effect: true,
    owns: [
      { object: 'account', at: 'body.accountId' },
      { object: 'member', at: 'body.memberIds' },
    ],
    body: z.object({
      accountId: id,
      memberIds: z.array(id).min(1).max(5000).nullish(),
      from: givenDay,
      to: givenDay,
      again: z.boolean().nullish(),
    }),
    reply: StatementMailing,
    refusals,
  }),
  findMailedStatements: route({
    method: 'GET',
    path: '/v1/api/fund/find-mailed-statements/{accountId}',
    summary: 'The statements that were mailed or wait to be, newest first: the last 500, or those of a period.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    query: z.object({ from: givenDay.optional(), to: givenDay.optional() }),
    reply: z.array(MailedStatement),
    refusals: ['notFound'],
  }),
  printMailedStatement: route({
    method: 'GET',
    path: '/v1/api/fund/print-mailed-statement/{accountId}/{statementId}',
    summary: 'A statement as it was mailed; what changed in the books since then does not change it.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id, statementId: id }),
    reply: PrintedFile,
    refusals: ['notFound'],
  }),
  findMyParticipations: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-participations',
    summary: 'The position of a member who may sign in, in every fund they take part in; never other members.',
    access: access.session,
    reply: z.array(MyParticipation),
  }),
  findMyStatement: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The own statement of a member who may sign in.',
    access: access.session,
    params: span,
    reply: CapitalStatement,
    refusals,
  }),
  findMyIssuedStatements: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-issued-statements/{accountId}/{memberId}',
    summary: 'The statements that were made for a member who may sign in, newest first.',
    access: access.session,
    params: span.pick({ accountId: true, memberId: true }),
    reply: z.array(IssuedStatement),
    refusals: ['notFound'],
  }),
  printMyIssuedStatement: route({
    method: 'GET',
    isRecorded: true,
    path: '/v1/api/fund/print-my-issued-statement/{accountId}/{memberId}/{statementId}',
    summary: 'A statement as it was made for the member, as PDF; the fund sees when they first opened it.',
    access: access.session,
    params: z.object({ accountId: id, memberId: id, statementId: id }),
    reply: PrintedFile,
    refusals: ['notFound'],
  }),
  printMyStatement: route({
    method: 'GET',
    path: '/v1/api/fund/print-my-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The own statement of a member who may sign in, as PDF.',
    access: access.session,
    params: span,
    reply: PrintedFile,
    refusals,
  }),
} as const
