// Forgets prepared statements that nobody imported, with their lines and files, and ends those whose reading died with
// its process.
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { removeStatementFile } from './remove-statement-file.ts'

export async function expireStatements({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<{ id: string; file_path: string | null }>`
    update account_statement s set state = 'EXPIRED', reason = 'It was not imported in time. Upload the file again.',
      preview = null, sample = null, file_path = null, expires_at = null
    from (select id, file_path from account_statement where expires_at <= ${now} for update skip locked) o
    where s.id = o.id and s.state in ('PREPARED', 'NEEDS_MAPPING', 'REFUSED')
      and not exists (select from task t where t.id = s.task_id and t.status = 'RUNNING')
    returning s.id, o.file_path`.execute(db)
  for (const { id, file_path: path } of rows) {
    await db.deleteFrom('account_statement_line').where('statement_id', '=', id).execute()
    await removeStatementFile(path)
  }
  await sql`
    update account_statement s set state = 'REFUSED', file_path = null,
      reason = 'Reading this file was interrupted. Upload it again.'
    where s.state = 'READING' and s.uploaded_at <= ${new Date(clock.nowMs() - 60_000)} and not exists (select
      from task t where t.id = s.task_id and t.status = 'RUNNING')`.execute(db)
  return rows.length
}
