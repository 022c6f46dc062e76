// The second person of a fund: the setting, and what waits for somebody other than its author. All calls of this page
// are ours. Source: docs/rules/fund.md, "The second person".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { id, line, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { day, dollars, instant } from '../wire.ts'
import { EntryPreview } from './fund-books.ts'
import { changeReply } from './fund-role.ts'

/** What can wait, with its name on screen. */
export const approvalKinds = {
  CONTRIBUTION: 'Contribution',
  RETRIBUTION: 'Retribution',
  ENTRY_STATUS: 'Status of an entry',
  CONTRIBUTION_REVERSAL: 'Deletion of a contribution',
  RETRIBUTION_REVERSAL: 'Deletion of a retribution',
  EXPENSE: 'Expense',
  TRANSFER: 'Transfer',
  MATCH: 'Match',
  EXPLANATION: 'Explanation of a movement',
  DISTRIBUTION: 'Distribution',
  FEE_POLICY: 'Fee',
  FEE_CHARGE: 'Charge of fees',
  FEE_CHARGE_REVERSAL: 'Reversal of a charge',
  REVERSAL: 'Reversal',
  OPENING: 'Opening',
  PERIOD_CLOSE: 'Period close',
  BANK_ACCOUNT: 'Bank account',
  ROLE_INVITATION: 'Invitation to a role',
  ROLE_LAST_DAY: 'Last day of a role',
  ROLE_END: 'End of a role',
  SECOND_PERSON: 'Second person',
} as const
export type ApprovalKind = keyof typeof approvalKinds

export const approvalRefusals = {
  approvalOwn: {
    status: 403,
    text: 'You asked for this yourself, so somebody else has to decide it.',
  },
  approvalSamePerson: {
    status: 403,
    text: 'Your user and the author belong to one person, so somebody else has to decide it.',
  },
  approvalSettled: { status: 409, text: 'This was {state} already.' },
  approvalExpired: { status: 409, text: 'This waited 14 days without a decision and has expired. Ask for it again.' },
  approvalAuthorGone: {
    status: 409,
    text: '{author} no longer has the right to make this change. Decline it, and make the change yourself.',
  },
  approvalUnfit: {
    status: 409,
    text: 'It no longer fits the books: {because} Decline it, or correct the books and approve it then.',
  },
  bankDetailsElsewhere: {
    status: 403,
    text: 'Another fund of the owner asks for a second person for bank details. Ask the owner to save them.',
  },
  approverMissing: {
    status: 409,
    text: 'No one could approve what waits. Give somebody the role of approver first.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const approvalStates = ['WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const

/** A change that waits for a second person, or that was decided. */
export const Approval = z
  .object({
    id,
    kind: z.enum(keysOf(approvalKinds)),
    /** In a line: "Contribution of $500.00 by Ann Keller". */
    title: z.string(),
    details: z.array(z.object({ label: z.string(), value: z.string() })),
    /** What it would have done when it was asked for; null where it changes no figure. */
    preview: EntryPreview.nullable(),
    author: z.string(),
    requestedAt: instant,
    expiresAt: instant,
    state: z.enum(approvalStates),
    /** The caller is its author, or has set its terms, and may withdraw it. */
    isOwn: z.boolean(),
    /** Clubfolio asks for it, as a fee policy says; it is the author's name. */
    isByItself: z.boolean(),
    /** The caller may approve or decline it. */
    canDecide: z.boolean(),
    decidedBy: z.string().nullable(),
    decidedAt: instant.nullable(),
    /** Why it was declined. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof Approval>

export const FundApprovals = z
  .object({
    /** From which amount contributions and retributions wait; null without a second person. */
    secondPersonFrom: dollars.nullable(),
    /** Oldest first. */
    waiting: z.array(Approval),
    /** The last 100, newest first. */
    decided: z.array(Approval),
  })
  .meta({ id: 'FundApprovals' })
export type FundApprovals = z.output<typeof FundApprovals>

/** What a waiting change would do in the books as they are now. */
export const ApprovalPreview = z
  .object({
    preview: EntryPreview.nullable(),
    /** The day it would be dated; null for a change without a day. */
    day: day.nullable(),
    /** Why it does not fit the books now, or null. */
    obstacle: z.string().nullable(),
  })
  .meta({ id: 'ApprovalPreview' })
export type ApprovalPreview = z.output<typeof ApprovalPreview>

const bodyAccount = [{ object: 'account', at: 'body.accountId' }] as const
const ofFund = z.object({ accountId: id, id })

export const approvalRoutes = {
  setSecondPerson: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/set-second-person',
    summary: 'Ask for a second person from an amount on, or no longer; once on, a change of it waits too.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      /** Null turns the second person off. */
      from: dollars
        .refine((cents) => cents >= 0n && cents <= 99_999_999_999n, 'Enter an amount from 0.00 to 999,999,999.99.')
        .nullable(),
    }),
    reply: changeReply,
    refusals: ['notFound', 'fundMoved', 'approverMissing'],
  }),
  findApprovals: route({
    method: 'GET',
    path: '/v1/api/fund/find-approvals/{accountId}',
    summary: 'What waits for a second person in a fund, and what was decided.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    reply: FundApprovals,
    refusals: ['notFound'],
  }),
  previewApproval: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/preview-approval',
    summary: 'What a waiting change would do in the books as they are now; nothing is written.',
    access: access.session,
    owns: bodyAccount,
    body: ofFund,
    reply: ApprovalPreview,
    refusals: ['notFound', 'approvalSettled', 'approvalExpired'],
  }),
  approve: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/approve',
    summary: 'Let a waiting change take effect, judged by the books as they are now.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: ofFund,
    reply: messageReply,
    refusals: [
      'notFound',
      'approvalOwn',
      'approvalSamePerson',
      'approvalSettled',
      'approvalExpired',
      'approvalAuthorGone',
      'approvalUnfit',
    ],
  }),
  decline: route({
    method: 'POST',
    path: '/v1/api/fund/decline',
    summary: 'Decline a waiting change with a reason, which its author receives.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: ofFund.extend({ reason: line(500, 'Reason') }),
    reply: messageReply,
    refusals: ['notFound', 'approvalOwn', 'approvalSamePerson', 'approvalSettled', 'approvalExpired'],
  }),
  withdraw: route({
    method: 'POST',
    path: '/v1/api/fund/withdraw',
    summary: 'Take back a waiting change of the session user.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: ofFund,
    reply: messageReply,
    refusals: ['notFound', 'approvalSettled', 'approvalExpired'],
  }),
} as const
