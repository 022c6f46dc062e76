// Keeps a setup, tags and a note with a trade.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { EffectServices } from '../../services.ts'
import { toColumns } from '../../db/to-columns.ts'
import { findJournalAccount } from './journal-account.ts'
import { readJournal } from './read-journal.ts'

/**
 * Replaces what was written about the trade, under whichever of its entries it was kept; without a setup, a tag and a
 * note nothing is kept. Throws `notFound`.
 */
export async function saveTradeNote(
  services: EffectServices,
  ownerId: string,
  { accountId, tradeId, tags, ...texts }: BodyOf<'journal', 'saveTradeNote'>,
): Promise<void> {
  await findJournalAccount(services.db, ownerId, accountId)
  const trade = (await readJournal(services, accountId)).find(({ id }) => id === tradeId)
  if (!trade) throw new Refusal('notFound')
  const { db, clock } = services
  // The account's row: two saves of one trade would otherwise both find nothing to delete, and both insert.
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  await db
    .deleteFrom('trade_note')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`opened_id = any(${[...new Set([trade.id, ...trade.entryIds])]}::text[])`)
    .execute()
  const kept = [...new Set(tags)]
  if (texts.setup === '' && texts.note === '' && kept.length === 0) return
  await db
    .insertInto('trade_note')
    .values({
      account_id: accountId,
      opened_id: trade.id,
      tags: kept,
      updated_at: new Date(clock.nowMs()),
      ...toColumns(texts, { setup: 'setup', note: 'note' }),
    })
    .execute()
}
