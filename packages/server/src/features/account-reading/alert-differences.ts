// Alerts an account's owner when our record and the brokerage differ. One alert per account stays open while any figure
// differs; its text follows the latest check.
import type { AccountDifference } from '@clubfolio/contract'
import { formatCode, formatMoney } from '@clubfolio/domain'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { findAccount } from '../account/store.ts'
import { maskedAccount } from '../account/account-name.ts'

/** Runs in the transaction of the check, or of the owner's acceptance of a figure. */
export async function alertDifferences(trx: Trx, clock: Clock, accountId: string): Promise<void> {
  const { owner_id: userId } = await trx
    .selectFrom('account')
    .select('owner_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { number, isPaper, currency, differences } = await findAccount(trx, userId, accountId)
  const condition = { userId, key: `reconciliation ${accountId}` }
  const [first, ...others] = differences
  if (first === undefined) {
    await resolveAlert(trx, clock, condition)
    return
  }
  const more =
    others.length === 0
      ? ''
      : ` ${others.length === 1 ? 'One more figure differs' : `${others.length} more figures differ`}.`
  const told = {
    kind: 'RECONCILIATION_DIFFERENCE',
    title: `Account ${maskedAccount({ number, is_paper: isPaper })} and our record of it differ`,
    text: `${sentenceOf(first, currency)}${more}`,
    link: '/account',
  } as const
  const isNew = await raiseAlert(trx, clock, { ...condition, ...told, severity: 'WARNING' })
  // Every check updates the alert; the owner is notified once each time a difference starts.
  if (isNew)
    await recordNotification(trx, clock, {
      userId,
      key: `${condition.key} ${new Date(clock.nowMs()).toISOString()}`,
      ...told,
    })
}

function sentenceOf({ symbol, ours, theirs, since, explanation }: AccountDifference, currency: string): string {
  const figure = (text: string): string => (symbol === null ? formatMoney(text, { currency }) : text)
  return (
    `${symbol === null ? 'Cash' : formatCode(symbol)}: ${figure(ours)} in our record, ${figure(theirs)} at the ` +
    `brokerage, since ${since}. ${explanation}`
  )
}
