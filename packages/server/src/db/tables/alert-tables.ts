// Tables of alert rules: what they watch, when they fired, and up to which time prices were evaluated.
import type { RuleState, RuleTerms } from '@clubfolio/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'
import type { MarketSourceName } from './market-tables.ts'

/** What a rule about several positions has seen without a stop (since when), and what it has reported. */
export interface RuleMemory {
  readonly seen?: Readonly<Record<string, number>>
  readonly told?: readonly string[]
}

export interface AlertTables {
  alert_rule: {
    id: string
    owner_id: string
    position: GeneratedAlways<bigint>
    /** The market of the code; null for a rule about an account. */
    source: MarketSourceName | null
    code: string | null
    code_key: string | null
    account_id: string | null
    terms: ColumnType<RuleTerms, string, string>
    note: string
    is_repeating: boolean
    expires_on: string | null
    /** The drawing of the chart of `code` that it follows. */
    drawing_id: string | null
    is_paused: Generated<boolean>
    state: RuleState | 'EXPIRED'
    occasion: Generated<string>
    memory: ColumnType<RuleMemory, string | undefined, string>
    set_day: string | null
    set_at: Timestamp
    revision: Generated<number>
    created_at: Timestamp
    fired_count: Generated<number>
    last_fired_at: Timestamp | null
  }
  alert_firing: {
    id: string
    owner_id: string
    position: GeneratedAlways<bigint>
    rule_id: string | null
    ordinal: number
    rule_words: string
    note: string
    text: string
    code: string | null
    price: string | null
    market_at: Timestamp
    fired_at: Timestamp
  }
  alert_turn: {
    name: 'INSTRUMENT' | 'ACCOUNT'
    claim: string | null
    claimed_until: Timestamp | null
    market: string | null
    looked_until: Timestamp | null
  }
}
