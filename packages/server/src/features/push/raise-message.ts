// The one writer of messages whose content travels with them. It is written in the transaction of what it tells, so nobody hears of
// what was rolled back; the database rings the bell at the commit. Notifications, alerts and orders raise theirs by themselves
// (migration 0030).
import { PushContent } from '@clubfolio/contract'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** `await raiseMessage(trx, ownerId, { topic: 'task', task })`; a null user is everybody who may see the topic. */
export async function raiseMessage(db: Db | Trx, userId: string | null, content: PushContent): Promise<void> {
  await db
    .insertInto('push_message')
    .values({ user_id: userId, topic: content.topic, content: JSON.stringify(z.encode(PushContent, content)) })
    .execute()
}
