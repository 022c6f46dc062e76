// A user's labels of instruments: one for each, whatever the class separator of its code.
import { type BodyOf, type InstrumentLabel, labelLimit, Refusal } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { toColumns } from '../../db/to-columns.ts'
import type { EffectServices } from '../../services.ts'

export async function findLabels(db: Db, ownerId: string): Promise<InstrumentLabel[]> {
  return db
    .selectFrom('instrument_label')
    .select(['symbol', 'label'])
    .where('owner_id', '=', ownerId)
    .orderBy('symbol')
    .execute()
}

/** Throws `labelCount` for a new label beyond the limit. */
export async function saveLabel(
  { db, clock }: EffectServices,
  ownerId: string,
  { symbol, ...texts }: BodyOf<'stock', 'saveLabel'>,
): Promise<void> {
  const key = codeKey(symbol)
  // Locks the owner's row; otherwise two parallel calls could both pass the count check.
  await sql`select from app_user where id = ${ownerId} for update`.execute(db)
  await db.deleteFrom('instrument_label').where('owner_id', '=', ownerId).where('code_key', '=', key).execute()
  if (texts.label === '') return
  const { count } = await db
    .selectFrom('instrument_label')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= labelLimit) throw new Refusal('labelCount', { limit: labelLimit })
  await db
    .insertInto('instrument_label')
    .values({
      owner_id: ownerId,
      code_key: key,
      symbol,
      updated_at: new Date(clock.nowMs()),
      ...toColumns(texts, { label: 'label' }),
    })
    .execute()
}
