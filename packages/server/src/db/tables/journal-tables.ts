// Tables of the journal: trades as they were last derived, and what they were derived from. All of it can be derived
// again (docs/decisions/0078-trades-as-rows.md).
import type { HoldingTime, MarketDay, MissingR, Side } from '@clubfolio/domain'
import type { CentsColumn, JsonColumn, NullableCentsColumn, Timestamp } from './kernel-tables.ts'
import type { MarketSourceName } from './market-tables.ts'

export interface JournalTables {
  journal_account: {
    account_id: string
    /** Of what its trades were derived from; null before the first time. */
    version: string | null
    /** The market by whose bars its trades were measured. */
    measured_source: MarketSourceName | null
  }
  /** What the trades of a symbol were derived from. */
  journal_symbol: { account_id: string; symbol: string; fingerprint: string }
  journal_trade: {
    account_id: string
    trade_id: string
    underlying: string
    code_key: string
    codes: string[]
    /** Of the underlying and of each leg. */
    code_keys: string[]
    side: Side
    opened_at: Timestamp | null
    opened_day: MarketDay | null
    closed_at: Timestamp | null
    closed_day: MarketDay | null
    quantity: number
    entry_price: number | null
    exit_price: number | null
    fee_cents: CentsColumn
    net_cents: NullableCentsColumn
    percent: number | null
    /** One R. */
    risk_cents: NullableCentsColumn
    r_hundredths: number | null
    missing_r: MissingR | null
    holding_time: HoldingTime | null
    /** 1 for Monday. */
    weekday: number | null
    /** The transactions that opened it or added to it: a note under any of them is its note. */
    entry_ids: string[]
    setup: string
    tags: string[]
    has_note: boolean
    /** What was held after each fill; null where bars cannot measure it. */
    held: JsonColumn | null
    /** The days of the instrument's bars when it was measured; null until then. */
    measured_first: string | null
    measured_last: string | null
    best_cents: NullableCentsColumn
    worst_cents: NullableCentsColumn
  }
  /** Renewed by triggers with every change of an account's stops. */
  stop_version: { account_id: string; version: string }
}
