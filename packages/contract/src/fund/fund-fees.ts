// The fees of a fund: policies, the charge of a period end with its calculation, and net values. All calls of this page
// are ours. Source: docs/rules/fund-fees.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { id, line } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { reversalReason } from './book-route.ts'
import { day, dollars, givenDay } from '../wire.ts'
import { changeReply, createdOrWaiting } from './fund-role.ts'

export const feeRefusals = {
  feeRateTooHigh: { status: 400, text: 'The highest rate is {maximum}%. Enter a lower one.' },
  feeHolderTwice: { status: 400, text: 'A member has one rate of their own. Remove the second one.' },
  chargeNotDue: { status: 409, text: 'No charge is due for {day}. Look at the fees again.' },
  chargeNotNext: { status: 409, text: 'The period that ended on {day} comes first. Charge or waive it.' },
  chargeNotLast: {
    status: 409,
    text: 'Only the last charge, of {day}, can be reversed. Correct others by a transfer.',
  },
  chargeChanged: { status: 409, text: 'The charge is {total} now. Check it and confirm again.' },
  waiveReasonMissing: { status: 400, text: 'Enter why the fees of the period are waived.', field: 'reason' },
  chargeWaits: { status: 409, text: 'The close of {day} cannot be dealt at. The charge waits for its correction.' },
  periodNotCharged: {
    status: 409,
    text: 'The fees of the period that ended on {day} are neither charged nor waived. Settle them first.',
  },
} as const satisfies Record<string, RefusalDefinition>

const feeKind = z.enum(['management', 'performance'])
const feePeriod = z.enum(['month', 'quarter', 'half-year', 'year'])
/** Percent as text, so that no digit is lost: "2", "0.75", "12.3456". */
const givenRate = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'Enter a percentage with at most 4 decimals.')
const ownRate = z.object({ memberId: id, rate: givenRate })

export const NewFeePolicy = z.object({
  accountId: id,
  kind: feeKind,
  /** A year for the management fee, of the gain for the performance fee. "0" ends the fee. */
  rate: givenRate,
  /** The yearly gain that is free of a performance fee. */
  hurdle: givenRate.nullish(),
  /** The member who receives the fee; the account's own id means unallocated. */
  receiverId: id,
  period: feePeriod,
  /** Rates of single members; "0" exempts. */
  ownRates: z.array(ownRate).max(5000).default([]),
  /** Whether its charges are made without a yes, right after the last close of each period. */
  chargesByItself: z.boolean().default(false),
})

export const FeePolicyLine = z
  .object({
    id,
    kind: feeKind,
    rate: z.string(),
    hurdle: z.string(),
    receiverId: id,
    receiver: z.string(),
    period: feePeriod,
    ownRates: z.array(z.object({ memberId: id, name: z.string(), rate: z.string() })),
    firstDay: day,
    chargesByItself: z.boolean(),
  })
  .meta({ id: 'FeePolicyLine' })
export type FeePolicyLine = z.output<typeof FeePolicyLine>

/** One holder's fee of one kind, with what it is calculated from. */
export const FeeLine = z
  .object({
    memberId: id,
    name: z.string(),
    kind: feeKind,
    rate: z.string(),
    value: dollars,
    /** The fee before it is rounded to the cent, in dollars with 8 decimals. */
    exact: z.string(),
    /** What came over from the last charge: its remainder, and what a later change of the past added. */
    carried: z.string(),
    /** What units owe that have left since, and what gains owe by earlier terms. */
    owed: z.string(),
    fee: dollars,
    /** Of a performance fee: units, mark, mark with hurdle and gain in dollars. */
    lots: z.array(
      z.object({ since: day, units: z.string(), mark: z.string(), hurdleMark: z.string(), gain: z.string() }),
    ),
  })
  .meta({ id: 'FeeLine' })
export type FeeLine = z.output<typeof FeeLine>

/** The days behind a holder's management fee of a period, as the books have them now. */
export const FeeDerivation = z
  .object({
    /** Days in a row with the same units, unit value and rate; their fee in dollars with 8 decimals. */
    days: z.array(
      z.object({
        from: day,
        to: day,
        count: z.number().int(),
        units: z.string(),
        unitValue: z.string(),
        rate: z.string(),
        fee: z.string(),
      }),
    ),
    /** What retributions and transfers of the period have paid of it. */
    paid: dollars,
    /**
     * The fee of the days less what is paid, in dollars with 8 decimals. With `carried` of a line it is the exact fee;
     * a correction of the past since the charge is the difference.
     */
    sum: z.string(),
  })
  .meta({ id: 'FeeDerivation' })
export type FeeDerivation = z.output<typeof FeeDerivation>

export const ChargeCalculation = z
  .object({
    endDay: day,
    isWaived: z.boolean(),
    /** Why it was waived; null for a charge, and where nobody said. */
    reason: z.string().nullable(),
    /** Dollars per unit at which the charge is calculated. */
    unitValue: z.string(),
    total: dollars,
    lines: z.array(FeeLine),
  })
  .meta({ id: 'ChargeCalculation' })
export type ChargeCalculation = z.output<typeof ChargeCalculation>

export const FundFees = z
  .object({
    /** Newest first; the first of a kind is the last one recorded and may begin tomorrow. */
    policies: z.array(FeePolicyLine),
    /** Ends of periods without a charge, oldest first; the first one is charged or waived next. */
    open: z.array(day),
    /** Newest first. A part has single lines of members who took money out before the others were charged. */
    charges: z.array(
      z.object({
        id,
        endDay: day,
        total: dollars,
        isWaived: z.boolean(),
        isPart: z.boolean(),
        isReversed: z.boolean(),
      }),
    ),
    /** Value less accrued fees; empty while no policy is in force. */
    netValues: z.array(
      z.object({
        memberId: id,
        name: z.string(),
        value: dollars,
        management: dollars,
        performance: dollars,
        net: dollars,
      }),
    ),
    /**
     * False in a fund of more than 100 holders while fees are due and what was dealt since the end of their
     * period depends on them: each holder's own page has the exact net value then.
     */
    isNetExact: z.boolean(),
  })
  .meta({ id: 'FundFees' })
export type FundFees = z.output<typeof FundFees>

const pathAccount = [{ object: 'account', at: 'params.accountId' }] as const
const bodyAccount = [{ object: 'account', at: 'body.accountId' }] as const

export const fundFeeRoutes = {
  findFees: route({
    method: 'GET',
    path: '/v1/api/fund/find-fees/{accountId}',
    summary: 'The fee policies of a fund, its charges, the periods to be charged, and net values.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: FundFees,
    refusals: ['notFound'],
  }),
  saveFeePolicy: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/save-fee-policy',
    summary: 'A management or performance fee from tomorrow on; it replaces the last one of its kind.',
    access: access.session,
    effect: true,
    owns: [...bodyAccount, { object: 'member', at: 'body.receiverId' }],
    body: NewFeePolicy,
    reply: createdOrWaiting,
    refusals: ['notFound', 'feeRateTooHigh', 'feeHolderTwice', 'fundMoved', 'unallocatedReadOnly'],
  }),
  previewCharge: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-charge',
    summary: 'The next charge with its calculation per holder and lot; nothing is written.',
    access: access.session,
    owns: bodyAccount,
    body: z.object({ accountId: id, endDay: givenDay }),
    reply: ChargeCalculation,
    refusals: ['notFound', 'chargeNotDue', 'chargeNotNext', 'chargeWaits'],
  }),
  chargeFees: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/charge-fees',
    summary: 'Charge the fees of the next period end, as previewed, or waive them.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      endDay: givenDay,
      isWaived: z.boolean(),
      /** The total of the preview; 0 when waived. */
      total: dollars,
      /** Why the fees are waived; required then. */
      reason: line(500, 'Reason').nullish(),
    }),
    reply: createdOrWaiting,
    refusals: [
      'notFound',
      'waiveReasonMissing',
      'chargeNotDue',
      'chargeNotNext',
      'chargeWaits',
      'chargeChanged',
      'booksClosed',
      'changeRewritesExit',
      'holderBelowZero',
      'fundMoved',
    ],
  }),
  reverseCharge: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/reverse-charge',
    summary: 'Reverse the last charge as a whole.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, endDay: givenDay, reason: reversalReason }),
    reply: changeReply,
    refusals: ['notFound', 'chargeNotLast', 'booksClosed', 'changeRewritesExit', 'holderBelowZero', 'fundMoved'],
  }),
  deriveFee: route({
    method: 'GET',
    path: '/v1/api/fund/derive-fee/{accountId}/{endDay}/{memberId}',
    summary: "The days, units, values and rates behind a holder's management fee of a period.",
    access: access.session,
    owns: [...pathAccount, { object: 'member', at: 'params.memberId' }],
    params: z.object({ accountId: id, endDay: givenDay, memberId: id }),
    reply: FeeDerivation,
    refusals: ['notFound'],
  }),
  findCharge: route({
    method: 'GET',
    path: '/v1/api/fund/find-charge/{accountId}/{chargeId}',
    summary: 'The calculation that a charge was made with, per holder and lot.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id, chargeId: id }),
    reply: ChargeCalculation,
    refusals: ['notFound'],
  }),
} as const
