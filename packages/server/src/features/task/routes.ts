// Binds the task calls to their use cases.
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findRecentTasks } from './find-recent-tasks.ts'

export function taskHandlers({ db, clock }: Services): GroupHandlers<'task'> {
  return { findRecent: ({ session }) => findRecentTasks(db, clock, session.userId) }
}
