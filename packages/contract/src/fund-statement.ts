// The capital account statement of a holder for a period, on the screen and as PDF, for the owner and for the member himself.
// All calls of this page are ours. Source: fund-accounting, Capital account statement; decisions, "My participations".
import { z } from 'zod'
import { InternalRate } from './fund.ts'
import { id } from './field.ts'
import { route } from './route.ts'
import { day, dollars } from './wire.ts'
import type { RefusalDefinition } from './refusal.ts'

export const statementRefusals = {
  statementPeriod: { status: 400, text: 'The first day {from} lies after the last day {to}.' },
} as const satisfies Record<string, RefusalDefinition>

const Balance = z.object({ value: dollars, units: z.string(), unitValue: z.string(), percent: z.number() })
const Returns = z.object({
  timeWeightedPercent: z.number().nullable(),
  internalRate: InternalRate,
  benchmarks: z.array(z.object({ symbol: z.string(), endValue: dollars, internalRate: InternalRate })),
})

export const CapitalStatement = z.object({
  accountId: id,
  memberId: id,
  holder: z.string(),
  /** Masked for the member himself. */
  accountNumber: z.string(),
  from: day,
  to: day,
  opening: Balance,
  closing: Balance,
  /** What moved, signed for the holder, each at the unit value it was dealt at. */
  lines: z.array(z.object({ day, what: z.string(), amount: dollars, units: z.string(), unitValue: z.string() })),
  realised: dollars,
  unrealisedChange: dollars,
  /** A positive amount. */
  expenses: dollars,
  period: Returns,
  sinceStart: Returns,
}).meta({ id: 'CapitalStatement' })
export type CapitalStatement = z.output<typeof CapitalStatement>

/** A file in an answer; its bytes as base64. */
export const PrintedFile = z.object({ fileName: z.string(), content: z.base64() }).meta({ id: 'PrintedFile' })

export const MyParticipation = z.object({
  accountId: id,
  memberId: id,
  /** Masked to the last four digits. */
  accountNumber: z.string(),
  asOf: day,
  openingDay: day,
  amount: dollars,
  value: dollars,
  participationPercent: z.number(),
  profitLostAmount: dollars,
  realProfit: dollars,
  floatingProfit: dollars,
  units: z.string(),
  unitValue: z.string(),
}).meta({ id: 'MyParticipation' })
export type MyParticipation = z.output<typeof MyParticipation>

const session = { kind: 'session' } as const
const span = z.object({ accountId: id, memberId: id, from: day, to: day })
const owned = [{ object: 'account', at: 'params.accountId' }, { object: 'member', at: 'params.memberId' }] as const
const refusals = ['notFound', 'statementPeriod'] as const

export const statementRoutes = {
  findStatement: route({
    method: 'GET', path: '/v1/api/fund/find-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The capital account statement of a holder for a period; the account\'s own id stands for unallocated.',
    access: session, owns: owned, params: span, reply: CapitalStatement, refusals,
  }),
  printStatement: route({
    method: 'GET', path: '/v1/api/fund/print-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The same statement as PDF.',
    access: session, owns: owned, params: span, reply: PrintedFile, refusals,
  }),
  findMyParticipations: route({
    method: 'GET', path: '/v1/api/fund/find-my-participations',
    summary: 'The own position of a member who may sign in, in every fund he takes part in; never other members.',
    access: session, reply: z.array(MyParticipation),
  }),
  findMyStatement: route({
    method: 'GET', path: '/v1/api/fund/find-my-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The own statement of a member who may sign in.',
    access: session, params: span, reply: CapitalStatement, refusals,
  }),
  printMyStatement: route({
    method: 'GET', path: '/v1/api/fund/print-my-statement/{accountId}/{memberId}/{from}/{to}',
    summary: 'The own statement of a member who may sign in, as PDF.',
    access: session, params: span, reply: PrintedFile, refusals,
  }),
} as const
