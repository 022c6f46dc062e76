// Labels that a user gives to instruments, one each, to group by. Calls of our own. Source: docs/rules/attribution.md,
// "Groups".
import { z } from 'zod'
import { access } from './access.ts'
import { line, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instrumentSymbol } from './stock.ts'

export const labelLength = 40
export const labelLimit = 2000

export const InstrumentLabel = z.object({ symbol: z.string(), label: z.string() }).meta({ id: 'InstrumentLabel' })
export type InstrumentLabel = z.output<typeof InstrumentLabel>

export const labelRefusals = {
  labelCount: {
    status: 409,
    text: 'You have reached the limit of {limit} labels. Remove one that you no longer need.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const labelRoutes = {
  findLabels: route({
    method: 'GET',
    path: '/v1/api/stock/find-labels',
    summary: "The caller's labels of instruments, by symbol.",
    access: access.session,
    reply: z.array(InstrumentLabel),
  }),
  saveLabel: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/stock/save-label',
    summary: 'Give an instrument a label in place of the one before; an empty one removes it.',
    access: access.session,
    body: z.object({ symbol: instrumentSymbol, label: z.union([z.literal(''), line(labelLength, 'Label')]) }),
    reply: messageReply,
    refusals: ['labelCount'],
  }),
} as const
