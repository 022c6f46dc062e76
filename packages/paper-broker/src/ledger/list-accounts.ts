// The accounts of a login, or those of them that a consent names, oldest first.

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
  /** The market day up to which splits and dividends are booked. */
  readonly actionsThrough: MarketDay
  /** The edition of its recorded market that it was last compared with. */
  readonly marketEdition: string | null
  /** The replay it was opened for. */
  readonly replayId: string | null
}

const COLUMNS = ['a.account_id', 'a.account_number', 'a.hash_value', 'a.account_type', 'a.nick_name', 'a.market_source', 'a.cash_cents', 'a.actions_through', 'a.market_edition', 'a.replay_id'] as const

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

/** Every account of a login. */
export async function listAccountsOfLogin(database: Database, loginId: string): Promise<AccountSummary[]> {
  const rows = await database.selectFrom('paper.account as a').select(COLUMNS).where('a.login_id', '=', loginId).orderBy('a.account_id').execute()
  return rows.map(summaryOf)
}

/** The accounts that a consent lets its application see. */
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

/** One account of a consent by the hash that the wire uses; null when there is none or it is not allowed. */
export async function findAccountOfConsent(database: Database, consentId: string, hashValue: string): Promise<AccountSummary | null> {
  const row = await database
    .selectFrom('paper.account as a')
    .innerJoin('paper.consent_account as c', 'c.account_id', 'a.account_id')
    .select(COLUMNS)
    .where('c.consent_id', '=', consentId)
    .where('a.hash_value', '=', hashValue)
    .executeTakeFirst()
  return row === undefined ? null : summaryOf(row)
}

/** The accounts with orders that may be executed or end by themselves, of all logins. */
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
