// Accounts in plain text: in pickers, titles and files.
import type { Account } from '@clubfolio/contract'

export const accountTypeWords = { MARGIN: 'Margin', CASH: 'Cash' } as const

/** "1001 · Paper", "1002", "1003 · Read only" */
export const accountName = ({
  number,
  isPaper,
  isReadOnly,
}: Pick<Account, 'number' | 'isPaper' | 'isReadOnly'>): string =>
  `${number}${isPaper ? ' · Paper' : ''}${isReadOnly ? ' · Read only' : ''}`

/** "1001 · Paper · Margin", "1002 · Cash · EUR", "1003 · Cash · disabled" */
export const accountLabel = (
  account: Pick<Account, 'number' | 'isPaper' | 'isReadOnly' | 'type' | 'isActive' | 'currency'>,
): string =>
  [
    accountName(account),
    accountTypeWords[account.type],
    ...(account.currency === 'USD' ? [] : [account.currency]),
    ...(account.isActive ? [] : ['disabled']),
  ].join(' · ')

/** "1001-paper", "1002": the account in the name of a file. */
export const accountFileName = ({ number, isPaper }: Pick<Account, 'number' | 'isPaper'>): string =>
  `${number}${isPaper ? '-paper' : ''}`
