// Accounts that a report adds up. Real money and paper are in one group only where its name says so, and currencies
// never are. A group is chosen by its id, so that a saved report and a schedule keep it while accounts come and go:
// `ALL` is the real money as soon as there is any, and paper before.
import { sql, type RawBuilder } from 'kysely'
import type { OwnAccount } from '../account/own-account.ts'
import type { FilterOption } from './report-definition.ts'

export const everyOption: FilterOption = { id: 'ALL', value: 'All' }

type GroupKind = 'ALL' | 'PAPER' | 'BOTH'

interface AccountGroup {
  readonly kind: GroupKind
  /** Undefined for the first currency of the kind: dollars where it has any. */
  readonly currency: string | undefined
}

type GroupedAccount = Pick<OwnAccount, 'is_paper' | 'currency'>

/**
 * Returns the groups to choose from. With paper and real money `ALL` is "All my real-money accounts"; accounts in euros
 * beside dollars are `ALL_EUR`.
 */
export function accountGroups(accounts: readonly GroupedAccount[]): FilterOption[] {
  const real = accounts.filter(({ is_paper: isPaper }) => !isPaper)
  const paper = accounts.filter(({ is_paper: isPaper }) => isPaper)
  if (real.length === 0 || paper.length === 0) return byCurrency('ALL', 'All my accounts', accounts)
  return [
    ...byCurrency('ALL', 'All my real-money accounts', real),
    ...byCurrency('PAPER', 'All my paper accounts', paper),
    ...byCurrency('BOTH', 'All my accounts, real money and paper', accounts),
  ]
}

function byCurrency(kind: GroupKind, name: string, accounts: readonly GroupedAccount[]): FilterOption[] {
  const found = [...new Set(accounts.map(({ currency }) => currency))]
  const [first, ...others] = found.toSorted((a, b) => Number(b === 'USD') - Number(a === 'USD') || (a < b ? -1 : 1))
  if (first === undefined || others.length === 0) return [{ id: kind, value: name }]
  return [
    { id: kind, value: `${name} in ${first}` },
    ...others.map((currency) => ({ id: `${kind}_${currency}`, value: `${name} in ${currency}` })),
  ]
}

/** Returns the group of that id; undefined for the id of an account. */
export function findAccountGroup(id: string): AccountGroup | undefined {
  const parts = /^(ALL|PAPER|BOTH)(?:_([A-Z]{3}))?$/.exec(id)
  return parts ? { kind: toKind(parts[1]), currency: parts[2] } : undefined
}

const toKind = (word: string | undefined): GroupKind => (word === 'PAPER' || word === 'BOTH' ? word : 'ALL')

/** Returns the condition on table account under the alias `a`, among the accounts of its owner. */
export function inGroup(ownerId: string, { kind, currency }: AccountGroup): RawBuilder<unknown> {
  const ofCurrency =
    currency === undefined
      ? sql`a.currency = (select o.currency from account o
          where o.owner_id = ${ownerId}::uuid and ${ofKind(ownerId, kind, 'o')}
          order by o.currency <> 'USD', o.currency limit 1)`
      : sql`a.currency = ${currency}`
  return sql`(${ofKind(ownerId, kind, 'a')} and ${ofCurrency})`
}

function ofKind(ownerId: string, kind: GroupKind, alias: 'a' | 'o'): RawBuilder<unknown> {
  const isPaper = sql.ref(`${alias}.is_paper`)
  if (kind === 'BOTH') return sql`true`
  if (kind === 'PAPER') return isPaper
  return sql`${isPaper} = not exists (select from account r where r.owner_id = ${ownerId}::uuid and not r.is_paper)`
}
