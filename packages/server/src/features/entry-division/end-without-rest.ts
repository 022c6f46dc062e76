// Ends a division whose rest is not entered again, and tells the owner why.
import { formatCode, formatQuantity } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { maskedAccount } from '../account/account-name.ts'
import { recordNotification } from '../notification/record-notification.ts'
import type { EntryDivision } from '../order/entry-division.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import type { DivisionChange } from './step.ts'

/** `reason` is a sentence. Somebody who ended the entry knows it already. */
export async function endWithoutRest(
  services: Services,
  account: TradedAccount,
  row: EntryDivision,
  reason: string,
): Promise<DivisionChange> {
  const order = await services.db
    .selectFrom('broker_order')
    .select(['quantity', 'filled_quantity'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', row.order_id)
    .executeTakeFirst()
  const left = new Decimal(order?.quantity ?? 0).minus(order?.filled_quantity ?? 0)
  const name = formatCode(row.symbol)
  if (row.refused_at === null && left.greaterThan(0))
    await inTransaction(services.db, (trx) =>
      recordNotification(trx, services.clock, {
        userId: account.owner_id,
        kind: 'ORDER_NOT_PLACED',
        key: `order.rest ${account.id} ${row.order_id}`,
        title: `The rest of an entry in ${name} was not entered again`,
        link: '/order',
        text:
          `${formatQuantity(order?.filled_quantity ?? '0')} of ${formatQuantity(order?.quantity ?? '0')} ${name} in ` +
          `account ${maskedAccount(account)} were filled, and the entry was cancelled so that they have their stop. ` +
          `The other ${formatQuantity(left.toFixed())} were not entered again: ${reason} Enter them yourself if you ` +
          'still want them.',
      }),
    )
  return { state: 'ENDED', reason }
}
