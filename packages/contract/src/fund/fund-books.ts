// The owner's bookings in a fund besides members' entries: opening, dealing, expenses, transfers, manual matching,
// closing a period, and the preview of a change. All calls of this page are ours. Source: docs/rules/fund.md, "Units
// and dealing", "Opening", "Matching", "No holder below zero", "Entries", "Period close" and "Expenses and transfers".
import { z } from 'zod'
import { access } from '../access.ts'
import { id, line, messageReply } from '../field.ts'
import { bodyAccount, bookChangeRefusals as changeRefusals, pathAccount, reversalReason } from './book-route.ts'
import { changeReply, createdOrWaiting } from './fund-role.ts'
import { entryRefusals, NewEntry } from './member.ts'
import { route } from '../route.ts'
import { day, dollars, givenDay, instant, percent } from '../wire.ts'
import type { RefusalDefinition } from '../refusal.ts'

export const fundBookRefusals = {
  openingNegative: {
    status: 400,
    text: 'On {day} the account was worth less than nothing. A fund cannot open with that; choose another day.',
  },
  openingDayUnknown: { status: 400, text: 'There is no reconciled close of {day}. Choose one of the days offered.' },
  dealingFixed: { status: 409, text: 'The way entries are dealt is fixed once there are entries.' },
  sameHolder: { status: 400, text: 'Units cannot be transferred to the same holder. Choose two different holders.' },
  costBeforeOpening: { status: 400, text: 'Expenses and transfers start on the day after the opening day {day}.' },
  matchUnbalanced: {
    status: 400,
    text: 'The two sides differ by {difference}. Only a cost that was lost on the way can be booked with a match.',
  },
  matchNotOneSided: {
    status: 400,
    text: 'Match one movement with several records, or several movements with one record.',
  },
  movementNotValued: {
    status: 409,
    text: 'Delivered securities count at the close of {day}. Explain or match them after it.',
  },
  alreadyMatched: { status: 409, text: 'One of these is matched already. Undo that match first.' },
  periodUnexplained: {
    status: 409,
    text: 'Money that left the account by {day} has no explanation. Record who received it first.',
  },
  periodNotCovered: { status: 409, text: 'A retribution of {day} is not covered. Settle it first.' },
  periodPending: { status: 409, text: 'An entry of {day} still waits for its close.' },
  periodCloseMissing: {
    status: 409,
    text: 'The close of {day} has not been read from the brokerage yet. Close the books once it has.',
  },
  periodCloseUnreconciled: {
    status: 409,
    text:
      'The close of {day} is not reconciled yet: a price was missing, or its cash does not follow from the close ' +
      'before. Close the books once it is reconciled, or ten sessions later.',
  },
  periodInTransit: {
    status: 409,
    text: 'Contents of the account are in transit since {day}. Complete the move to the new account first.',
  },
  fundMoved: {
    status: 409,
    text: 'The fund of this account moved to account {account} after {day}. Choose that account to change its books.',
  },
  moveNotValued: {
    status: 409,
    text: 'The account has no reconciled close of {day}. Choose a session that has one.',
  },
  moveInTransit: {
    status: 409,
    text: 'The fund left its last account after {day}, and its contents are in transit. Complete that move first.',
  },
  moveBeforeLast: {
    status: 409,
    text: 'The fund moved into this account, and everything had arrived by {day}. Choose that day or a later one.',
  },
  moveMoneyLater: {
    status: 409,
    text: 'Money of {day}, after the day of the move, came in or is matched. Choose a later day, or undo the match.',
  },
  moveTargetSame: { status: 400, text: 'The fund is in that account already. Choose another account.' },
  moveTargetTaken: { status: 409, text: 'That account has a fund of its own. Choose an account without one.' },
  moveTargetOtherKind: {
    status: 409,
    text: 'A fund moves from paper to paper or from real to real money, in the same currency. Choose another account.',
  },
  moveTargetNotValued: {
    status: 409,
    text: 'The new account has no reconciled close of {day}. Choose a session that both accounts have.',
  },
  moveMoneyWaiting: {
    status: 409,
    text: 'A deposit or withdrawal that an entry ordered is still on its way. Move the fund when it is done.',
  },
  moveResultChanged: {
    status: 409,
    text: 'The result of the move is {difference} now. Check it and confirm again.',
  },
  arrivalNotAwaited: { status: 409, text: 'Nothing is in transit: the last move is complete.' },
  arrivalTooEarly: { status: 400, text: 'Contents arrive after the day of the move. Choose a later session.' },
  arrivalNotValued: {
    status: 409,
    text: 'The new account has no reconciled close of {day}. Choose a session that has one.',
  },
  periodNotPast: { status: 400, text: 'Only days before {day} can be closed.' },
  periodBeforeOpening: { status: 400, text: 'The fund opened on {day}; nothing lies before it.' },
  periodClosedAlready: { status: 400, text: 'The books are closed up to {day} already.' },
} as const satisfies Record<string, RefusalDefinition>

const amount = dollars.refine(
  (cents) => cents > 0n && cents <= 99_999_999_999n,
  'Enter an amount from 0.01 to 999,999,999.99.',
)
/** Zero is allowed: a holder may own no part of the value or have paid nothing in. */
const amountOrZero = dollars.refine(
  (cents) => cents >= 0n && cents <= 99_999_999_999n,
  'Enter an amount from 0.00 to 999,999,999.99.',
)
const units = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/, 'Enter units with at most 8 decimals.')
  .refine((text) => /[1-9]/.test(text), 'Enter more than no units.')

export const EntryPreview = z
  .object({
    holders: z.array(
      z.object({
        memberId: id,
        name: z.string(),
        before: dollars,
        after: dollars,
        difference: dollars,
        percentBefore: percent,
        percentAfter: percent,
      }),
    ),
    fundValueBefore: dollars,
    fundValueAfter: dollars,
    unitValueBefore: z.string(),
    unitValueAfter: z.string(),
    /** It waits for a close and changes nothing yet. */
    isPending: z.boolean(),
  })
  .meta({ id: 'EntryPreview' })
export type EntryPreview = z.output<typeof EntryPreview>

/** What a retribution, or a transfer that is no charge, pays on leaving (docs/rules/fund-fees.md, "Leaving"). */
export const FeeOfLeaving = z
  .object({
    management: dollars,
    performance: dollars,
    /** Fees of ended periods without a charge, which are booked first. */
    earlier: dollars,
    /** The units that go for the payment and its fee. */
    units: z.string(),
    paidOut: dollars,
    /** The most that the holder can take out today. */
    netValue: dollars,
    /** It waits for a close, and its figures are those of the last one. */
    isEstimate: z.boolean(),
  })
  .meta({ id: 'FeeOfLeaving' })
export type FeeOfLeaving = z.output<typeof FeeOfLeaving>

export const FundChangePreview = EntryPreview.extend({
  /** Recorded now, it would wait for a second person. */
  waits: z.boolean(),
  /** Null for what pays no fee: nothing leaves, or no fee policy is in force. */
  leaving: FeeOfLeaving.nullable(),
}).meta({ id: 'FundChangePreview' })
export type FundChangePreview = z.output<typeof FundChangePreview>

/** An entry, expense or movement that is part of a match or waits for one; the amount has the sign of the cash. */
export const MatchSide = z
  .object({
    id,
    kind: z.enum(['entry', 'expense', 'movement']),
    day,
    amount: dollars,
    words: z.string(),
    isProvisional: z
      .boolean()
      .meta({ description: 'Whether these are delivered securities whose amount is known at the close of their day.' }),
  })
  .meta({ id: 'MatchSide' })
export type MatchSide = z.output<typeof MatchSide>

/** When the statements of a month, quarter or year are mailed: on a day after its end, at an hour of New York. */
export const StatementTiming = z
  .object({
    frequency: z.enum(['MONTHLY', 'QUARTERLY', 'YEARLY']),
    monthDay: z.number().int().min(1).max(28),
    hour: z.number().int().min(0).max(23),
  })
  .meta({ id: 'StatementTiming' })
export type StatementTiming = z.output<typeof StatementTiming>

/** A move of the fund to another account; the old one is valued up to its day, the new one after it. */
export const FundMove = z
  .object({
    day,
    fromAccountId: id,
    toAccountId: id,
    left: dollars,
    /** By the close of which session everything had arrived; null while contents are in transit. */
    arrivedOn: day.nullable(),
    inTransit: dollars,
    /** What arrived less what left: a result of all holders. */
    difference: dollars,
  })
  .meta({ id: 'FundMove' })
export type FundMove = z.output<typeof FundMove>

/** What a move would do, and what still waits in the old account. */
export const FundMovePlan = z
  .object({
    day,
    arrivedOn: day.nullable(),
    left: dollars,
    /** What the new account held before; it becomes capital of Unallocated. */
    held: dollars,
    arrived: dollars,
    difference: dollars,
    percent: percent.nullable(),
    arrivals: z.array(z.object({ day, amount: dollars })),
    /** Closed sessions of the new account after the move's day. */
    arrivalDays: z.array(day),
    oldAccountNow: dollars,
    openTransfers: z.number().int(),
    workingOrders: z.number().int(),
    toBeMatched: z.number().int(),
    notCovered: z.number().int(),
    pending: z.number().int(),
    /** Why it cannot be made, or null. */
    obstacle: z.string().nullable(),
  })
  .meta({ id: 'FundMovePlan' })
export type FundMovePlan = z.output<typeof FundMovePlan>

export const FundMovePreview = z
  .object({
    /** Own accounts that the fund can move to. */
    targets: z.array(id),
    /** Sessions that can be the last in the old account, newest first. */
    days: z.array(day),
    plan: FundMovePlan.nullable(),
  })
  .meta({ id: 'FundMovePreview' })
export type FundMovePreview = z.output<typeof FundMovePreview>

/** What was paid to all holders by units at once. */
export const FundDistribution = z
  .object({
    id,
    day,
    /** For all holders, those who left it in included. */
    amount: dollars,
    paidOut: dollars,
    /** How many holders were paid. */
    count: z.number().int(),
    leftIn: z.array(id),
    description: z.string(),
  })
  .meta({ id: 'FundDistribution' })
export type FundDistribution = z.output<typeof FundDistribution>

export const FundBooks = z
  .object({
    accountId: id,
    /** Moves to other accounts, newest first. */
    moves: z.array(FundMove),
    opening: z.object({
      day,
      value: dollars,
      openProfit: dollars,
      shares: z.array(z.object({ memberId: id, name: z.string(), share: dollars, paidIn: dollars })),
    }),
    dealing: z.enum(['before-the-day', 'of-the-day']),
    isDealingFixed: z.boolean(),
    club: z.string().nullable(),
    closedUntil: day.nullable(),
    /** Statements mailed by schedule; null while it is off. */
    statements: z
      .object({
        timing: StatementTiming,
        nextAt: instant,
        /** Why those that are due wait. */
        held: z.string().nullable(),
        /** The last twelve periods, newest first. */
        runs: z.array(
          z.object({
            from: day,
            to: day,
            at: instant,
            sent: z.number().int(),
            /** Of those that were sent, how many their members opened in Clubfolio. */
            opened: z.number().int(),
            waiting: z.number().int(),
            failed: z.number().int(),
            /** Who got none, and why. */
            notes: z.array(z.string()),
          }),
        ),
      })
      .nullable(),
    expenses: z.array(z.object({ id, day, amount: dollars, description: z.string(), isMatched: z.boolean() })),
    transfers: z.array(
      z.object({
        id,
        day,
        from: z.string(),
        to: z.string(),
        amount: dollars.nullable(),
        units: z.string().nullable(),
        description: z.string(),
      }),
    ),
    /** Newest first, without the reversed ones. */
    distributions: z.array(FundDistribution),
    matches: z.array(
      z.object({ id, isAutomatic: z.boolean(), movements: z.array(MatchSide), items: z.array(MatchSide) }),
    ),
    unmatchedItems: z.array(MatchSide),
    unmatchedMovements: z.array(MatchSide),
    /** Part of the opening value: listed, never matched. */
    movementsBeforeOpening: z.array(MatchSide),
    /** Entries that waited for their close and could not be dealt at it. */
    refusedEntries: z.array(z.object({ id, day, holder: z.string(), amount: dollars, reason: z.string() })),
    /**
     * Deposits and withdrawals that entries ordered at the brokerage and that are waiting, were refused, or did not go
     * as intended.
     */
    moneyTransfers: z.array(
      z.object({
        entryId: id,
        purpose: z.enum(['ENTRY', 'RETURN']),
        day,
        holder: z.string(),
        amount: dollars,
        state: z.enum(['waiting', 'refused', 'sent']),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FundBooks' })
export type FundBooks = z.output<typeof FundBooks>

export const OpeningDay = z
  .object({ day, value: dollars, openProfit: dollars, isLinking: z.boolean() })
  .meta({ id: 'OpeningDay' })
export type OpeningDay = z.output<typeof OpeningDay>

/** Units that change hands without cash; the account's own id means unallocated. */
export const NewTransfer = z
  .object({
    accountId: id,
    date: givenDay,
    fromMemberId: id,
    toMemberId: id,
    amount: amount.nullish(),
    units: units.nullish(),
    description: line(500, 'Description'),
  })
  .refine(
    ({ amount: money, units: part }) => [money, part].filter((one) => one !== undefined && one !== null).length === 1,
    { message: 'Give either an amount or units.', path: ['amount'] },
  )

const transferOwns = [
  ...bodyAccount,
  { object: 'member', at: 'body.fromMemberId' },
  { object: 'member', at: 'body.toMemberId' },
] as const
const transferRefusals = [...changeRefusals, 'sameHolder', 'costBeforeOpening', 'memberInactive'] as const

export const fundBookRoutes = {
  previewEntry: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-entry',
    summary: "How an entry would change every holder's value; nothing is written.",
    access: access.session,
    owns: [...bodyAccount, { object: 'member', at: 'body.memberId' }],
    body: NewEntry.extend({ kind: z.enum(['contribution', 'retribution']) }),
    reply: FundChangePreview,
    refusals: entryRefusals,
  }),
  previewTransfer: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-transfer',
    summary: "How a transfer would change every holder's value, and the fee that goes with it; nothing is written.",
    access: access.session,
    owns: transferOwns,
    body: NewTransfer,
    reply: FundChangePreview,
    refusals: transferRefusals,
  }),
  previewMove: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-move',
    summary: 'Where and after which day the fund can move, and what a move would do; nothing is written.',
    access: access.session,
    owns: [...bodyAccount, { object: 'account', at: 'body.toAccountId' }],
    body: z.object({
      accountId: id,
      toAccountId: id.optional(),
      day: givenDay.optional(),
      arrivedOn: givenDay.optional(),
    }),
    reply: FundMovePreview,
    refusals: ['notFound'],
  }),
  findBooks: route({
    method: 'GET',
    path: '/v1/api/fund/find-books/{accountId}',
    summary: 'The settings of a fund, its expenses and transfers, what is matched and what is not.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: FundBooks,
    refusals: ['notFound'],
  }),
  findOpeningDays: route({
    method: 'GET',
    path: '/v1/api/fund/find-opening-days/{accountId}',
    summary: 'The days on which the fund can open, with what the account was worth.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(OpeningDay),
    refusals: ['notFound'],
  }),
  changeOpening: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/change-opening',
    summary: 'Choose the opening day, and the opening statement of a club that existed before.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      day: givenDay,
      shares: z.array(z.object({ memberId: id, share: amountOrZero, paidIn: amountOrZero })).max(5000),
    }),
    reply: changeReply,
    refusals: [
      ...changeRefusals,
      'openingNegative',
      'openingDayUnknown',
      'sameHolder',
      'entryBeforeOpening',
      'costBeforeOpening',
      'matchAcrossOpening',
    ],
  }),
  setDealing: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/set-dealing',
    summary: 'At which close entries are dealt, when statements are mailed, and which account the fund is in.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      dealing: z.enum(['before-the-day', 'of-the-day']).optional(),
      /** Null turns the schedule off. */
      statements: StatementTiming.nullish(),
      /**
       * Moves the fund to another account. With the account where it is, everything has arrived; with the one it left,
       * a move in transit is taken back. `difference` is the result shown by the preview.
       */
      move: z
        .object({ toAccountId: id, day: givenDay, arrivedOn: givenDay.nullable(), difference: dollars })
        .optional(),
    }),
    reply: messageReply,
    refusals: [
      ...changeRefusals,
      'dealingFixed',
      'accountDisabled',
      'periodUnexplained',
      'periodNotCovered',
      'periodPending',
      'moveNotValued',
      'moveInTransit',
      'moveBeforeLast',
      'moveMoneyLater',
      'moveTargetSame',
      'moveTargetTaken',
      'moveTargetOtherKind',
      'moveTargetNotValued',
      'moveMoneyWaiting',
      'moveResultChanged',
      'arrivalNotAwaited',
      'arrivalTooEarly',
      'arrivalNotValued',
    ],
  }),
  recordExpense: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/record-expense',
    summary: 'A cost that all holders bear by units, paid from the account or by a member.',
    access: access.session,
    effect: true,
    owns: [...bodyAccount, { object: 'member', at: 'body.paidByMemberId' }],
    body: z.object({
      accountId: id,
      date: givenDay,
      amount,
      description: line(500, 'Description'),
      paidByMemberId: id.nullish(),
    }),
    reply: createdOrWaiting,
    refusals: [...changeRefusals, 'costBeforeOpening', 'memberInactive'],
  }),
  recordTransfer: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/record-transfer',
    summary: "Units that change hands without cash; the account's own id means unallocated.",
    access: access.session,
    effect: true,
    owns: transferOwns,
    body: NewTransfer,
    reply: createdOrWaiting,
    refusals: transferRefusals,
  }),
  match: route({
    method: 'POST',
    path: '/v1/api/fund/match',
    summary: 'Say that movements and records are the same money; a cost lost on the way is booked with it.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      movementIds: z.array(id).min(1).max(100),
      itemIds: z.array(id).min(1).max(100),
      feeDescription: line(500, 'Description').nullish(),
    }),
    reply: createdOrWaiting,
    refusals: [
      ...changeRefusals,
      'matchUnbalanced',
      'matchNotOneSided',
      'movementNotValued',
      'alreadyMatched',
      'matchAcrossOpening',
      'costBeforeOpening',
    ],
  }),
  reverseRecord: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/reverse-record',
    summary: 'Take an expense, a transfer, a distribution or a match out of the books by a reversing record.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, reason: reversalReason }),
    reply: changeReply,
    refusals: changeRefusals,
  }),
  closePeriod: route({
    method: 'POST',
    path: '/v1/api/fund/close-period',
    summary: 'Close the books up to a day: what lies before it no longer changes.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, until: givenDay }),
    reply: changeReply,
    refusals: [
      'notFound',
      'periodUnexplained',
      'periodNotCovered',
      'periodPending',
      'periodInTransit',
      'periodNotCharged',
      'fundMoved',
      'periodNotPast',
      'periodBeforeOpening',
      'periodClosedAlready',
      'periodCloseMissing',
      'periodCloseUnreconciled',
    ],
  }),
} as const
