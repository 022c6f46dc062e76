// The packs of a fund: their list with progress, their files, and the end of one that is no longer wanted.
import { Readable } from 'node:stream'
import { Refusal, type BodyOf, type ParamsOf, type YearPack } from '@clubfolio/contract'
import type { Db } from '../../../db/connect.ts'
import type { FileToSend } from '../../../kernel/handler.ts'
import { readParts } from '../../../kernel/read-parts.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'

const mostListed = 20

export async function findPacks(services: Services, session: Session, accountId: string): Promise<YearPack[]> {
  await requireFund(services, session.userId, accountId)
  const rows = await services.db
    .selectFrom('fund_pack')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    year: row.year,
    state: row.state,
    reason: row.reason,
    done: row.done,
    total: row.total,
    fileName: row.file_name,
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    sha256: row.sha256,
    requestedAt: row.requested_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  }))
}

/** The worker finds its claim gone within a second and stops. Throws `packEnded`. */
export async function cancelPack(
  services: Services,
  session: Session,
  { accountId, id }: BodyOf<'fund', 'cancelPack'>,
): Promise<void> {
  await requireFund(services, session.userId, accountId)
  const cancelled = await services.db
    .updateTable('fund_pack')
    .set({ state: 'CANCELLED', reason: null, ended_at: new Date(services.clock.nowMs()) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returning('id')
    .executeTakeFirst()
  if (cancelled) {
    await services.db.deleteFrom('fund_pack_part').where('pack_id', '=', id).execute()
    return
  }
  const known = await services.db
    .selectFrom('fund_pack')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  throw new Refusal(known ? 'packEnded' : 'notFound')
}

/** Returns the ZIP as a stream of its portions. Throws `packGone` where a newer pack of the year has replaced it. */
export async function downloadPack(
  services: Services,
  session: Session,
  { accountId, packId }: ParamsOf<'fund', 'downloadPack'>,
): Promise<FileToSend> {
  await requireFund(services, session.userId, accountId)
  const row = await services.db
    .selectFrom('fund_pack')
    .select(['file_name', 'state', 'byte_count'])
    .where('id', '=', packId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  if (row.state !== 'DONE' || row.file_name === null) throw new Refusal('packGone')
  return { fileName: row.file_name, content: Readable.from(partsOf(services.db, packId, Number(row.byte_count))) }
}

const partsOf = (db: Db, packId: string, byteCount: number): AsyncGenerator<Buffer> =>
  readParts(byteCount, (position) =>
    db
      .selectFrom('fund_pack_part')
      .select('content')
      .where('pack_id', '=', packId)
      .where('position', '=', position)
      .executeTakeFirst(),
  )
