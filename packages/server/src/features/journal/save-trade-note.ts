// Keeps a setup, tags and a note with a trade.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { EffectServices } from '../../services.ts'
import { toColumns } from '../../db/to-columns.ts'
import { findJournalAccount } from './journal-account.ts'
import { lockJournal, refreshTrades } from './refresh-trades.ts'

/**
 * Replaces what was written about the trade, under whichever of its entries it was kept; without a setup, a tag and a
 * note nothing is kept. Throws `notFound`.
 */
export async function saveTradeNote(
  services: EffectServices,
  ownerId: string,
  { accountId, tradeId, tags, ...texts }: BodyOf<'journal', 'saveTradeNote'>,
): Promise<void> {
  const { db, clock } = services
  await findJournalAccount(db, ownerId, accountId)
  await refreshTrades(services, [accountId])
  // Two saves of one trade would otherwise both find nothing to delete, and both insert.
  await lockJournal(db, accountId)
  const trade = await db
    .selectFrom('journal_trade')
    .select('entry_ids')
    .where('account_id', '=', accountId)
    .where('trade_id', '=', tradeId)
    .executeTakeFirst()
  if (!trade) throw new Refusal('notFound')
  await db
    .deleteFrom('trade_note')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`opened_id = any(${[...new Set([tradeId, ...trade.entry_ids])]}::text[])`)
    .execute()
  const kept = [...new Set(tags)]
  await db
    .updateTable('journal_trade')
    .set({ setup: texts.setup, tags: kept, has_note: texts.note !== '' })
    .where('account_id', '=', accountId)
    .where('trade_id', '=', tradeId)
    .execute()
  if (texts.setup === '' && texts.note === '' && kept.length === 0) return
  await db
    .insertInto('trade_note')
    .values({
      account_id: accountId,
      opened_id: tradeId,
      tags: kept,
      updated_at: new Date(clock.nowMs()),
      ...toColumns(texts, { setup: 'setup', note: 'note' }),
    })
    .execute()
}
