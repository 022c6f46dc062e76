// Long work and its progress.
import type { TaskStatus } from '@clubfolio/contract'
import type { Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

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
    revision: Generated<number>
    /** Why it failed, or what a cancellation left, in plain words. */
    error: string | null
    is_cancellable: boolean
    cancel_requested_at: Timestamp | null
    /** By the database's clock; the working process renews it. */
    lease_until: Timestamp
  }
}
