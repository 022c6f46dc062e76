// Lets the tasks of a fund follow it to another account: they name the account that the fund is in.
import { resolveAlert } from '../../alert/write-alert.ts'
import type { BooksCall } from '../book/change-books.ts'
import { moveApprovalAlerts } from '../role/tell-approval.ts'
import { feesAlertKey } from './fee-alert.ts'

/** Completes a move by the owner, whose task of the fees the next look at them raises again. */
export async function moveTasks(
  { services: { clock }, trx, session, accountId }: BooksCall,
  toAccountId: string,
): Promise<void> {
  // What was in transit has arrived.
  if (toAccountId === accountId) return
  await resolveAlert(trx, clock, { userId: session.userId, key: feesAlertKey(accountId) })
  await moveApprovalAlerts({ clock }, trx, { from: accountId, to: toAccountId })
}
