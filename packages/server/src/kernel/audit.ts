// The append-only log of sign-ins, permission changes, money entries and orders: actor, time, before and after,
// and the API token that acted for the actor. A record is written in the same transaction as the change it describes.
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { actingToken } from './acting-token.ts'
import { newId } from './id.ts'
import type { Trx } from './transaction.ts'

export interface AuditRecord {
  readonly actorId: string | null
  /** Noun and verb: `session.open`, `contribution.record`. */
  readonly action: string
  readonly objectType?: string
  readonly objectId?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly requestId?: string
  readonly address?: string
}

export async function writeAudit(db: Db | Trx, clock: Clock, record: AuditRecord): Promise<void> {
  const token = actingToken()
  // An approval writes lines in the name of an author whose token it is not.
  const isOfActor = token !== undefined && token.ownerId === record.actorId
  await db
    .insertInto('audit_log')
    .values({
      id: newId(clock),
      at: new Date(clock.nowMs()),
      actor_id: record.actorId,
      action: record.action,
      object_type: record.objectType ?? null,
      object_id: record.objectId ?? null,
      before: record.before === undefined ? null : JSON.stringify(record.before),
      after: record.after === undefined ? null : JSON.stringify(record.after),
      request_id: record.requestId ?? null,
      address: record.address ?? null,
      token_id: isOfActor ? token.id : null,
      token_name: isOfActor ? token.name : null,
    })
    .execute()
}
