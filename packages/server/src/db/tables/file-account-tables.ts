// Tables of accounts from files: their valuation, statements, lines, column mappings and currency rates.
import type { AccountStatement, ClaimDifference, MappingSample, StatementPreview } from '@clubfolio/contract'
import type { LineFate } from '@clubfolio/domain'
import type { ColumnMapping, StatementClaim, StatementFormat } from '@clubfolio/statement-files'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

/** Stored states; IMPORTING is a prepared statement whose task runs. */
export type StoredStatementState =
  | 'READING'
  | 'NEEDS_MAPPING'
  | 'PREPARED'
  | 'IMPORTED'
  | 'UNDONE'
  | 'REFUSED'
  | 'EXPIRED'

/** Sessions on which a held security had no price. */
export interface MissingPrice {
  readonly symbol: string
  readonly firstDay: string
  readonly lastDay: string
  readonly sessions: number
}

type NullableJson<Content extends object> = ColumnType<Content | null, string | null | undefined, string | null>

export interface FileAccountTables {
  file_account: {
    account_id: string
    version: string
    valued_version: ColumnType<string | null, string | null | undefined, string | null>
    valued_source: ColumnType<string | null, string | null | undefined, string | null>
    valued_day: ColumnType<string | null, string | null | undefined, string | null>
    valued_market_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    missing_prices: ColumnType<MissingPrice[], string | undefined, string>
    differences: ColumnType<ClaimDifference[], string | undefined, string>
  }
  account_statement: {
    id: string
    account_id: string
    state: StoredStatementState
    file_name: string
    checksum: string
    byte_count: bigint
    file_path: string | null
    date_order: 'mdy' | 'dmy' | null
    needs_date_order: Generated<boolean>
    format: ColumnType<StatementFormat | null, StatementFormat | null | undefined, StatementFormat | null>
    mapping: NullableJson<ColumnMapping>
    sample: NullableJson<MappingSample>
    head_signature: ColumnType<string | null, string | null | undefined, string | null>
    broker_number: ColumnType<string | null, string | null | undefined, string | null>
    base_currency: ColumnType<string | null, string | null | undefined, string | null>
    claims: ColumnType<StatementClaim[], string | undefined, string>
    line_count: Generated<number>
    fates: ColumnType<AccountStatement['fates'], string | undefined, string>
    outcomes: ColumnType<AccountStatement['outcomes'], string | undefined, string>
    preview: NullableJson<StatementPreview>
    preview_version: ColumnType<string | null, string | null | undefined, string | null>
    first_day: ColumnType<string | null, string | null | undefined, string | null>
    last_day: ColumnType<string | null, string | null | undefined, string | null>
    reason: ColumnType<string | null, string | null | undefined, string | null>
    task_id: ColumnType<string | null, string | null | undefined, string | null>
    uploaded_at: Timestamp
    uploaded_by: string
    expires_at: Timestamp | null
    imported_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    imported_by: ColumnType<string | null, string | null | undefined, string | null>
    undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    undone_by: ColumnType<string | null, string | null | undefined, string | null>
  }
  account_statement_line: {
    statement_id: string
    position: number
    account_id: string
    /** In the file; 0 for the opening content. */
    line: number
    text: string
    fate: LineFate
    reason: string | null
    day: string | null
    occurred_at: Timestamp | null
    settlement_day: string | null
    reference: string | null
    description: string
    symbol: string | null
    isin: string | null
    name: string | null
    asset_type: string | null
    multiplier: string
    quantity: string | null
    price: string | null
    price_currency: string | null
    amount: string
    currency: string
    fee: string
    tax: string
    rate: string | null
    ratio_from: string | null
    ratio_to: string | null
    balance: string | null
    fingerprint: string | null
    likeness: string | null
    counts: Generated<boolean>
  }
  column_mapping: {
    owner_id: string
    head_signature: string
    mapping: JSONColumnType<ColumnMapping, string, string>
    saved_at: Timestamp
  }
  currency_rate: {
    owner_id: string
    base: string
    currency: string
    day: string
    rate: string
    imported_at: Timestamp
  }
}
