// Requests of members: they ask to pay in or take out in their own pages, the owner decides. All calls of this page are
// ours. Source: docs/rules/fund.md, "Requests".
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, line, messageReply, note, onlyId } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { day, dollars, instant } from '../wire.ts'
import { bodyAccount, pathAccount } from './book-route.ts'
import { ExpectedPayment } from './fund-office.ts'
import { BankAccount } from './member.ts'

export const fundRequestRefusals = {
  requestsTooMany: {
    status: 409,
    text: '{limit} requests of yours are open. Withdraw one, or wait until one is decided.',
  },
  requestTooLarge: { status: 400, text: 'You have {maximum} there. Ask for at most that, or for everything.' },
} as const satisfies Record<string, RefusalDefinition>

export const fundRequestKinds = { PAY_IN: 'Pay in', TAKE_OUT: 'Take out', TAKE_OUT_ALL: 'Take out everything' } as const
export type FundRequestKind = keyof typeof fundRequestKinds

const kind = z.enum(['PAY_IN', 'TAKE_OUT', 'TAKE_OUT_ALL'])

export const FundRequest = z
  .object({
    id,
    memberId: id,
    name: z.string(),
    kind,
    /** Null for everything. */
    amount: dollars.nullable(),
    bankAccount: BankAccount.pick({ id: true, alias: true, number: true }).nullable(),
    comment: z.string(),
    state: z.enum(['OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN']),
    madeAt: instant,
    decidedAt: instant.nullable(),
    /** Why it was declined. */
    reason: z.string().nullable(),
    /** What was booked for it; null also when that was reversed. */
    entry: z.object({ day, amount: dollars, isPaid: z.boolean() }).nullable(),
  })
  .meta({ id: 'FundRequest' })
export type FundRequest = z.output<typeof FundRequest>

/** What a member sees of their own part besides its figures. */
export const MyRequests = z
  .object({
    requests: z.array(FundRequest),
    /** What the fund expects of the member. */
    dues: z.array(ExpectedPayment.omit({ reminder: true })),
    /** Where money can go. */
    bankAccounts: z.array(BankAccount.pick({ id: true, alias: true, number: true })),
    /** The most that can be taken out at the last close. */
    most: dollars,
  })
  .meta({ id: 'MyRequests' })
export type MyRequests = z.output<typeof MyRequests>

export const fundRequestRoutes = {
  findMyRequests: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-requests/{accountId}/{memberId}',
    summary: 'The own requests in a fund, with what is due and the own bank accounts.',
    access: access.session,
    params: z.object({ accountId: id, memberId: id }),
    reply: MyRequests,
    refusals: ['notFound'],
  }),
  makeRequest: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/make-request',
    summary: 'Ask to pay in or take out, as a member. Nothing is booked.',
    access: access.session,
    effect: true,
    body: z
      .object({
        accountId: id,
        memberId: id,
        kind,
        /** Not for everything. */
        amount: dollars
          .refine((cents) => cents > 0n && cents <= 99_999_999_999n, 'Enter an amount from 0.01 to 999,999,999.99.')
          .nullish(),
        /** An own bank account to which money goes. */
        foundId: id.nullish(),
        comment: note(500).nullish(),
      })
      .refine(({ kind: what, amount }) => (what === 'TAKE_OUT_ALL') === ((amount ?? null) === null), {
        message: 'Enter an amount, unless everything is taken out.',
        path: ['amount'],
      }),
    reply: createdReply,
    refusals: ['notFound', 'requestsTooMany', 'requestTooLarge', 'memberInactive'],
  }),
  withdrawRequest: route({
    method: 'POST',
    path: '/v1/api/fund/withdraw-request',
    summary: 'Take an own request back while it is not decided.',
    access: access.session,
    effect: true,
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'requestDecided'],
  }),
  findRequests: route({
    method: 'GET',
    path: '/v1/api/fund/find-requests/{accountId}',
    summary: 'The requests of the members of a fund: the open ones, and the last hundred decided ones.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(FundRequest),
    refusals: ['notFound'],
  }),
  declineRequest: route({
    method: 'POST',
    path: '/v1/api/fund/decline-request',
    summary:
      'Decline a request, with the reason that the member reads. Approving one is recording the entry that names it.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, reason: line(500, 'Reason') }),
    reply: messageReply,
    refusals: ['notFound', 'requestDecided'],
  }),
} as const
