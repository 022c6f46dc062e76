// Saves an analysis under a name, replacing an existing one of that name.
import { analysisLimit, Refusal, type BodyOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'

export async function saveAnalysis(
  db: Db,
  clock: Clock,
  ownerId: string,
  { name, content, ...rest }: BodyOf<'calculator', 'saveAnalysis'>,
): Promise<void> {
  noFieldLeft(rest)
  // One statement, so that replacing an existing name never counts against the limit.
  const { numAffectedRows } = await sql`
    insert into saved_analysis (id, owner_id, name, content, saved_at)
    select ${newId(clock)}::uuid, ${ownerId}::uuid, ${name}, ${JSON.stringify(content)}::jsonb,
      ${new Date(clock.nowMs())}
    where (select count(*) from saved_analysis where owner_id = ${ownerId}) < ${analysisLimit}
      or exists (select from saved_analysis where owner_id = ${ownerId} and name = ${name})
    on conflict (owner_id, name) do update set content = excluded.content, saved_at = excluded.saved_at
  `.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('analysisCount', { limit: analysisLimit })
}
