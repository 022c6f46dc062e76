// A row of a job, as far as others hear of it when the job fails at it.
import type { Services } from '../../services.ts'

export type JobServices = Pick<Services, 'db' | 'clock' | 'log'>

export interface JobRow {
  /** Unique within the job. */
  readonly id: string
  /** Whom it belongs to; absent: to nobody, and administrators alone are told. */
  readonly ownerId?: string | null
  /** What it is for its owner: "Account •••• 4821". Administrators are told its id only. */
  readonly name?: string
}
