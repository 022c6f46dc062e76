// A row of a job, as described to users when the job fails on it.
import type { Services } from '../../services.ts'

export type JobServices = Pick<Services, 'db' | 'clock' | 'log'>

export interface JobRow {
  /** Unique within the job. */
  readonly id: string
  /** The owner; absent if it has none, then only administrators are notified. */
  readonly ownerId?: string | null
  /** The row's name for its owner: "Account •••• 4821". Administrators see only its id. */
  readonly name?: string
}
