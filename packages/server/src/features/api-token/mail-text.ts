// The mail about a new API token, in plain text: what it may do, and what to do if it was not its reader who made it.
import type { Mail } from '../../adapters/message/port.ts'

export interface TokenFacts {
  readonly name: string
  readonly isReadOnly: boolean
  readonly accountIds: readonly string[] | null
  readonly expiresAtMs: number
  readonly origin: string
}

export const tokenMadeMail = (to: string, { name, isReadOnly, accountIds, expiresAtMs, origin }: TokenFacts): Mail => ({
  to,
  subject: 'A Clubfolio API token was made',
  text:
    `An API token named "${name}" was made for your Clubfolio user just now. It ` +
    `${isReadOnly ? 'only reads' : 'reads and changes'}, for ` +
    `${accountIds === null ? 'all your accounts' : describeCount(accountIds.length)}, until ` +
    `${new Date(expiresAtMs).toISOString().slice(0, 10)}.\n\nIf it was not you, revoke it at once under ` +
    `User Profile, API tokens, and change your password: ${origin}/profile\n\nClubfolio`,
})

const describeCount = (count: number): string => (count === 1 ? 'one account' : `${count} accounts`)
