// Lists the accounts of a login, or the subset that a consent names, oldest first.

import type { Cents, MarketDay } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import type { AccountType, MarketSource } from '../kind/account-kind.ts'
import { cents } from '../money/money.ts'
import { ACTIVE_STATUSES } from '../order/order.ts'

export interface AccountSummary {
  readonly accountId: string
  readonly accountNumber: string
  readonly hashValue: string
  readonly accountType: AccountType
  readonly nickName: string
  readonly marketSource: MarketSource
  readonly cash: Cents
  /** The market day through which splits and dividends are booked. */
  readonly actionsThrough: MarketDay
  /** The edition of its recorded market that the account was last compared with. */
  readonly marketEdition: string | null
  /** The replay the account was opened for; null for other markets. */
  readonly replayId: string | null
}

const COLUMNS = [
  'a.account_id',
  'a.account_number',
  'a.hash_value',
  'a.account_type',
  'a.nick_name',
  'a.market_source',
  'a.cash_cents',
  'a.actions_through',
  'a.market_edition',
  'a.replay_id',
] as const

interface Row {
  account_id: string
  account_number: string
  hash_value: string
  account_type: AccountType
  nick_name: string
  market_source: MarketSource
  cash_cents: bigint
  actions_through: MarketDay
  market_edition: string | null
  replay_id: string | null
}

function summaryOf(row: Row): AccountSummary {
  return {
    accountId: row.account_id,
    accountNumber: row.account_number,
    hashValue: row.hash_value,
    accountType: row.account_type,
    nickName: row.nick_name,
    marketSource: row.market_source,
    cash: cents(row.cash_cents),
    actionsThrough: row.actions_through,
    marketEdition: row.market_edition,
    replayId: row.replay_id,
  }
}

/** Returns every account of a login. */
export async function listAccountsOfLogin(database: Database, loginId: string): Promise<AccountSummary[]> {
  const rows = await database
    .selectFrom('paper.account as a')
    .select(COLUMNS)
    .where('a.login_id', '=', loginId)
    .orderBy('a.account_id')
    .execute()
  return rows.map(summaryOf)
}

/** Returns the accounts that a consent gives its application access to. */
export async function listAccountsOfConsent(database: Database, consentId: string): Promise<AccountSummary[]> {
  const rows = await database
    .selectFrom('paper.account as a')
    .innerJoin('paper.consent_account as c', 'c.account_id', 'a.account_id')
    .select(COLUMNS)
    .where('c.consent_id', '=', consentId)
    .orderBy('a.account_id')
    .execute()
  return rows.map(summaryOf)
}

/** Returns one account by its id, to which the caller is known to have access. */
export async function readAccountSummary(database: Database, accountId: string): Promise<AccountSummary> {
  const row = await database
    .selectFrom('paper.account as a')
    .select(COLUMNS)
    .where('a.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return summaryOf(row)
}

/** Returns one of a consent's accounts by its wire hash; null when it does not exist or is not allowed. */
export async function findAccountOfConsent(
  database: Database,
  consentId: string,
  hashValue: string,
): Promise<AccountSummary | null> {
  const row = await database
    .selectFrom('paper.account as a')
    .innerJoin('paper.consent_account as c', 'c.account_id', 'a.account_id')
    .select(COLUMNS)
    .where('c.consent_id', '=', consentId)
    .where('a.hash_value', '=', hashValue)
    .executeTakeFirst()
  return row === undefined ? null : summaryOf(row)
}

/** Returns the accounts of all logins that have orders which can fill or expire. */
export async function listAccountsAtWork(database: Database): Promise<AccountSummary[]> {
  const rows = await database
    .selectFrom('paper.account as a')
    .select(COLUMNS)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('paper.account_order as o')
          .select('o.order_id')
          .whereRef('o.account_id', '=', 'a.account_id')
          .where('o.status', 'in', ACTIVE_STATUSES),
      ),
    )
    .orderBy('a.account_id')
    .execute()
  return rows.map(summaryOf)
}
