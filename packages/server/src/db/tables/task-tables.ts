// Long work and how far it is.
import type { Timestamp } from './kernel-tables.ts'

export type TaskStatus = 'RUNNING' | 'COMPLETED' | 'FAILED'

export interface TaskTables {
  task: {
    id: string
    /** Null: everybody who may see tasks sees this one. */
    owner_id: string | null
    name: string
    position: number
    total: number
    status: TaskStatus
    started_at: Timestamp
    updated_at: Timestamp
    ended_at: Timestamp | null
  }
}
