// The history of a fund: every record of its books in the order in which it was recorded, with what became of it. All
// calls of this page are ours. Source: docs/rules/fund.md, "History".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { day, dollars, givenDay, instant } from '../wire.ts'

/** The kinds of records, as their filter offers them. */
export const fundHistoryKinds = {
  CONTRIBUTION: 'Contribution',
  RETRIBUTION: 'Retribution',
  STATUS: 'Status change',
  REVERSAL: 'Reversal',
  TRANSFER: 'Transfer',
  EXPENSE: 'Expense',
  DISTRIBUTION: 'Distribution',
  FEE: 'Fees charged',
  FEE_POLICY: 'Terms of fees',
  MATCH: 'Match',
  CLOSE: 'Close',
  PERIOD: 'Period close',
  SETTING: 'Setting',
  MOVE: 'Move of the fund',
  STATEMENT: 'Statement sent',
  DUES: 'Dues',
  REQUEST: 'Request',
  ANNOUNCEMENT: 'Announcement',
  VOTE: 'Vote',
  ROLE: 'Role or invitation',
  APPROVAL: 'Approval',
  DOCUMENT: 'Document',
} as const
export type FundHistoryKind = keyof typeof fundHistoryKinds
const kind = z.enum(keysOf(fundHistoryKinds)).meta({ id: 'FundHistoryKind' })

export const FundHistoryLine = z
  .object({
    id,
    kind,
    /** The day that the record is about. */
    day,
    recordedAt: instant,
    /** With the API token that acted for them. Null for what Clubfolio recorded by itself: matches, closes. */
    by: z.string().nullable(),
    words: z.string(),
    /** What its author wrote; empty without. */
    why: z.string(),
    /** What it did to the fund value; null for what changes none, and for what no longer counts. */
    fundValue: dollars.nullable(),
    /** What it did to each holder; empty where it concerns nobody, or more holders than are listed. */
    holders: z.array(z.object({ memberId: id, name: z.string(), value: dollars, units: z.string().nullable() })),
    /** It concerns all holders by their units. */
    isOfAll: z.boolean(),
    /** When, by whom and why it was reversed or replaced. */
    undone: z.object({ at: instant, by: z.string().nullable(), why: z.string() }).nullable(),
  })
  .meta({ id: 'FundHistoryLine' })
export type FundHistoryLine = z.output<typeof FundHistoryLine>

/** The largest page; a file is made of several. */
export const largestHistoryPage = 500

const page = {
  start: z.number().int().min(0, 'A page starts at 0 or later.'),
  count: z.number().int().min(1).max(largestHistoryPage, `A page has at most ${largestHistoryPage} records.`),
}
const filter = {
  kind: kind.optional(),
  from: givenDay.optional(),
  to: givenDay.optional(),
}

export const historyRoutes = {
  findHistory: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/find-history',
    summary:
      'A page of every record of a fund, newest first, also those that were reversed or replaced; by holder, kind, ' +
      'author and day.',
    access: access.session,
    owns: [
      { object: 'account', at: 'body.accountId' },
      { object: 'member', at: 'body.memberId' },
    ],
    body: z.object({
      accountId: id,
      /** A member, or the account itself for unallocated. */
      memberId: id.optional(),
      /** Null: only what Clubfolio recorded by itself. */
      authorId: id.nullish(),
      ...filter,
      ...page,
    }),
    reply: z.object({
      total: z.number().int(),
      result: z.array(FundHistoryLine),
      /** Everybody who has recorded something in person. */
      authors: z.array(z.object({ id, name: z.string() })),
    }),
    refusals: ['notFound'],
  }),
  findMyHistory: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/fund/find-my-history',
    summary: "A page of a member's own lines of a fund, newest first; other members are never named.",
    access: access.session,
    body: z.object({ accountId: id, memberId: id, ...filter, ...page }),
    reply: z.object({ total: z.number().int(), result: z.array(FundHistoryLine) }),
    refusals: ['notFound'],
  }),
} as const
