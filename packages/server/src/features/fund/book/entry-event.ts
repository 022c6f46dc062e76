// Events of entries for webhooks, recorded in the transaction that changes the books. Source: docs/api-guide.md,
// "Webhooks".
import type { WebhookEvent } from '@clubfolio/contract'
import { formatCents, type Entry } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { recordEvent } from '../../webhook/record-event.ts'
import type { FundAccount } from './load-fund.ts'

export interface EntryEvent {
  readonly type: Extract<WebhookEvent, `entry.${string}`>
  /** What happened to the entry, so that each occasion is sent once: "reversed". */
  readonly occasion?: string
  readonly entry: Entry
  readonly account: Pick<FundAccount, 'id' | 'currency'>
  /** Whether the entry counts from now on. */
  readonly isActive: boolean
}

/** Records what happened to an entry for the webhooks of those who may read it. */
export async function recordEntryEvent(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { type, occasion, entry, account, isActive }: EntryEvent,
): Promise<void> {
  await recordEvent(trx, clock, {
    type,
    key: occasion === undefined ? `entry ${entry.id}` : `entry ${entry.id} ${occasion}`,
    accountId: account.id,
    memberId: entry.holderId,
    data: {
      entryId: entry.id,
      accountId: account.id,
      memberId: entry.holderId,
      kind: entry.kind,
      day: entry.day,
      amount: formatCents(entry.amountCents),
      currency: account.currency,
      isActive,
      read: { method: 'POST', path: '/v1/api/fund/find-history' },
    },
  })
}
