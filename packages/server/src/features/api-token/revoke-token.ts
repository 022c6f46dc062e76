// Revokes an API token of the session user: its next call is refused. Another user's token is answered like a missing
// one.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { EffectServices } from '../../services.ts'

export async function revokeToken(
  { db, clock }: EffectServices,
  caller: Caller,
  ownerId: string,
  id: string,
): Promise<void> {
  const revoked = await db
    .updateTable('api_token')
    .set({ revoked_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!revoked) throw new Refusal('notFound')
  await writeAudit(db, clock, {
    actorId: ownerId,
    action: 'api-token.revoke',
    objectType: 'api-token',
    objectId: id,
    before: { name: revoked.name },
    requestId: caller.requestId,
    address: caller.address,
  })
}
