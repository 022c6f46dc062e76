// Long-running work of the server, its own or on a user's behalf, as the top bar and the Task page show it. Source:
// docs/rules/trading.md, "Tasks"; docs/rules/access.md, "Permission keys".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, messageReply, onlyId } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant, percent, wholeNumber } from './wire.ts'

export const taskRefusals = {
  taskEnded: { status: 409, text: 'This task has ended already.' },
  taskNotCancellable: { status: 409, text: 'This work cannot be cancelled: the product needs it to its end.' },
} as const satisfies Record<string, RefusalDefinition>

export const taskStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const Task = z
  .object({
    id,
    /** Messages about the same work share the same name. */
    name: z.string(),
    position: z.number().int(),
    total: z.number().int(),
    percent,
    status: z.enum(taskStatuses),
    /** Counts the changes of this task: of two messages about it, the one with the larger number is newer. */
    revision: z.number().int(),
    startedAt: instant,
    endedAt: instant.nullable(),
    /** Why it failed, or what a cancellation left, in plain words. */
    error: z.string().nullable(),
    isCancellable: z.boolean(),
    /** It has been cancelled and has not reached its next safe point yet. */
    isCancelling: z.boolean(),
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof Task>

/** A task on the Task page: with its owner, for administrators, and whether the reader may cancel it. */
export const ListedTask = Task.extend({
  /** Null: the work concerns everyone. */
  ownerName: z.string().nullable(),
  mayCancel: z.boolean(),
}).meta({ id: 'ListedTask' })
export type ListedTask = z.output<typeof ListedTask>

/** The user's own tasks and those that concern everyone or, for administrators, everyone's. */
export const taskCircles = ['OWN', 'ALL'] as const

export const taskRoutes = {
  findRecent: route({
    method: 'GET',
    path: '/v1/api/task/find-recent',
    summary:
      "Tasks that are running or ended within the last five minutes: those that concern all users, and the user's own.",
    access: featureAccess.task,
    reply: z.array(Task),
  }),
  find: route({
    method: 'GET',
    path: '/v1/api/task/find/{status}/{whose}/{start}/{count}',
    summary:
      "Tasks page by page, newest first: the user's own and those that concern all users; with VAd, those of all " +
      'users.',
    access: featureAccess.task,
    params: z.object({
      status: z.enum(['ALL', ...taskStatuses]),
      whose: z.enum(taskCircles),
      start: wholeNumber(0, 1_000_000),
      count: wholeNumber(1, 200),
    }),
    reply: z.object({ total: z.number().int(), result: z.array(ListedTask) }),
    refusals: ['forbidden'],
  }),
  cancel: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/task/cancel',
    summary: 'Ask running work to stop at its next safe point; nothing of it is left half-written.',
    access: featureAccess.task,
    owns: [{ object: 'task', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound', 'taskEnded', 'taskNotCancellable'],
  }),
} as const
