// Returns a user's own alerts: open ones, most severe and then newest first, followed by recently resolved ones, so
// that the user sees that they ended.
import type { Alert } from '@clubfolio/contract'
import { sql } from 'kysely'
import { compileSelect } from '../../db/compiled-statements.ts'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'

const shownAfterEndMs = 24 * 60 * 60_000
const mostShown = 100

const selectCurrent = compileSelect((db, { userId, endedAfter }: { userId: string; endedAfter: Date }) =>
  db
    .selectFrom('alert')
    .select(['id', 'kind', 'severity', 'title', 'text', 'link', 'raised_at', 'resolved_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>', endedAfter)]))
    .orderBy(sql`resolved_at is not null`)
    .orderBy(sql`case when resolved_at is null then array_position(array['CRITICAL', 'WARNING', 'INFO'], severity) end`)
    .orderBy('position', 'desc')
    .limit(mostShown),
)

export async function findCurrentAlerts(db: Db, clock: Clock, userId: string): Promise<Alert[]> {
  const rows = await selectCurrent(db, { userId, endedAfter: new Date(clock.nowMs() - shownAfterEndMs) })
  return rows.map(({ raised_at, resolved_at, seen_at, ...row }) => ({
    ...row,
    raisedAt: raised_at.getTime(),
    resolvedAt: resolved_at?.getTime() ?? null,
    seenAt: seen_at?.getTime() ?? null,
  }))
}
