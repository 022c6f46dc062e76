// The message log as readers see it: 1, 2, 3 ... in one order for everybody. Rows get their position after their
// commit, behind one lock, so a transaction that commits late gets a late position instead of leaving a gap that a
// reader has already passed. See decision 0009.
import type { PushTopic } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../kernel/transaction.ts'

export interface LoggedMessage {
  readonly position: number
  /** Null: everybody who may see the topic. */
  readonly userId: string | null
  readonly topic: PushTopic
  /** In wire form. */
  readonly content: unknown
}

export interface LogHead {
  readonly last: number
  /** Everything up to here has been deleted from the log. */
  readonly forgotten: number
}

/**
 * Assigns positions to newly committed messages and returns the head of the log. Any number of processes may call it at
 * once.
 */
export async function numberMessages(db: Db): Promise<LogHead> {
  const { rows } = await sql<{ last: bigint; forgotten: bigint; waits: boolean }>`
    select last, forgotten, exists (select from push_message where position is null) as waits from push_head`.execute(
    db,
  )
  const head = rows[0]!
  if (!head.waits) return { last: Number(head.last), forgotten: Number(head.forgotten) }
  return inTransaction(db, async (trx) => {
    // The next statement sees everything that was committed before it got the lock.
    await trx.selectFrom('push_head').select('last').forUpdate().execute()
    const numbered = await sql<{ last: bigint; forgotten: bigint }>`
      with due as (select id, row_number() over (order by id) as place from push_message where position is null),
      placed as (update push_message m set position = h.last + d.place from due d, push_head h where m.id = d.id)
      update push_head set last = last + (select count(*) from due) returning last, forgotten
    `.execute(trx)
    return { last: Number(numbered.rows[0]!.last), forgotten: Number(numbered.rows[0]!.forgotten) }
  })
}

/** Returns at most `limit` messages after a position, in order; with a user, only those that concern them. */
export async function readLog(db: Db, after: number, limit: number, userId?: string): Promise<LoggedMessage[]> {
  const { rows } = await sql<{
    position: bigint
    user_id: string | null
    topic: PushTopic
    content: unknown
  }>`
    select position, user_id, topic, content from push_message
    where position > ${after}::bigint and (${userId ?? null}::uuid is null or user_id is null
      or user_id = ${userId ?? null}::uuid)
    order by position limit ${limit}::int
  `.execute(db)
  return rows.map(({ position, user_id, topic, content }) => ({
    position: Number(position),
    userId: user_id,
    topic,
    content,
  }))
}

const keptMinutes = 60
const keptMessages = 200_000

/** Positions are deleted in steps, because numbering new messages waits for the head. */
const positionsPerStep = 5_000
const mostSteps = 40

/** Deletes old messages and returns how many; clients that were away for longer reload everything. */
export async function deleteOldMessages(db: Db, step = positionsPerStep): Promise<number> {
  const { rows } = await sql<{ first: bigint | null; through: bigint | null }>`
    select (select min(position) from push_message) as first, greatest(
      (select max(position) from push_message
        where raised_at < clock_timestamp() - make_interval(mins => ${keptMinutes})),
      (select last from push_head) - ${keptMessages}::bigint
    ) as through`.execute(db)
  const { first, through } = rows[0]!
  if (first === null || through === null) return 0
  let gone = 0
  let position = first
  for (let done = 0; done < mostSteps && position <= through; done++) {
    const last = position + BigInt(step) - 1n < through ? position + BigInt(step) - 1n : through
    // oxlint-disable-next-line no-await-in-loop
    gone += await inTransaction(db, async (trx) => {
      await sql`update push_head set forgotten = greatest(forgotten, ${last}::bigint)`.execute(trx)
      const { numDeletedRows } = await trx.deleteFrom('push_message').where('position', '<=', last).executeTakeFirst()
      return Number(numDeletedRows)
    })
    position = last + 1n
  }
  return gone
}
