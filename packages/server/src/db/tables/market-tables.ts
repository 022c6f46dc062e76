// Tables of the market: sources, instruments, bars, corporate actions, list figures, imports.
import type { Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export type MarketSourceName = 'simulated' | 'import' | 'yahoo' | 'alpaca'
export type AssetType = 'EQUITY' | 'ETF' | 'INDEX'
export type ImportStatus = 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
type StatTiming = 'daily' | 'week' | 'month' | 'year'

export interface MarketTables {
  market_source: {
    source: MarketSourceName
    is_active: boolean
    first_day: string | null
    /** The last session in the data: the market's "today". */
    market_day: string | null
    /** The last day for which no more data is expected. */
    complete_through: Generated<string | null>
    /** The day that forms after it; over once the market day has reached it. */
    forming_day: Generated<string | null>
    /** The imported file of which too little was understood; null when there is none. */
    doubted_file: Generated<string | null>
    /** The table of which, when the file is an archive. */
    doubted_table: Generated<string | null>
    doubted_rows_read: Generated<bigint | null>
    doubted_rows_understood: Generated<bigint | null>
    updated_at: Timestamp
  }
  instrument: {
    id: string
    source: MarketSourceName
    code: string
    code_key: string
    name: string
    name_key: string
    asset_type: AssetType
    /** A listing stated the type; otherwise it was guessed from a file of prices. */
    is_type_stated: Generated<boolean>
    exchange: string | null
    country: string | null
    sector: string | null
    industry: string | null
    cusip: string | null
    ipo_date: string | null
    share_count: string | null
    market_cap: string | null
    created_at: Timestamp
  }
  daily_bar: {
    instrument_id: string
    day: string
    open: number
    high: number
    low: number
    close: number
    volume: number
    adjusted_through: string | null
  }
  minute_bar: {
    instrument_id: string
    at: Timestamp
    open: number
    high: number
    low: number
    close: number
    volume: number
  }
  corporate_action: { instrument_id: string; day: string; kind: 'SPLIT' | 'DIVIDEND'; value: string }
  split_segment: { instrument_id: string; from_day: string; until_day: string; factor: number }
  instrument_stat: InstrumentStatTable
  /** The same figures including the forming day so far. */
  forming_stat: InstrumentStatTable
  market_import_run: {
    id: string
    file_name: string
    kind: string | null
    status: ImportStatus
    started_by: string | null
    started_at: Timestamp
    ended_at: Timestamp | null
    byte_count: bigint
    bytes_read: Generated<bigint>
    rows_read: Generated<bigint>
    rows_added: Generated<bigint>
    rows_unchanged: Generated<bigint>
    rows_replaced: Generated<bigint>
    rows_refused: Generated<bigint>
    instruments_added: Generated<bigint>
    message: string | null
  }
  market_import_refusal: { run_id: string; position: number; line: bigint; reason: string; content: string }
  'market.clock': {
    is_only: Generated<boolean>
    source: MarketSourceName
    mode: 'live' | 'closed' | 'replay'
    market_time: Timestamp
    wall_time: Timestamp
    speed: string
  }
  /** Replays; a finished one stays at one instant forever. */
  'market.replay': {
    replay_id: string
    stood_at: Timestamp | null
  }
}

type InstrumentStatTable = {
  instrument_id: string
  source: MarketSourceName
  code: string
  first_day: string
  last_day: string
  bar_count: number
  last_close: number
  /**
   * The prior close of `last_day`: the close of the session before it, in its shares. In `instrument_stat` that is the
   * close before the last finished session; in `forming_stat`, whose last day still forms, it is the last finished
   * close, from which today's prices are measured. `priorClose` of the domain chooses between them.
   */
  previous_close: number | null
  year_range_high: number
  year_range_low: number
  average_volume: number
  updated_at: Timestamp
} & Record<`${StatTiming}_${'open' | 'change' | 'high' | 'low'}`, number> &
  Record<`${StatTiming}_${'high' | 'low'}_day`, string> &
  Record<`${StatTiming}_${'high' | 'low'}_beyond`, number | null>
