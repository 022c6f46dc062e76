// Binds the task calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { cancelTask } from '../features/task/cancel-task.ts'
import { findRecentTasks } from '../features/task/find-recent-tasks.ts'
import { findTasks } from '../features/task/find-tasks.ts'

export const taskHandlers: GroupHandlers<'task'> = {
  findRecent: ({ services, session }) => findRecentTasks(services.db, services.clock, session.userId),
  find: ({ services, params, session }) => findTasks(services.db, session, params),
  cancel: async ({ services, body, session }) => {
    await cancelTask(services, session, body.id)
    return { message: 'It stops at its next safe point.' }
  },
}
