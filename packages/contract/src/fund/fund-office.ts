// The office of a fund: explaining the brokerage's movements, distributions, dues. All calls of this page are ours.
// Source: docs/rules/fund.md, "Explaining a movement", "Distributions" and "Dues".
import { dueRhythms, keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, line, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { day, dollars, givenDay, percent } from '../wire.ts'
import { createdOrWaiting } from './fund-role.ts'
import { namedDue } from './member.ts'
import { bodyAccount, bookChangeRefusals, pathAccount } from './book-route.ts'

export const fundOfficeRefusals = {
  movementInOpening: {
    status: 409,
    text: 'This money is part of the opening value. Record a contribution dated {day} or earlier for whose it is.',
  },
  movementOtherWay: {
    status: 400,
    text:
      'Money that came in is a contribution or of Unallocated; money that left is a retribution, an expense or of ' +
      'Unallocated.',
  },
  movementTooLarge: {
    status: 409,
    text: 'More left the account than Unallocated has: {missing} is unexplained. Record who received it.',
  },
  distributionTooLarge: {
    status: 400,
    text: '{holder} has {maximum} on {day}, less than their part of {part}. Choose a smaller amount.',
  },
  distributionNotCovered: {
    status: 409,
    text:
      'With this distribution {holder} would lack {missing} on {day}. Choose a smaller amount, or let them leave ' +
      'it in.',
  },
  distributionEmpty: {
    status: 400,
    text: 'Nobody would be paid: no member holds units on {day}, or all of them leave it in.',
  },
  duesEndFirst: { status: 400, text: 'The last day {last} lies before the first day {first}.' },
  duesTooMany: { status: 409, text: 'A fund has at most {limit} plans of dues. End or reuse one first.' },
  distributionChanged: {
    status: 409,
    text: 'The parts are other ones now, because the books have changed. Check them and confirm again.',
  },
} as const satisfies Record<string, RefusalDefinition>

const distributionRefusals = [
  'entryBeforeOpening',
  'entryReasonMissing',
  'distributionTooLarge',
  'distributionNotCovered',
  'distributionEmpty',
] as const

/** The members who fit a movement that nothing explains, the best first, each with the reason in words. */
export const MovementFits = z
  .object({
    movementId: id,
    members: z.array(
      z.object({
        memberId: id,
        name: z.string(),
        because: z.string(),
        /** The expected payment that the money would pay. */
        due: namedDue.nullable(),
        /** The request that the money would answer. */
        requestId: id.nullable(),
      }),
    ),
  })
  .meta({ id: 'MovementFits' })
export type MovementFits = z.output<typeof MovementFits>

const dueRhythm = z.enum(keysOf(dueRhythms)).meta({ id: 'DueRhythm' })

const amount = dollars.refine(
  (cents) => cents > 0n && cents <= 99_999_999_999n,
  'Enter an amount from 0.01 to 999,999,999.99.',
)

export const DuePlanRow = z
  .object({
    id,
    /** Null: every active member. */
    memberId: id.nullable(),
    name: z.string().nullable(),
    amount: dollars,
    rhythm: dueRhythm,
    firstDay: day,
    lastDay: day.nullable(),
    reminds: z.boolean(),
    description: z.string(),
  })
  .meta({ id: 'DuePlan' })
export type DuePlanRow = z.output<typeof DuePlanRow>

/** A payment that a plan expects of a member. */
export const ExpectedPayment = z
  .object({
    planId: id,
    memberId: id,
    name: z.string(),
    day,
    amount: dollars,
    description: z.string(),
    state: z.enum(['open', 'paid', 'late']),
    lateDays: z.number().int(),
    reminder: z.enum(['notified', 'waiting', 'sent', 'failed']).nullable(),
  })
  .meta({ id: 'ExpectedPayment' })
export type ExpectedPayment = z.output<typeof ExpectedPayment>

export const FundDues = z
  .object({
    plans: z.array(DuePlanRow),
    /** Every open and late payment up to a month ahead, and those paid within a year; oldest first. */
    payments: z.array(ExpectedPayment),
  })
  .meta({ id: 'FundDues' })
export type FundDues = z.output<typeof FundDues>

const distribution = {
  accountId: id,
  date: givenDay,
  amount,
  /** Members whose part stays theirs in units. Unallocated always leaves it in. */
  leftInIds: z.array(id).max(5000),
}

export const DistributionPreview = z
  .object({
    /** All holders; the parts add up to the amount. */
    lines: z.array(
      z.object({
        memberId: id,
        name: z.string(),
        percent,
        value: dollars,
        part: dollars,
        isLeftIn: z.boolean(),
        /** False for Unallocated. */
        isMember: z.boolean(),
      }),
    ),
    paidOut: dollars,
    /** It waits for the close of its day, which may refuse all of it. */
    isPending: z.boolean(),
  })
  .meta({ id: 'DistributionPreview' })
export type DistributionPreview = z.output<typeof DistributionPreview>

export const fundOfficeRoutes = {
  previewDistribution: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-distribution',
    summary: "Every holder's part of a distribution; nothing is written.",
    access: access.session,
    owns: [...bodyAccount, { object: 'member', at: 'body.leftInIds' }],
    body: z.object(distribution),
    reply: DistributionPreview,
    refusals: [...bookChangeRefusals, ...distributionRefusals],
  }),
  recordDistribution: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/record-distribution',
    summary: 'Pay an amount to all holders by units: every part that the preview showed, or none.',
    access: access.session,
    effect: true,
    owns: [...bodyAccount, { object: 'member', at: 'body.leftInIds' }],
    body: z.object({
      ...distribution,
      description: line(500, 'Description'),
      /** The parts that are paid out, as the preview showed them. */
      parts: z.array(z.object({ memberId: id, amount: dollars })).max(5000),
    }),
    reply: createdOrWaiting,
    refusals: [...bookChangeRefusals, ...distributionRefusals, 'distributionChanged'],
  }),
  findDues: route({
    method: 'GET',
    path: '/v1/api/fund/find-dues/{accountId}',
    summary: 'The plans of dues, and which payments are open, late or paid.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: FundDues,
    refusals: ['notFound'],
  }),
  recordDuePlan: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/record-due-plan',
    summary: 'Expect payments of a member, or of every active member, in a rhythm. The books do not change.',
    access: access.session,
    effect: true,
    owns: [...bodyAccount, { object: 'member', at: 'body.memberId' }],
    body: z.object({
      accountId: id,
      /** Without it, every active member. */
      memberId: id.nullish(),
      amount,
      rhythm: dueRhythm,
      firstDay: givenDay,
      lastDay: givenDay.nullish(),
      /** Whether members are reminded on the day of a payment that is still open. */
      reminds: z.boolean(),
      description: line(120, 'Description'),
    }),
    reply: createdReply,
    refusals: ['notFound', 'fundMoved', 'duesEndFirst', 'duesTooMany'],
  }),
  endDuePlan: route({
    method: 'POST',
    path: '/v1/api/fund/end-due-plan',
    summary: 'Expect nothing of a plan after a day.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, lastDay: givenDay }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved'],
  }),
  findExplanations: route({
    method: 'GET',
    path: '/v1/api/fund/find-explanations/{accountId}',
    summary: 'For each movement that nothing explains, the members whose money it may be, and why.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(MovementFits),
    refusals: ['notFound'],
  }),
  explainMovement: route({
    method: 'POST',
    path: '/v1/api/fund/explain-movement',
    summary: 'Record what a movement was, on its day, and match the two; "unallocated" says that it needs no record.',
    access: access.session,
    effect: true,
    owns: [...bodyAccount, { object: 'member', at: 'body.memberId' }],
    body: z
      .object({
        accountId: id,
        movementId: id,
        as: z.enum(['contribution', 'retribution', 'expense', 'unallocated']),
        /** For a contribution or a retribution. */
        memberId: id.nullish(),
        /** The expected payment that a contribution pays. */
        due: namedDue.nullish(),
        /** The member's request that it approves. */
        requestId: id.nullish(),
        /** Without it, what the brokerage says about the movement. */
        description: line(500, 'Description').nullish(),
      })
      .refine(({ as, memberId }) => ['contribution', 'retribution'].includes(as) === Boolean(memberId), {
        message: 'Choose the member of a contribution or retribution; an expense and Unallocated have none.',
        path: ['memberId'],
      }),
    reply: createdOrWaiting,
    refusals: [
      ...bookChangeRefusals,
      'memberInactive',
      'duePaid',
      'requestDecided',
      'requestOther',
      'alreadyMatched',
      'movementNotValued',
      'matchAcrossOpening',
      'movementInOpening',
      'movementOtherWay',
      'movementTooLarge',
    ],
  }),
} as const
