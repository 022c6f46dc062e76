// Reads and values accounts in one step, for pages and rules that need their balances.

import type { AccountSummary } from '../ledger/list-accounts.ts'
import { writtenRisk } from '../valuation/option-cover.ts'
import { accountBalance } from '../valuation/account-balance.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'
import type { AccountParts, AccountPicture } from './read-account.ts'
import { readAccount } from './read-account.ts'

/** Computes the balances of an account picture; its reservation for open orders reduces buying power. */
export function balanceOf({
  account,
  cash,
  positions,
  reserved,
  unsettled,
}: Pick<AccountPicture, 'account' | 'cash' | 'positions' | 'reserved' | 'unsettled'>): AccountBalance {
  const { accountType } = account
  return accountBalance({
    accountType,
    cash,
    positions,
    reserved,
    unsettled,
    written: writtenRisk(accountType, positions),
  })
}

export interface ValuedAccount {
  readonly account: AccountSummary
  readonly picture: AccountPicture
  readonly balance: AccountBalance
}

/** Reads and values accounts, each at the market time of its own market. */
export async function valueAccounts(
  parts: AccountParts,
  accounts: readonly AccountSummary[],
): Promise<ValuedAccount[]> {
  return Promise.all(
    accounts.map(async (account) => {
      const picture = await readAccount(parts, account)
      return { account, picture, balance: balanceOf(picture) }
    }),
  )
}
