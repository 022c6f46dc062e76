// Tables of the chart: what users drew.
import type { BarTiming } from '@clubfolio/contract'
import type { Timestamp } from './kernel-tables.ts'

export interface ChartTables {
  chart_workspace: { owner_id: string; symbol: string; timing: BarTiming; config: string; saved_at: Timestamp }
}
