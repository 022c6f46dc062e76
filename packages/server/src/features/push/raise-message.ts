// The only writer of messages that carry their content. A message is written in the transaction of the change it
// reports, so nobody receives what was rolled back; the database rings the bell at the commit. Database triggers raise
// those of notifications, alerts and orders (migration 0030).
import { PushContent } from '@clubfolio/contract'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** `await raiseMessage(trx, ownerId, { topic: 'task', task })`; a null user means everybody who may see the topic. */
export async function raiseMessage(db: Db | Trx, userId: string | null, content: PushContent): Promise<void> {
  await db
    .insertInto('push_message')
    .values({ user_id: userId, topic: content.topic, content: JSON.stringify(z.encode(PushContent, content)) })
    .execute()
}
