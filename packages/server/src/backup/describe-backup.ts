import { formatDollars, toCents } from '@clubfolio/domain'
import type { Manifest } from './manifest.ts'

/**
 * Summarises the content for the person at the console: `5 users, 1 account, 5 members, 9 entries ($95,000.00 in,
 * $500.00 out).`
 */
export function describeBackup({ totals }: Pick<Manifest, 'totals'>): string {
  const counted = (count: number, one: string, more: string) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`
  const dollars = (cents: string) => formatDollars(toCents(BigInt(cents)))
  const { users, accounts, members, entries, contributedCents, withdrawnCents } = totals
  return (
    `${counted(users, 'user', 'users')}, ${counted(accounts, 'account', 'accounts')}, ` +
    `${counted(members, 'member', 'members')}, ${counted(entries, 'entry', 'entries')} ` +
    `(${dollars(contributedCents)} in, ${dollars(withdrawnCents)} out).`
  )
}
