// Tables of research: levels with their proof, opportunities, indicators.
import type { DayLevels, PairFault, TradeDirection } from '@clubfolio/domain'
import type { Generated, JSONColumnType } from 'kysely'
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
    resistance_cents: bigint
    support_cents: bigint
    entry_cents: bigint
    distance: number
    average_volume: bigint
    fault: PairFault | null
  }
  instrument_indicator: { instrument_id: string; day: string; rsi14: number | null; sma20: number | null; sma50: number | null; sma200: number | null }
}
