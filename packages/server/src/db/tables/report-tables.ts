// Tables of reports that are prepared, mailed or run on a schedule.
import type {
  FilledFilter,
  ReportFormat,
  ReportFrequency,
  ReportPeriod,
  ReportRun,
  ReportRunState,
  SessionFactor,
  SortDirection,
} from '@clubfolio/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

/** The choices of a report request, as a call delivers them. */
export interface StoredRequest {
  readonly filter: readonly FilledFilter[]
  readonly column: readonly string[] | null
  readonly orderBy: string | null
  readonly direction: SortDirection | null
}

export interface ReportTables {
  report_schedule: {
    id: string
    owner_id: string
    name: string
    report: string
    report_name: string
    request: JSONColumnType<StoredRequest>
    frequency: ReportFrequency
    weekday: number | null
    month_day: number | null
    hour: number
    period: ReportPeriod
    formats: ReportFormat[]
    recipients: string[]
    comment: string
    is_paused: boolean
    /** Null where its owner paused it, and while it is not paused. */
    paused_because: string | null
    /** Of the session that saved or resumed it last; null, of a time that did not record it, counts as SMS. */
    factor: SessionFactor | null
    next_at: Timestamp
    created_at: Timestamp
  }
  report_run: {
    id: string
    owner_id: string
    kind: ReportRun['kind']
    schedule_id: string | null
    due_at: Timestamp | null
    report: string
    name: string
    request: JSONColumnType<StoredRequest>
    formats: ReportFormat[]
    comment: string
    state: ReportRunState
    reason: string | null
    attempts: Generated<number>
    next_at: Timestamp
    row_count: number | null
    percent: number | null
    requested_at: Timestamp
    ended_at: Timestamp | null
  }
  report_file: { run_id: string; format: ReportFormat; file_name: string; content: Buffer }
  report_mail: {
    run_id: string
    position: number
    recipient: string
    state: 'WAITING' | 'SENT' | 'FAILED'
    reason: string | null
    sent_at: Timestamp | null
  }
}
