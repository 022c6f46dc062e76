// What a member's home shows besides the figures of their part: how its value went, their entries and the statements
// that were mailed to them. All calls of this page are ours. Source: docs/rules/fund.md, "A member's home".
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { HistoryPoint } from '../wallet.ts'
import { MailedStatement, PrintedFile, StatementEntry } from './fund-statement.ts'

export const MyHome = z
  .object({
    /** The value at each close from the first day with units on. */
    history: z.array(HistoryPoint),
    /** What was paid in, or out, since the point before it, at those points where something was. */
    payments: z.array(HistoryPoint),
    /** Oldest first. */
    entries: z.array(StatementEntry),
    /** The last 500 that were mailed, newest first. */
    statements: z.array(MailedStatement.pick({ id: true, from: true, to: true, sentAt: true })),
  })
  .meta({ id: 'MyHome' })
export type MyHome = z.output<typeof MyHome>

const place = z.object({ accountId: id, memberId: id })

export const fundHomeRoutes = {
  findMyHome: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-home/{accountId}/{memberId}',
    summary: "The value of a member's own part at each close, their entries, and what was mailed to them.",
    access: access.session,
    params: place,
    reply: MyHome,
    refusals: ['notFound'],
  }),
  printMyMailedStatement: route({
    method: 'GET',
    path: '/v1/api/fund/print-my-mailed-statement/{accountId}/{memberId}/{statementId}',
    summary: 'An own statement as it was mailed.',
    access: access.session,
    params: place.extend({ statementId: id }),
    reply: PrintedFile,
    refusals: ['notFound'],
  }),
} as const
