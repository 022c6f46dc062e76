// The one writer of notifications. Whoever lets something happen records it in the transaction of the happening, so that nobody
// is told of what was rolled back and nobody misses what was committed.
import type { NotificationKind } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import type { Trx } from '../../kernel/transaction.ts'

const mostTitleCharacters = 120
const mostTextCharacters = 500

export interface NewNotification {
  /** Who is told. */
  readonly userId: string
  readonly kind: NotificationKind
  /** The occasion, unique per user: "order.filled 1023". The same occasion is told once, however often it is recorded. */
  readonly key: string
  /** A few words: "Order filled". */
  readonly title: string
  /** What happened, in plain words with its figures: "Bought 100 SPY at $512.40 in account •••• 4821." */
  readonly text: string
  /** An address inside the product where more stands: "/order". */
  readonly link?: `/${string}`
}

/** Answers whether it is new: `await recordNotification(trx, clock, { userId, kind: 'ORDER_FILLED', key: 'order.filled 1023', ... })`. */
export async function recordNotification(db: Db | Trx, clock: Clock, { userId, kind, key, title, text, link }: NewNotification): Promise<boolean> {
  const written = await db
    .insertInto('notification')
    .values({
      id: newId(clock),
      user_id: userId,
      key,
      kind,
      title: plainLine(title, mostTitleCharacters),
      text: plainLine(text, mostTextCharacters),
      link: link ?? null,
      created_at: new Date(clock.nowMs()),
      read_at: null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
