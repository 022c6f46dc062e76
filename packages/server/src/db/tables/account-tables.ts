// Tables of brokerage accounts: access, linking, values, and what the broker reported. Money is whole cents; quantities
// and prices are exact decimal text.
import type { Cents, LineKind } from '@clubfolio/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CentsColumn, NullableCentsColumn, Timestamp } from './kernel-tables.ts'

export type AccountType = 'MARGIN' | 'CASH'

export interface AccountTables {
  /** What one authorisation granted us; tokens are sealed for this row and column. */
  broker_login: {
    id: string
    owner_id: string
    broker: string
    access_token: Buffer
    /** Null when the access token does not expire. */
    access_expires_at: Timestamp | null
    /** Null where nothing renews the access token. */
    refresh_token: Buffer | null
    /** The end of the authorisation; refreshing does not move it. Null when it lasts until the owner revokes it. */
    refresh_expires_at: Timestamp | null
    authorised_at: Timestamp
    /** Set when the broker refused a refresh before the authorisation expired. */
    lapsed_at: Timestamp | null
    /** The worker that listens to the news of its orders, and how long that claim lasts. */
    news_holder: string | null
    news_until: Timestamp | null
  }
  account: {
    id: string
    owner_id: string
    /** Null for an account from files, which no brokerage connects. */
    broker_login_id: string | null
    broker: string
    /** The name that screens show for the brokerage. */
    broker_title: string
    is_paper: boolean
    is_read_only: Generated<boolean>
    /** ISO code of the currency of its amounts. */
    currency: Generated<string>
    number: string
    /** The broker's identifier for the account in URLs. */
    hash_value: string
    type: AccountType
    /** The market whose clock the account follows. */
    market_source: string
    initial_balance_cents: CentsColumn
    float_value_cents: CentsColumn
    real_value_cents: CentsColumn
    buying_power_cents: CentsColumn
    cash_cents: CentsColumn
    /** The four `linked_*` columns are written at the first linking and never again. */
    linked_at: Timestamp
    linked_day: string
    linked_value_cents: CentsColumn
    linked_real_value_cents: CentsColumn
    is_default: Generated<boolean>
    is_active: Generated<boolean>
    synced_at: Timestamp | null
  }
  link_attempt: {
    state_hash: Buffer
    owner_id: string
    session_id: string
    /** Set for a renewal, which is for this account only. */
    account_id: string | null
    /** The brokerage whose page was opened: a code is exchanged there only. */
    broker: string
    created_at: Timestamp
    used_at: Timestamp | null
  }
  account_sync: {
    account_id: string
    next_at: Timestamp
    failures: Generated<number>
    failure: 'LAPSED' | 'REFUSED' | 'UNAVAILABLE' | 'NONSENSE' | 'UNCONFIGURED' | null
    failure_reason: string | null
    failed_at: Timestamp | null
    /** Transactions up to here (market time) are in our copy. */
    transactions_through: Timestamp | null
    /** Orders up to here (market time) are in our copy. */
    orders_through: Timestamp | null
    /** Difference between the rebuilt history and the current balance; null until the history was rebuilt. */
    unexplained_cents: NullableCentsColumn
    is_rebuilt: Generated<boolean>
    /** The last session at whose end our record was compared with the broker's; null before the first reading. */
    reconciled_day: string | null
    /** Every close has its lines; false until those of closes from before lines existed are computed. */
    has_lines: Generated<boolean>
  }
  /**
   * Together with the transactions, our record of an account: holdings before the first transaction, and accepted
   * differences. Append-only.
   */
  account_baseline: {
    id: string
    account_id: string
    kind: 'opening' | 'accepted'
    /** Null for cash. */
    symbol: string | null
    cash_cents: NullableCentsColumn
    quantity: string | null
    created_by: string | null
    created_at: Timestamp
  }
  /** The newest row of a symbol (null: cash, in dollars) is its current state. Append-only. */
  account_difference: {
    id: string
    position: GeneratedAlways<string>
    account_id: string
    day: string
    symbol: string | null
    ours: string
    theirs: string
    is_open: GeneratedAlways<boolean>
    since_day: string
    explanation: string
    found_at: Timestamp
  }
  /** How many requests a key may still send to the brokerage, across all processes. */
  broker_allowance: { key: string; tokens: number; at: Timestamp }
  account_position: {
    account_id: string
    symbol: string
    asset_type: string
    description: string | null
    multiplier: number
    /** Negative for a short position. */
    quantity: string
    average_price: string
    market_value_cents: CentsColumn
    open_profit_cents: CentsColumn
  }
  account_transaction: {
    account_id: string
    broker_id: string
    occurred_at: Timestamp
    /** The session at whose close the fund deals it. */
    day: string
    /** The day it counts on everywhere else: the brokerage's; if none is given, the New York day of its instant. */
    trade_date: ColumnType<string, string | null | undefined, string>
    kind: string
    description: string
    symbol: string | null
    asset_type: string | null
    multiplier: Generated<number>
    /** Signed change of the position. */
    quantity: string | null
    price: string | null
    net_amount_cents: CentsColumn
    fee_cents: ColumnType<Cents, bigint | undefined, bigint>
    order_id: string | null
  }
  /** Renewed by triggers with every change of an account's transactions and movements. */
  realised_version: { account_id: string; version: string }
  /**
   * What the owner wrote about a trade of the journal, under the transaction that opened it, or another one that added
   * to it: the rows of trades are replaced when their transactions change.
   */
  trade_note: {
    account_id: string
    opened_id: string
    setup: string
    tags: string[]
    note: string
    updated_at: Timestamp
  }
  /** Money or securities between the account and the outside world, signed from the account's side. */
  account_movement: {
    account_id: string
    id: string
    broker_id: string
    day: string
    amount_cents: CentsColumn
    kind: string
    description: string
    /** Delivered securities before the close of their day, which decides their amount. */
    is_provisional: Generated<boolean>
    created_at: Timestamp
  }
  /** The one official valuation of a session. */
  account_close: {
    account_id: string
    day: string
    broker_value_cents: CentsColumn
    real_value_cents: CentsColumn
    cash_cents: CentsColumn
    is_rebuilt: boolean
    /** False when the cash is not the previous close's plus trades and movements. */
    is_reconciled: boolean
    /** When these figures were recorded; an earlier revision has its own time. */
    created_at: Timestamp
  }
  /** What each instrument earned since the close before; every close that has lines has the one of CASH. */
  account_close_line: {
    account_id: string
    day: string
    kind: LineKind
    /** Empty unless the line is an instrument's. */
    symbol: string
    is_short: boolean
    /** Held at the close; null for none, and for lines of no instrument. */
    quantity: string | null
    before_cents: CentsColumn
    value_cents: CentsColumn
    net_cents: CentsColumn
    price_cents: CentsColumn
    income_cents: CentsColumn
    fee_cents: CentsColumn
  }
  /** Closes as they were before they were corrected or taken back. */
  account_close_revision: {
    id: string
    account_id: string
    day: string
    broker_value_cents: CentsColumn
    real_value_cents: CentsColumn
    is_rebuilt: boolean
    is_reconciled: boolean
    created_at: Timestamp
    replaced_at: Timestamp
  }
  /** Values read during the day; used for charts only. */
  account_point: { account_id: string; at: Timestamp; broker_value_cents: CentsColumn; real_value_cents: CentsColumn }
}
