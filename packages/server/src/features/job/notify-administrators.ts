// Notifies every active user who may see the administration.
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { recordNotification, type NewNotification } from '../notification/record-notification.ts'
import { selectUserKeys } from '../rights/read-keys.ts'

/**
 * `await notifyAdministrators(trx, clock, { key: 'push set aside 2026-03-04', title: 'A message was set aside', text
 * })`
 */
export async function notifyAdministrators(
  trx: Trx,
  clock: Clock,
  word: Omit<NewNotification, 'userId' | 'kind'>,
): Promise<void> {
  const administrators = await selectUserKeys(trx)
    .innerJoin('app_user as u', (join) => join.onRef('u.id', '=', 'm.user_id').on('u.status', '=', 'ACTIVE'))
    .where('p.name_key', '=', 'VAd')
    .execute()
  for (const { user_id: userId } of administrators)
    await recordNotification(trx, clock, { ...word, userId, kind: 'JOB_FAILED' })
}
