// The history of tasks page by page, newest first: the user's own and those that concern everybody; with VAd
// everybody's, with their names.
import { Refusal, type ListedTask, type ParamsOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Session } from '../../kernel/session.ts'
import { toTask } from './task-row.ts'

type TaskPage = ParamsOf<'task', 'find'>

export async function findTasks(
  db: Db,
  { userId, permissions }: Pick<Session, 'userId' | 'permissions'>,
  { status, whose, start, count }: TaskPage,
): Promise<{ total: number; result: ListedTask[] }> {
  const isAdministrator = permissions.includes('VAd')
  if (whose === 'ALL' && !isAdministrator) throw new Refusal('forbidden')
  const seen = db
    .selectFrom('task as t')
    .$if(whose === 'OWN', (query) =>
      query.where((eb) => eb.or([eb('t.owner_id', 'is', null), eb('t.owner_id', '=', userId)])),
    )
  const wanted = status === 'ALL' ? seen : seen.where('t.status', '=', status)
  const rows = await wanted
    .leftJoin('app_user as u', 'u.id', 't.owner_id')
    .selectAll('t')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('owner_name'))
    .orderBy('t.started_at', 'desc')
    .orderBy('t.id', 'desc')
    .offset(start)
    .limit(count)
    .execute()
  const { total } = await wanted.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const mayCancel = (ownerId: string | null) => isAdministrator || ownerId === userId
  return {
    total: Number(total),
    result: rows.map(({ owner_name, ...row }) => ({
      ...toTask(row),
      ownerName: owner_name,
      mayCancel: mayCancel(row.owner_id),
    })),
  }
}
