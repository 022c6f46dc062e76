// What a member's home shows besides the figures of their part: how its value went, and their entries. The call is
// ours. Source: docs/rules/fund.md, "A member's home".
import { z } from 'zod'
import { access } from '../access.ts'
import { id } from '../field.ts'
import { route } from '../route.ts'
import { HistoryPoint } from '../wallet.ts'
import { StatementEntry } from './fund-statement.ts'

export const MyHome = z
  .object({
    /** The value at each close from the first day with units on. */
    history: z.array(HistoryPoint),
    /** What was paid in, or out, since the point before it, at those points where something was. */
    payments: z.array(HistoryPoint),
    /** Oldest first. */
    entries: z.array(StatementEntry),
  })
  .meta({ id: 'MyHome' })
export type MyHome = z.output<typeof MyHome>

export const fundHomeRoutes = {
  findMyHome: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-home/{accountId}/{memberId}',
    summary: "The value of a member's own part at each close, with what was paid, and their entries.",
    access: access.session,
    params: z.object({ accountId: id, memberId: id }),
    reply: MyHome,
    refusals: ['notFound'],
  }),
} as const
