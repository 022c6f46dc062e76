// Opens a paper account: a number, a hash for the wire, and the opening deposit as its first transaction.

import { toCents } from '@clubfolio/domain'
import { randomBytes, randomInt } from 'node:crypto'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { AccountType } from '../kind/account-kind.ts'
import { uuidV7 } from '../kernel/id.ts'
import type { MarketState } from '../market/market-state.ts'
import { cost } from '../money/money.ts'
import { cashItem } from './cash-item.ts'
import type { AccountRow } from './lock-account.ts'
import { postTransaction } from './post-transaction.ts'

/** Opening balance of a new paper account: 100,000 dollars (docs/rules/paper-brokerage.md, "Accounts"). */
export const OPENING_CASH = toCents(10_000_000n)

const MAX_NUMBER_TRIES = 50

export interface AccountOpening {
  readonly loginId: string
  readonly accountType: AccountType
  readonly nickName: string
  /** The client's idempotency key for this opening; the same key opens no second account. */
  readonly reference: string | null
}

async function freeAccountNumber(transaction: DatabaseTransaction): Promise<string> {
  for (let tries = 0; tries < MAX_NUMBER_TRIES; tries += 1) {
    const accountNumber = String(randomInt(10_000_000, 100_000_000))
    const taken = await transaction
      .selectFrom('paper.account')
      .select('account_id')
      .where('account_number', '=', accountNumber)
      .executeTakeFirst()
    if (taken === undefined) return accountNumber
  }
  throw new Error('No free account number was found')
}

/** Opens an account in the currently active market and deposits the opening cash. */
export async function openAccount(
  transaction: DatabaseTransaction,
  opening: AccountOpening,
  state: MarketState,
): Promise<AccountRow> {
  const account = await transaction
    .insertInto('paper.account')
    .values({
      account_id: uuidV7(state.wallMs),
      login_id: opening.loginId,
      account_number: await freeAccountNumber(transaction),
      hash_value: randomBytes(32).toString('hex').toUpperCase(),
      account_type: opening.accountType,
      nick_name: opening.nickName,
      market_source: state.source,
      opening_reference: opening.reference,
      cash_cents: 0n,
      opened_at: new Date(state.marketMs),
      actions_through: state.marketDay,
      worked_through: new Date(state.marketMs),
      replay_id: state.replayId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await postTransaction(transaction, account.account_id, {
    occurredAt: state.marketMs,
    marketDay: state.marketDay,
    settlementDay: state.marketDay,
    kind: 'CASH_RECEIPT',
    subAccount: 'CASH',
    description: 'Opening deposit',
    orderId: null,
    realised: cost(0n),
    reference: null,
    items: [cashItem(OPENING_CASH)],
  })
  return { ...account, cash_cents: OPENING_CASH }
}
