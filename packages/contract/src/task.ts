// Long work that the server does by itself or for somebody, as the top bar shows it. Source: specification 2, sections 3 (Task),
// 4 (Task list) and 6 (VT).
import { z } from 'zod'
import { route } from './route.ts'

export const Task = z.object({
  /** Messages about the same work carry the same name. */
  name: z.string(),
  position: z.number().int(),
  total: z.number().int(),
  percent: z.number(),
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
}).meta({ id: 'Task' })
export type Task = z.output<typeof Task>

export const taskRoutes = {
  findRecent: route({
    method: 'GET',
    path: '/v1/api/task/find-recent',
    summary: 'Work that is running or ended within the last five minutes: what concerns everybody, and the own.',
    access: { kind: 'permission', anyOf: ['VT'] },
    reply: z.array(Task),
    plainReply: true,
  }),
} as const
