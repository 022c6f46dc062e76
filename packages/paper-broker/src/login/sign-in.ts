// Signs a paper login in: throttle, password, browser session.

import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { isPassword, MAX_PASSWORD_LENGTH } from './password.ts'
import { forgive, trySignIn } from './throttle.ts'
import { userNameOf } from './user-name.ts'

export type SignIn =
  | { readonly outcome: 'SIGNED_IN'; readonly loginId: string }
  | { readonly outcome: 'REFUSED' }
  | { readonly outcome: 'TOO_MANY_TRIES' }

/**
 * Verifies user name and password. An unknown name and a wrong password have the same response and take the same time.
 */
export async function signIn(
  parts: { database: Database; clock: Clock },
  name: string,
  password: string,
  address: string,
): Promise<SignIn> {
  const userName = userNameOf(name) ?? ''
  const attempt = await trySignIn(parts, userName, address)
  if (!attempt.isAllowed) return { outcome: 'TOO_MANY_TRIES' }
  const login = await parts.database
    .selectFrom('paper.login')
    .select(['login_id', 'password_hash'])
    .where('user_name', '=', userName)
    .executeTakeFirst()
  const isRight = await isPassword(login?.password_hash, password.slice(0, MAX_PASSWORD_LENGTH + 1))
  if (!isRight || login === undefined) return { outcome: 'REFUSED' }
  await forgive(parts.database, attempt.tryId)
  return { outcome: 'SIGNED_IN', loginId: login.login_id }
}
