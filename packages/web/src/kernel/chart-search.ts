// The last search for a chart: what the company search of the top bar asked the chart screen for.
// Source: docs/rules/interface.md, "Company search".
import type { BarTiming } from '@clubfolio/contract'
import { createUserStore } from './store.ts'

export interface ChartSearch {
  readonly code: string
  readonly timing: BarTiming
  /** Both days inclusive, `YYYY-MM-DD`. */
  readonly startDate: string
  readonly endDate: string
}

export const chartSearch = createUserStore<ChartSearch | undefined>(undefined)

/** Before any price exists, so that a chart reaches back to the first one. */
const firstSearchedDay = '1700-01-01'

/** Stores a search for all prices of an instrument until `today`. */
export const storeChartSearch = (wanted: Pick<ChartSearch, 'code' | 'timing'>, today: string): void =>
  chartSearch.set({ ...wanted, startDate: firstSearchedDay, endDate: today })

export const clearChartSearch = (): void => chartSearch.set(undefined)
