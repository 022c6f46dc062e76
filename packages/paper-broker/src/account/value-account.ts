// An account read and valued in one go, for pages and rules that need its balances.

import type { AccountSummary } from '../ledger/list-accounts.ts'
import { writtenRisk } from '../valuation/option-cover.ts'
import { accountBalance } from '../valuation/account-balance.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'
import type { AccountParts, AccountPicture } from './read-account.ts'
import { readAccount } from './read-account.ts'

/** The balances of a picture; open orders are what reserves buying power. */
export function balanceOf({ account, cash, positions, reserved, unsettled }: Pick<AccountPicture, 'account' | 'cash' | 'positions' | 'reserved' | 'unsettled'>): AccountBalance {
  const { accountType } = account
  return accountBalance({ accountType, cash, positions, reserved, unsettled, written: writtenRisk(accountType, positions) })
}

export interface ValuedAccount {
  readonly account: AccountSummary
  readonly picture: AccountPicture
  readonly balance: AccountBalance
}

/** Reads and values accounts at the market time of the markets they belong to. */
export async function valueAccounts(parts: AccountParts, accounts: readonly AccountSummary[]): Promise<ValuedAccount[]> {
  return Promise.all(
    accounts.map(async (account) => {
      const picture = await readAccount(parts, account)
      return { account, picture, balance: balanceOf(picture) }
    }),
  )
}
