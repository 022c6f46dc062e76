// Opens another account for an existing login, at most once per reference and up to a sane number of accounts.

import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import type { AccountRow } from './lock-account.ts'
import { openAccount } from './open-account.ts'
import type { AccountOpening } from './open-account.ts'

const MAX_ACCOUNTS_PER_LOGIN = 25

export type AccountOpened =
  | { readonly outcome: 'OPENED' | 'OPENED_BEFORE'; readonly account: AccountRow }
  | { readonly outcome: 'REFUSED'; readonly reason: string }

interface OpeningParts {
  readonly database: Database
  readonly desk: MarketDesk
}

/** Opens the account and, when `consentId` is given, adds it to that consent. */
export async function openAccountForLogin(
  { database, desk }: OpeningParts,
  opening: AccountOpening,
  consentId: string | null = null,
): Promise<AccountOpened> {
  const state = await desk.active()
  return inTransaction(database, async (transaction): Promise<AccountOpened> => {
    // The login's row is the lock under which its accounts are counted and its references are looked up.
    await transaction
      .selectFrom('paper.login')
      .select('login_id')
      .where('login_id', '=', opening.loginId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const own = await transaction
      .selectFrom('paper.account')
      .selectAll()
      .where('login_id', '=', opening.loginId)
      .execute()
    const before =
      opening.reference === null ? undefined : own.find((account) => account.opening_reference === opening.reference)
    if (before !== undefined) {
      const isSame = before.account_type === opening.accountType && before.nick_name === opening.nickName
      if (!isSame) return { outcome: 'REFUSED', reason: 'This reference opened another account.' }
      return { outcome: 'OPENED_BEFORE', account: before }
    }
    if (own.length >= MAX_ACCOUNTS_PER_LOGIN)
      return { outcome: 'REFUSED', reason: `A paper login has at most ${MAX_ACCOUNTS_PER_LOGIN} accounts.` }
    const account = await openAccount(transaction, opening, state)
    if (consentId !== null) {
      await transaction
        .insertInto('paper.consent_account')
        .values({ consent_id: consentId, account_id: account.account_id })
        .execute()
    }
    return { outcome: 'OPENED', account }
  })
}
