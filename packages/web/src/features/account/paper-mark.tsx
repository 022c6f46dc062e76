// The marks of an account: practice money, and accounts that take no orders. They stand beside its number wherever it
// is named; `accountName` is the same in plain text.
import type { Account } from '@clubfolio/contract'
import { Chip } from '../../ui/chip.tsx'
import { accountTypeWords } from './account-label.ts'

/** Marks practice money. */
export const PaperMark = () => <Chip tone="info">Paper</Chip>

/** Marks an account that takes no orders. */
export const ReadOnlyMark = () => <Chip>Read only</Chip>

export type NamedAccount = Pick<Account, 'number' | 'isPaper' | 'isReadOnly'>

/** The number of an account with its marks. */
export function AccountName({ number, isPaper, isReadOnly }: NamedAccount) {
  return (
    <>
      <span>{number}</span>
      {isPaper ? ' ' : null}
      {isPaper ? <PaperMark /> : null}
      {isReadOnly ? ' ' : null}
      {isReadOnly ? <ReadOnlyMark /> : null}
    </>
  )
}

/** The same with its type, and its currency if it is not dollars, where an account is picked. */
export function AccountLabel({
  account,
}: {
  readonly account: NamedAccount & Pick<Account, 'type' | 'isActive' | 'currency'>
}) {
  return (
    <>
      <AccountName {...account} /> · {accountTypeWords[account.type]}
      {account.currency === 'USD' ? null : ` · ${account.currency}`}
      {account.isActive ? null : ' · disabled'}
    </>
  )
}
