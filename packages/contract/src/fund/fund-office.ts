// The office of a fund: explaining the brokerage's movements. All calls of this page are ours. Source:
// docs/rules/fund.md, "Explaining a movement".
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, line } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
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
} as const satisfies Record<string, RefusalDefinition>

/** The members who fit a movement that nothing explains, the best first, each with the reason in words. */
export const MovementFits = z
  .object({
    movementId: id,
    members: z.array(z.object({ memberId: id, name: z.string(), because: z.string() })),
  })
  .meta({ id: 'MovementFits' })
export type MovementFits = z.output<typeof MovementFits>

export const fundOfficeRoutes = {
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
        /** Without it, what the brokerage says about the movement. */
        description: line(500, 'Description').nullish(),
      })
      .refine(({ as, memberId }) => ['contribution', 'retribution'].includes(as) === Boolean(memberId), {
        message: 'Choose the member of a contribution or retribution; an expense and Unallocated have none.',
        path: ['memberId'],
      }),
    reply: createdReply,
    refusals: [
      ...bookChangeRefusals,
      'memberInactive',
      'alreadyMatched',
      'matchAcrossOpening',
      'movementInOpening',
      'movementOtherWay',
      'movementTooLarge',
    ],
  }),
} as const
