// Target plans of accounts.
import type { TargetPlan } from '@clubfolio/contract'
import type { ColumnType } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export interface TargetTables {
  /** A deleted plan keeps its version, so that the next one is never mistaken for it. */
  target_plan: {
    account_id: string
    version: number
    /** Null once it is deleted. */
    plan: ColumnType<TargetPlan | null, string | null, string | null>
    saved_at: Timestamp
    /** The last close at which its bands were judged. */
    judged_day: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** A leaf that was outside its band at the last close, of which its owner is notified. */
  target_outside: {
    account_id: string
    class_key: string
    since_day: string
  }
}
