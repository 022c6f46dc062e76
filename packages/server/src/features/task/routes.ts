// Binds the task calls to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { cancelTask } from './cancel-task.ts'
import { findRecentTasks } from './find-recent-tasks.ts'
import { findTasks } from './find-tasks.ts'

export function taskHandlers(services: Services): GroupHandlers<'task'> {
  const { db, clock } = services
  return {
    findRecent: ({ session }) => findRecentTasks(db, clock, session.userId),
    find: ({ params, session }) => findTasks(db, session, params),
    cancel: async ({ body, session }) => {
      await cancelTask(services, session, body.id)
      return { message: 'It stops at its next safe point.' }
    },
  }
}
