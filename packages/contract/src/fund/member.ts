// Members of a fund with their contributions and retributions; their share, value and profit; their bank accounts.
// Source: docs/rules/accounts.md, "Members"; docs/rules/fund.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, dialledNumber, id, line, messageReply, optionalEmail } from '../field.ts'
import { keyword } from '../keyword.ts'
import { reversalReason } from './book-route.ts'
import { FundOverview } from './fund.ts'
import { changeReply, createdOrWaiting } from './fund-role.ts'
import { SentInvitation } from './member-invitation.ts'
import { route } from '../route.ts'
import { HistoryPoint } from '../wallet.ts'
import { day, dollars, flagDigit, givenDay, instant, percent } from '../wire.ts'
import type { RefusalDefinition } from '../refusal.ts'

export const memberRefusals = {
  memberHasEntries: {
    status: 409,
    text: '{name} has entries in the books, so the member stays. Set the member to inactive instead.',
  },
  memberHasStatements: {
    status: 409,
    text: '{name} was mailed statements, which are kept, so the member stays. Set the member to inactive instead.',
  },
  memberInactive: { status: 400, text: '{name} is inactive and cannot pay in. Activate the member first.' },
  unallocatedReadOnly: {
    status: 400,
    text: 'Unallocated is what no entry explains. It changes by entries, not by itself.',
  },
  moneyNotMovable: {
    status: 400,
    text:
      'Money can be moved from here at the practice brokerage only, for an active entry that is new money in an ' +
      'enabled account.',
  },
  moneyNotReturnable: {
    status: 400,
    text: 'This money cannot be sent back from here. Leave it in the account, or match it.',
  },
  returnNotCovered: {
    status: 409,
    text:
      'Unallocated is worth {maximum}, so {amount} cannot be sent back. Leave the money in the account, or match ' +
      'it.',
  },
  moneyOfOwner: {
    status: 403,
    text: 'Only the owner of the account can move its money. Leave the money where it is, and record only the entry.',
  },
  entryDateAhead: { status: 400, text: 'The date is after the market day {day}. Choose {day} or earlier.' },
  entryReasonMissing: { status: 400, text: 'An entry dated before {day} needs its reason as the description.' },
  entryBeforeOpening: { status: 400, text: 'Money cannot be taken out on or before the opening day {day}.' },
  openingExhausted: { status: 400, text: 'Only {maximum} of the opening capital is still unallocated.' },
  withdrawalTooLarge: { status: 400, text: 'At most {maximum} can be taken out on {day}.' },
  aboveNetValue: {
    status: 400,
    text: 'At most {maximum} can be taken out on {day}: the net value, after the fees that leaving pays.',
  },
  holderBelowZero: {
    status: 409,
    text: 'With this change {holder} would lack {missing} on {day}. Correct that entry first.',
  },
  entryNotDealable: {
    status: 409,
    text: 'On {day} the unit value is zero or less, so nothing can be bought or taken out.',
  },
  entryBuysNothing: { status: 400, text: 'This amount is too small to buy a part of a unit.' },
  changeRewritesExit: {
    status: 409,
    text: 'This would change the units that {holder} already took out. Book it today with a reference instead.',
  },
  unexplainedWithdrawal: {
    status: 409,
    text:
      'With this change {missing} taken out of the account on {day} would have no explanation. Record who ' +
      'received it first.',
  },
  expenseWithoutHolder: { status: 409, text: 'No one holds a share on {day}, so no one could bear this expense.' },
  matchAcrossOpening: {
    status: 409,
    text: 'The two lie on different sides of the opening day {day}. Date the entry by the side where the money is.',
  },
  distributionLine: {
    status: 409,
    text:
      'This retribution is a line of the distribution of {day}. Reverse the whole distribution under Books, ' +
      'Distributions.',
  },
  requestDecided: {
    status: 409,
    text: 'This request was decided or withdrawn in the meantime. Look at it again.',
  },
  requestOther: {
    status: 400,
    text: 'This is not what the member asked for. Decline the request, or record the entry without it.',
  },
  requestDated: { status: 400, text: 'What a member asked for is dated the day of its approval, {day}.' },
  duePaid: {
    status: 409,
    text: 'The payment due on {day} is paid already. Choose another one, or record the entry without it.',
  },
  booksClosed: { status: 409, text: 'The books are closed up to {day}. Book the correction on {first} or later.' },
} as const satisfies Record<string, RefusalDefinition>

export const MemberStatus = z.enum(['ACTIVATED', 'INACTIVATED'])

const LinkedUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  fullName: z.string(),
  phoneNumber: z.string(),
})

export const Member = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    userId: id.nullable(),
    user: LinkedUser.nullable(),
    /** The invitation that waits for the member, if one was sent. */
    invitation: SentInvitation.nullable(),
    status: MemberStatus,
    created: instant,
    createdTimezone: z.literal('UTC'),
    updated: instant,
    updatedTimezone: z.literal('UTC'),
    deleted: z.null(),
    deletedTimezone: z.null(),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

const memberFields = {
  firstName: line(80, 'First name'),
  lastName: line(80, 'Last name'),
  email: optionalEmail.nullish(),
  phone: dialledNumber,
  userId: id.nullish(),
}

export const ParticipationRow = z
  .object({
    /** The member, or the account's own id for "Unallocated". */
    memberId: id,
    accountId: id,
    memberFullName: z.string(),
    amount: dollars,
    /** Percent of all units with 2 decimals; the rows add up to 100.00. */
    participationPercent: percent,
    profitLostAmount: dollars,
    /** Value of the holding at the last close; the rows add up to the fund value. */
    value: dollars,
    /** Units with 8 decimals, as decimal text. */
    units: z.string(),
    realProfit: dollars,
    floatingProfit: dollars,
    /** False for Unallocated, which can be opened but not edited. */
    isMember: z.boolean(),
  })
  .meta({ id: 'ParticipationRow' })
export type ParticipationRow = z.output<typeof ParticipationRow>

export const ParticipationEntry = z
  .object({
    id,
    date: day,
    amount: dollars,
    type: z.enum(['contribution', 'retribution']),
    isActive: flagDigit,
    description: z.string(),
    /** Pending: not dealt yet and not counted anywhere; dealt: units bought or cancelled at the unit value. */
    state: z.enum(['dealt', 'pending', 'inactive']),
    units: z.string().nullable(),
    unitValue: z.string().nullable(),
    bankAccount: z.object({ id, alias: z.string(), number: z.string() }).nullable(),
    isBackDated: z.boolean(),
    /**
     * Cash that the brokerage has moved for this entry, or still has to move, with the sign of the cash; null when
     * there is none.
     */
    money: z.object({ state: z.enum(['ARRIVED', 'WAITING']), amount: dollars, day, canReturn: z.boolean() }).nullable(),
  })
  .meta({ id: 'ParticipationEntry' })
export type ParticipationEntry = z.output<typeof ParticipationEntry>

/** An expected payment of a member: a plan of dues, and the day of the payment. */
export const namedDue = z.object({ planId: id, day: givenDay }).meta({ id: 'NamedDue' })

export const NewEntry = z
  .object({
    /** A saved bank account of the member, or null (`found` is the specification's spelling). */
    foundId: id.nullish(),
    memberId: id,
    accountId: id,
    amount: dollars.refine(
      (cents) => cents > 0n && cents <= 99_999_999_999n,
      'Enter an amount from 0.01 to 999,999,999.99.',
    ),
    isActive: flagDigit.optional(),
    date: givenDay,
    description: line(500, 'Description'),
    /**
     * For entries on the opening day itself: whether the money is part of the opening value or new, which is assumed
     * without it.
     */
    funding: z.enum(['opening', 'new-money']).optional(),
    /** The expected payment that a contribution pays. */
    due: namedDue.nullish(),
    /** The member's request that it approves. */
    requestId: id.nullish(),
    /** Also makes the deposit or withdrawal at the paper brokerage, once the entry is booked. */
    moveMoney: z.boolean().optional(),
  })
  .meta({ id: 'NewEntry' })
export type NewEntry = z.output<typeof NewEntry>

/**
 * `assumedFunding`: what an entry on the opening day was taken for, where the caller did not say it; the message says
 * so too.
 */
const recordedEntry = createdOrWaiting
  .extend({ assumedFunding: z.enum(['opening', 'new-money']).optional() })
  .meta({ id: 'RecordedEntry' })

/** `money`: whether cash that the brokerage has moved for the entry stays in the account or is returned. */
const DeletedEntry = z.object({ id, money: z.enum(['keep', 'return']).optional(), reason: reversalReason })

/** Saved bank accounts show only the last four digits of their numbers. */
export const BankAccount = z
  .object({ id, alias: z.string(), number: z.string(), routing: z.string() })
  .meta({ id: 'BankAccount' })
export type BankAccount = z.output<typeof BankAccount>

const History = z.array(HistoryPoint)

const memberOwned = { object: 'member', at: 'params.memberId' } as const
const accountOwned = { object: 'account', at: 'params.accountId' } as const
const entryOwns = [
  { object: 'account', at: 'body.accountId' },
  { object: 'member', at: 'body.memberId' },
  { object: 'bankAccount', at: 'body.foundId' },
] as const
export const entryRefusals = [
  'notFound',
  'duePaid',
  'requestDecided',
  'requestOther',
  'requestDated',
  'memberInactive',
  'unallocatedReadOnly',
  'moneyNotMovable',
  'moneyOfOwner',
  'entryDateAhead',
  'entryReasonMissing',
  'entryBeforeOpening',
  'openingExhausted',
  'withdrawalTooLarge',
  'aboveNetValue',
  'holderBelowZero',
  'entryNotDealable',
  'entryBuysNothing',
  'expenseWithoutHolder',
  'changeRewritesExit',
  'unexplainedWithdrawal',
  'booksClosed',
  'fundMoved',
] as const
const changeRefusals = [
  'notFound',
  'unexplainedWithdrawal',
  'openingExhausted',
  'withdrawalTooLarge',
  'aboveNetValue',
  'holderBelowZero',
  'entryNotDealable',
  'entryBuysNothing',
  'expenseWithoutHolder',
  'changeRewritesExit',
  'booksClosed',
  'fundMoved',
] as const
const deleteRefusals = [
  ...changeRefusals,
  'distributionLine',
  'moneyNotReturnable',
  'moneyOfOwner',
  'returnNotCovered',
] as const

export const memberRoutes = {
  findAllMembers: route({
    method: 'GET',
    path: '/v1/api/member/findAllMembers',
    summary: 'The members that the session user made.',
    access: access.session,
    reply: z.array(Member),
  }),
  findMemberByKeyword: route({
    method: 'GET',
    path: '/v1/api/member/findMemberByKeyword/{keyword}',
    summary: 'Own members whose name or e-mail contains the keyword (3 characters or more), at most 20.',
    access: access.session,
    params: z.object({ keyword }),
    reply: z.array(Member),
  }),
  create: route({
    method: 'POST',
    path: '/v1/api/member/create',
    summary: 'Create a member.',
    access: access.session,
    effect: true,
    body: z.object(memberFields),
    reply: createdReply,
    refusals: ['notFound'],
  }),
  update: route({
    method: 'POST',
    path: '/v1/api/member/update',
    summary: 'Change a member, the linked user or the status.',
    access: access.session,
    effect: true,
    owns: [{ object: 'member', at: 'body.id' }],
    body: z.object({ id, ...memberFields, status: MemberStatus.optional() }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  toggleStatus: route({
    method: 'POST',
    path: '/v1/api/member/toggleStatus',
    summary: 'Activate or deactivate a member.',
    access: access.session,
    effect: true,
    owns: [{ object: 'member', at: 'body.id' }],
    body: z.object({ id, status: MemberStatus }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  delete: route({
    effect: 'recorded',
    method: 'GET',
    path: '/v1/api/member/delete/{memberId}',
    summary: 'Delete a member without entries. Never cached or prefetched.',
    access: access.session,
    owns: [memberOwned],
    params: z.object({ memberId: id }),
    reply: messageReply,
    refusals: ['notFound', 'memberHasEntries', 'memberHasStatements'],
  }),
  createBankAccount: route({
    needsFreshFactor: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/member/createBankAccount',
    summary: 'Save a bank account of a member; its numbers are sealed and shown by their last four digits.',
    access: access.session,
    effect: true,
    owns: [{ object: 'member', at: 'body.memberId' }],
    body: z.object({
      bankAccountNumber: z
        .string()
        .trim()
        .max(17, 'An account number has 4 to 17 digits.')
        .regex(/^\d{4,17}$/, 'An account number has 4 to 17 digits.'),
      bankRouting: z
        .string()
        .trim()
        .max(9, 'A routing number has 9 digits with a valid check digit.')
        .refine(isRoutingNumber, 'A routing number has 9 digits with a valid check digit.'),
      bankAlias: line(60, 'Alias'),
      memberId: id,
    }),
    /** `waitingId`: it is saved once a second person approves it. */
    reply: BankAccount.extend({ waitingId: id.optional() }),
    refusals: ['notFound', 'bankDetailsElsewhere', 'fundMoved'],
  }),
  findBankAccounts: route({
    method: 'GET',
    path: '/v1/api/member/find-bank-accounts/{memberId}',
    summary: 'The saved bank accounts of a member, masked.',
    access: access.session,
    owns: [memberOwned],
    params: z.object({ memberId: id }),
    reply: z.array(BankAccount),
    refusals: ['notFound'],
  }),
  searchParticipationByAccount: route({
    method: 'GET',
    path: '/v1/api/member/search-participation-by-account/{accountId}',
    summary: 'Every holder of the fund with amount, percent and profit; Unallocated comes last when it holds anything.',
    access: access.session,
    owns: [accountOwned],
    params: z.object({ accountId: id }),
    reply: z.array(ParticipationRow),
    refusals: ['notFound'],
  }),
  fundOverview: route({
    method: 'GET',
    path: '/v1/api/member/fund-overview/{accountId}',
    summary: 'The figures of the fund as of its last close.',
    access: access.session,
    owns: [accountOwned],
    params: z.object({ accountId: id }),
    reply: FundOverview,
    refusals: ['notFound'],
  }),
  findParticipationByMemberAndAccount: route({
    method: 'GET',
    path: '/v1/api/member/find-participation-by-member-and-account/{accountId}/{memberId}',
    summary: 'The entries of a member in an account, newest first.',
    access: access.session,
    owns: [accountOwned, memberOwned],
    params: z.object({ accountId: id, memberId: id }),
    reply: z.array(ParticipationEntry),
    refusals: ['notFound'],
  }),
  createContribution: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/create-contribution',
    summary: 'Record money that a member pays in.',
    access: access.session,
    effect: true,
    owns: entryOwns,
    body: NewEntry,
    reply: recordedEntry,
    refusals: entryRefusals,
  }),
  createRetribution: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/create-retribution',
    summary: 'Record money that a member takes out.',
    access: access.session,
    effect: true,
    owns: entryOwns,
    // Only money that is paid in pays what is due.
    body: NewEntry.omit({ due: true }).meta({ id: 'NewRetribution' }),
    reply: recordedEntry,
    refusals: entryRefusals,
  }),
  deleteContribution: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/delete-contribution',
    summary: 'Take a contribution out of the books by a reversing record.',
    access: access.session,
    effect: true,
    owns: [{ object: 'entry', at: 'body.id' }],
    body: DeletedEntry,
    reply: changeReply,
    refusals: deleteRefusals,
  }),
  deleteRetribution: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/delete-retribution',
    summary: 'Take a retribution out of the books by a reversing record.',
    access: access.session,
    effect: true,
    owns: [{ object: 'entry', at: 'body.id' }],
    body: DeletedEntry,
    reply: changeReply,
    refusals: deleteRefusals,
  }),
  updateParticipationStatus: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/update-participation-status',
    summary: 'Let an entry count or not; reads id and isActive of the entry, nothing else.',
    access: access.session,
    effect: true,
    owns: [{ object: 'entry', at: 'body.id' }],
    body: z.object({ id, isActive: flagDigit }),
    /** `money`: what happens to the cash that came with the entry, in one sentence. */
    reply: changeReply.extend({ money: z.string().nullable() }),
    refusals: [...changeRefusals, 'distributionLine', 'duePaid'],
  }),
  getMemberAccountHistoricProfit: route({
    method: 'GET',
    path: '/v1/api/member/get-member-account-historic-profit-by-account-and-member/{accountId}/{memberId}',
    summary: "The open (floating) part of a holder's profit at each close.",
    access: access.session,
    owns: [accountOwned, memberOwned],
    params: z.object({ accountId: id, memberId: id }),
    reply: History,
    refusals: ['notFound'],
  }),
  getRealProfit: route({
    method: 'GET',
    path: '/v1/api/member/get-real-profit-by-account-and-member/{accountId}/{memberId}',
    summary: "The realised part of a holder's profit at each close.",
    access: access.session,
    owns: [accountOwned, memberOwned],
    params: z.object({ accountId: id, memberId: id }),
    reply: History,
    refusals: ['notFound'],
  }),
} as const

/**
 * Returns whether nine digits are a US routing number: 3 x (d1 + d4 + d7) + 7 x (d2 + d5 + d8) + (d3 + d6 + d9) is a
 * multiple of ten. 021000021 is valid, 021000022 is not. Source: ABA routing number policy.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const weights = [3, 7, 1]
  const sum = Array.from(text).reduce((total, digit, index) => total + Number(digit) * weights[index % 3]!, 0)
  return sum > 0 && sum % 10 === 0
}
