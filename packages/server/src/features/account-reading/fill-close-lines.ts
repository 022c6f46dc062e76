// Computes the lines of closes that have none: those from before lines were stored. It runs after a reading, in slices
// with progress, and goes on where it stopped.
import { rebuildAccountDays, maskNumber, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { MarketTime } from '../account/market-time.ts'
import { storeCloseLines } from '../close-line/store-close-lines.ts'
import { startLateTask } from '../task/start-late-task.ts'
import { mergeTransactions, storedTransactions, toBooked } from './booked-transaction.ts'
import { readClosingPrices, type ReadCloses } from './closing-prices.ts'
import { presentOf, withPresentPrices } from './compute-closes.ts'
import type { SyncedAccount } from './reading.ts'

export interface FillCloseLinesOptions {
  readonly account: SyncedAccount & { readonly number: string }
  /** The account as it was just read and stored, and when that reading started. */
  readonly values: BrokerAccount
  readonly startedMs: number
  readonly market: MarketTime
  /** Null when the account's market has no more closes. */
  readonly readCloses: ReadCloses | null
}

const closesPerSlice = 100

/**
 * Does nothing for an account whose closes all have lines. What was held at a close is rolled back from the present; a
 * price that has changed since the close shows as not explained.
 */
export async function fillCloseLines(services: Services, options: FillCloseLinesOptions): Promise<void> {
  const { db, clock } = services
  const { account, values, startedMs, market, readCloses } = options
  const sync = await db
    .selectFrom('account_sync')
    .select('has_lines')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!sync || sync.has_lines || readCloses === null) return
  const days = await findMissing(db, account.id)
  const [first] = days
  if (first !== undefined) {
    const task = startLateTask(db, clock, {
      name: `Find what earned the money in account ${maskNumber(account.number)}`,
      total: days.length,
      ownerId: account.owner_id,
      onCancel: 'What was found is kept; the rest follows after the next reading.',
    })
    try {
      // Rolled back by day, which is not always the order in which they happened.
      const transactions = mergeTransactions(await storedTransactions(db, account.id, first), [])
      const traded = transactions.flatMap(({ security }) => (security ? [security.symbol] : []))
      const held = values.positions.map(({ symbol }) => symbol)
      const prices = await readClosingPrices(readCloses, [...held, ...traded], first, market.day)
      const computed = rebuildAccountDays(
        presentOf(values),
        transactions.map((one) => toBooked(one, prices.closeOf)),
        days,
        withPresentPrices(prices, values, market.lastClosedDay),
      )
      for (let start = 0; start < computed.length; start += closesPerSlice) {
        const slice = computed.slice(start, start + closesPerSlice)
        const isStored = await inTransaction(db, async (trx) => {
          const row = await trx
            .selectFrom('account')
            .select('synced_at')
            .where('id', '=', account.id)
            .forUpdate()
            .executeTakeFirst()
          // A later reading may have stored trades that these values lack; it fills what is left.
          if (row?.synced_at?.getTime() !== startedMs) return false
          await storeCloseLines(trx, {
            accountId: account.id,
            held: new Map(slice.map(({ day, positions }) => [day, positions])),
            from: slice[0]!.day,
            until: slice.at(-1)!.day,
            // Lines that a reading has written meanwhile stay.
            isFrozen: sql<boolean>`true`,
          })
          return true
        })
        if (!isStored) break
        await task.advance(start + slice.length, days.length)
      }
      await task.complete()
    } catch (error) {
      await task.fail(error)
      throw error
    }
  }
  // A reading may have stored another close in the meantime, which waits for the next turn.
  await sql`update account_sync set has_lines = not exists (${missingCloses(account.id)})
    where account_id = ${account.id}`.execute(db)
}

const missingCloses = (accountId: string) => sql<{ day: string }>`
  select c.day::text as day from account_close c
  where c.account_id = ${accountId} and not exists (select from account_close_line l
    where l.account_id = c.account_id and l.day = c.day and l.kind = 'CASH')
  order by c.day`

async function findMissing(db: Db, accountId: string): Promise<MarketDay[]> {
  const { rows } = await missingCloses(accountId).execute(db)
  return rows.map(({ day }) => toMarketDay(day))
}
