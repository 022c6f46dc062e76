// Orders the deposit or withdrawal that an entry announces at the practice brokerage. The order is written in the
// entry's transaction; the transfer follows after the commit, under the entry's id.
import { Refusal } from '@clubfolio/contract'
import { isFundedFromOpening, type Entry, type FundRecords } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { AfterCommit } from '../../../kernel/handler.ts'
import type { Services } from '../../../services.ts'
import type { FundAccount } from '../book/load-fund.ts'
import { sendFunding } from './send-funding.ts'

/**
 * Returns whether money can be moved: only a paper brokerage takes such orders, for its own accounts, while they are
 * enabled.
 */
export const canMoveMoney = ({ brokers }: Pick<Services, 'brokers'>, account: FundAccount): boolean =>
  brokers.find(account.broker)?.funding !== undefined && account.isActive

export interface OrderFundingOptions {
  readonly account: FundAccount
  readonly entry: Entry
  readonly records: FundRecords
  readonly afterCommit: AfterCommit
}

export async function orderFunding(
  services: Services,
  trx: Trx,
  { account, entry, records, afterCommit }: OrderFundingOptions,
): Promise<void> {
  if (!canMoveMoney(services, account) || !entry.isActive || isFundedFromOpening(entry, records))
    throw new Refusal('moneyNotMovable')
  const now = new Date(services.clock.nowMs())
  await trx
    .insertInto('fund_funding')
    .values({
      entry_id: entry.id,
      account_id: account.id,
      state: 'waiting',
      broker_id: null,
      reason: null,
      next_at: now,
      created_at: now,
    })
    .execute()
  afterCommit((services) => services.background.start('funding', () => sendFunding(services, entry.id)))
}
