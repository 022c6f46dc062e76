// The brokerage's tables as Kysely types; the migrations are authoritative and this file follows them. int8 is read as
// bigint, numeric and date as text (see `connect.ts`).

import type { MarketDay } from '@clubfolio/domain'
import type { ColumnType, Generated } from 'kysely'
import type { TradeInstruction } from '../kind/trade-instruction.ts'
import type { AccountType, MarketSource } from '../kind/account-kind.ts'
import type { Wire } from '../kind/wire.ts'
import type { OrderDuration, OrderSession, OrderStatus, OrderType } from '../kind/order-kind.ts'

type Instant = ColumnType<Date, Date, Date>
type Fixed<T> = ColumnType<T, T, never>

export type SubAccount = 'CASH' | 'MARGIN' | 'SHORT' | 'DIV' | 'INCOME'

interface LoginTable {
  login_id: string
  user_name: string
  password_hash: string
  created_at: Instant
}

interface WebSessionTable {
  session_digest: Buffer
  login_id: string
  expires_at: Instant
}

interface SignInTryTable {
  try_id: string
  kind: 'SIGN_IN' | 'REGISTER'
  user_name: string
  address: string
  tried_at: Instant
}

interface AccountTable {
  account_id: string
  login_id: string
  account_number: string
  hash_value: string
  account_type: AccountType
  nick_name: string
  market_source: MarketSource
  opening_reference: string | null
  cash_cents: bigint
  opened_at: Instant
  actions_through: MarketDay
  worked_through: Instant
  market_edition: Generated<string | null>
  replay_id: string | null
}

interface ReplayTable {
  replay_id: Fixed<string>
  first_day: Fixed<MarketDay>
  started_at: Fixed<Date>
  ended_at: Date | null
  stood_at: Date | null
}

/** One leg of a multi-leg order, as stored in its column. */
export interface LegColumn {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly description: string
  readonly multiplier: number
  readonly instruction: TradeInstruction
  readonly ratio: number
}

interface AccountOrderTable {
  account_id: Fixed<string>
  order_id: Fixed<bigint>
  root_id: Fixed<bigint>
  parent_id: bigint | null
  strategy: Fixed<'SINGLE' | 'TRIGGER' | 'OCO'>
  status: OrderStatus
  status_description: string | null
  symbol: Fixed<string | null>
  asset_type: Fixed<string | null>
  cusip: Fixed<string | null>
  description: Fixed<string | null>
  multiplier: Fixed<number | null>
  instruction: Fixed<TradeInstruction | null>
  legs: ColumnType<readonly LegColumn[] | null, string | null, never>
  quantity: bigint | null
  order_type: Fixed<OrderType | null>
  session: Fixed<OrderSession | null>
  duration: Fixed<OrderDuration | null>
  /** The last day of an order that is good till a day. */
  good_till: Fixed<string | null>
  price: string | null
  stop_price: string | null
  trail_offset: string | null
  limit_offset: string | null
  trail_is_percent: Fixed<boolean | null>
  filled: bigint
  is_triggered: boolean
  best_price: string | null
  reserve_price: string
  entered_at: Fixed<Date>
  release_at: Date | null
  expires_at: Date | null
  closed_at: Date | null
  replaces_id: Fixed<bigint | null>
  client_order_id: Fixed<string | null>
  details: ColumnType<Record<string, unknown>, string, never>
}

interface ExecutionTable {
  account_id: Fixed<string>
  order_id: Fixed<bigint>
  line: Fixed<number>
  leg: Fixed<number>
  quantity: Fixed<bigint>
  price: Fixed<string>
  occurred_at: Fixed<Date>
  activity_id: Fixed<bigint>
}

interface TransactionTable {
  account_id: Fixed<string>
  activity_id: Generated<bigint>
  occurred_at: Fixed<Date>
  market_day: Fixed<MarketDay>
  settlement_day: Fixed<MarketDay>
  kind: Fixed<string>
  sub_account: Fixed<SubAccount>
  description: Fixed<string>
  order_id: Fixed<bigint | null>
  net_amount_cents: Fixed<bigint>
  realised: Fixed<string>
  reference: Fixed<string | null>
}

interface TransactionItemTable {
  account_id: Fixed<string>
  activity_id: Fixed<bigint>
  line: Fixed<number>
  symbol: Fixed<string>
  asset_type: Fixed<string>
  cusip: Fixed<string | null>
  multiplier: Fixed<number>
  quantity_change: Fixed<bigint>
  price: Fixed<string | null>
  cost_change: Fixed<string>
  amount_cents: Fixed<bigint>
  fee_type: Fixed<string | null>
  position_effect: Fixed<string | null>
}

interface PositionTable {
  account_id: string
  symbol: string
  asset_type: string
  cusip: string | null
  multiplier: number
  quantity: bigint
  cost: string
}

interface ConsentTable {
  consent_id: string
  login_id: string
  client_id: string
  given_at: Instant
  /** Null: it does not lapse by itself. */
  lapses_at: ColumnType<Date | null, Date | null, Date>
  wire: Fixed<Wire>
  scopes: ColumnType<string[], string[], never>
}

interface ConsentAccountTable {
  consent_id: string
  account_id: string
}

interface AuthorisationCodeTable {
  code_digest: Buffer
  consent_id: string
  redirect_uri: string
  code_challenge: string | null
  code_challenge_method: string | null
  expires_at: Instant
  used_at: ColumnType<Date | null, Date | null, Date | null>
}

interface AccessTokenTable {
  token_digest: Buffer
  consent_id: string
  expires_at: Instant
}

interface LastingTokenTable {
  token_digest: Buffer
  consent_id: string
}

interface KeyPairTable {
  key_id: Fixed<string>
  secret_digest: Fixed<Buffer>
  account_id: Fixed<string>
  made_at: Fixed<Date>
  revoked_at: Date | null
}

interface RefreshTokenTable {
  token_digest: Buffer
  consent_id: string
}

export interface Tables {
  'paper.login': LoginTable
  'paper.web_session': WebSessionTable
  'paper.sign_in_try': SignInTryTable
  'paper.account': AccountTable
  'paper.transaction': TransactionTable
  'paper.transaction_item': TransactionItemTable
  'paper.position': PositionTable
  'paper.account_order': AccountOrderTable
  'paper.execution': ExecutionTable
  'paper.replay': ReplayTable
  'paper.consent': ConsentTable
  'paper.consent_account': ConsentAccountTable
  'paper.authorisation_code': AuthorisationCodeTable
  'paper.access_token': AccessTokenTable
  'paper.refresh_token': RefreshTokenTable
  'paper.lasting_token': LastingTokenTable
  'paper.key_pair': KeyPairTable
}
