// Tables of research: levels with their proof, opportunities, indicators.
import type { AnalysisContent, ScreenCriteria } from '@clubfolio/contract'
import type { DayLevels, PairFault, TradeDirection } from '@clubfolio/domain'
import type { Generated, JSONColumnType } from 'kysely'
import type { CentsColumn, Timestamp } from './kernel-tables.ts'
import type { MarketSourceName } from './market-tables.ts'

export interface ResearchTables {
  level_due: { instrument_id: string; rewrites: Generated<boolean> }
  level_day: { instrument_id: string; day: string; levels: JSONColumnType<DayLevels> }
  opportunity: {
    instrument_id: string
    direction: TradeDirection
    source: MarketSourceName
    code: string
    day: string
    resistance_cents: CentsColumn
    support_cents: CentsColumn
    entry_cents: CentsColumn
    distance: number
    average_volume: bigint
    fault: PairFault | null
  }
  instrument_indicator: {
    instrument_id: string
    day: string
    rsi14: number | null
    sma20: number | null
    sma50: number | null
    sma200: number | null
  }
  saved_analysis: {
    id: string
    owner_id: string
    name: string
    content: JSONColumnType<AnalysisContent>
    saved_at: Timestamp
  }
  instrument_label: { owner_id: string; code_key: string; symbol: string; label: string; updated_at: Timestamp }
  watchlist: { id: string; owner_id: string; name: string; position: number; created_at: Timestamp }
  watchlist_item: {
    watchlist_id: string
    code_key: string
    code: string
    note: Generated<string>
    position: number
    added_at: Timestamp
  }
  saved_screen: {
    id: string
    owner_id: string
    name: string
    criteria: JSONColumnType<ScreenCriteria>
    is_daily: boolean
    /** The market day of the last run, by hand or after the day, and what it found. */
    last_run_day: string | null
    last_codes: string[] | null
    saved_at: Timestamp
  }
}
