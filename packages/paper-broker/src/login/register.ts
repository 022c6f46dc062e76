// Creates a paper login together with its first account, in one transaction.

import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { AccountType } from '../kind/account-kind.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidV7 } from '../kernel/id.ts'
import { openAccount } from '../ledger/open-account.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, hashPassword } from './password.ts'
import { tryRegister } from './throttle.ts'
import { USER_NAME_RULE, userNameOf } from './user-name.ts'

export interface Registration {
  readonly name: string
  readonly password: string
  readonly accountType: AccountType
}

export type Registered =
  | { readonly outcome: 'REGISTERED'; readonly loginId: string }
  | { readonly outcome: 'REFUSED'; readonly reason: string }

/** Inserts a login; returns null when the name is taken. */
export async function insertLogin(
  transaction: DatabaseTransaction,
  clock: Clock,
  userName: string,
  passwordHash: string,
): Promise<string | null> {
  const written = await transaction
    .insertInto('paper.login')
    .values({
      login_id: uuidV7(clock.now()),
      user_name: userName,
      password_hash: passwordHash,
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('user_name').doNothing())
    .returning('login_id')
    .executeTakeFirst()
  return written?.login_id ?? null
}

/** Registers a login with one account of the chosen type and its opening cash. */
export async function register(
  parts: { database: Database; clock: Clock; desk: MarketDesk },
  { name, password, accountType }: Registration,
  address: string,
): Promise<Registered> {
  const userName = userNameOf(name)
  if (userName === null) return { outcome: 'REFUSED', reason: USER_NAME_RULE }
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return { outcome: 'REFUSED', reason: `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.` }
  }
  if (!(await tryRegister(parts, userName, address)).isAllowed) {
    return { outcome: 'REFUSED', reason: 'Too many new logins from this address. Try again in an hour.' }
  }
  const passwordHash = await hashPassword(password)
  const state = await parts.desk.active()
  const loginId = await inTransaction(parts.database, async (transaction) => {
    const made = await insertLogin(transaction, parts.clock, userName, passwordHash)
    if (made !== null)
      await openAccount(transaction, { loginId: made, accountType, nickName: '', reference: null }, state)
    return made
  })
  return loginId === null
    ? { outcome: 'REFUSED', reason: 'This user name is taken.' }
    : { outcome: 'REGISTERED', loginId }
}
