// Orders that the money of a deleted entry is returned the way it came. The movement is reserved immediately, so that
// nothing else is matched with money that is on its way out; the transfer follows after the commit.
import { Refusal } from '@clubfolio/contract'
import {
  formatMoney,
  holderFigures,
  replayOf,
  unallocatedHolderId,
  type Cents,
  type FundRecords,
  type Match,
} from '@clubfolio/domain'
import type { AfterCommit } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import type { EntryMoney } from './entry-money.ts'
import type { Author } from '../book/change-books.ts'
import type { FundAccount } from '../book/load-fund.ts'
import { canMoveMoney } from './order-funding.ts'
import { sendFunding } from './send-funding.ts'

export interface ReturnOrder {
  readonly services: Services
  readonly trx: Trx
  readonly session: Author
  readonly afterCommit: AfterCommit
  readonly account: FundAccount
  readonly entryId: string
  /** Undefined when nothing has arrived. */
  readonly money: EntryMoney | undefined
  /** The books without the entry. */
  readonly records: FundRecords
}

export const canReturn = (services: Pick<Services, 'brokers'>, account: FundAccount, money: EntryMoney): boolean =>
  money.isWhole && canMoveMoney(services, account)

/** Orders the return and returns the records with the movement reserved. */
export async function orderReturn({
  services,
  trx,
  session,
  afterCommit,
  account,
  entryId,
  money,
  records,
}: ReturnOrder): Promise<FundRecords> {
  if (!money || !canReturn(services, account, money)) throw new Refusal('moneyNotReturnable')
  if (money.amountCents > 0n) requireCover(records, money.amountCents, account.currency)
  const now = new Date(services.clock.nowMs())
  const match: Match = { id: newId(services.clock), movementIds: money.movementIds, itemIds: [] }
  await trx
    .insertInto('fund_match')
    .values({
      account_id: account.id,
      id: match.id,
      movement_ids: [...match.movementIds],
      item_ids: [],
      recorded_at: now,
      recorded_by: session.userId,
    })
    .execute()
  await trx
    .insertInto('fund_funding')
    .values({
      entry_id: entryId,
      purpose: 'RETURN',
      match_id: match.id,
      account_id: account.id,
      state: 'waiting',
      broker_id: null,
      reason: null,
      next_at: now,
      created_at: now,
    })
    .execute()
  afterCommit((pooled) => pooled.background.start('funding', () => sendFunding(pooled, entryId, 'RETURN')))
  return { ...records, matches: [...records.matches, match] }
}

/**
 * By then the outgoing money belongs to Unallocated; paying out more than Unallocated is worth now would take other
 * holders' money.
 */
function requireCover(records: FundRecords, amountCents: Cents, currency: string): void {
  const worth = holderFigures(replayOf(records)).find((row) => row.holderId === unallocatedHolderId)?.valueCents ?? 0n
  if (worth < amountCents)
    throw new Refusal('returnNotCovered', {
      maximum: formatMoney(worth, { currency }),
      amount: formatMoney(amountCents, { currency }),
    })
}
