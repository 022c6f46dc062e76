// Reads one account at its brokerage: balances, positions, transactions, orders, and the due official closes. All
// brokerage calls come first, without holding a lock; then one transaction writes everything. A failure leaves the last
// good values and records its reason and since when.
import { dayMs, addCalendarDays, maskNumber, type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { type BrokerAccess, type BrokerAccount, BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { startLateTask, type LateTask } from '../task/start-late-task.ts'
import { TaskCancelled } from '../task/write-task.ts'
import { ordersFrom } from '../broker-order/orders-from.ts'
import { arrivedMarket } from './arrived-market.ts'
import { mergeTransactions, storedTransactions, withDay, type DayedTransaction } from './booked-transaction.ts'
import { loginAccess } from '../account/broker-access.ts'
import type { ReadCloses } from './closing-prices.ts'
import { computeCloses, noCloses } from './compute-closes.ts'
import { fillCloseLines } from './fill-close-lines.ts'
import { isArchive } from '../account/archive-broker.ts'
import { isDelivery } from '../account/movement-kind.ts'
import { isFileAccount } from '../account/file-broker.ts'
import { accountMarketTime, type MarketTime } from '../account/market-time.ts'
import type { Reading, SyncedAccount } from './reading.ts'
import { readFileAccount } from './read-file-account.ts'
import { recordedCloses } from './recorded-closes.ts'
import { recordSyncFailure } from './record-sync-failure.ts'
import { storeReading } from './store-reading.ts'
import { waitingDeliveries } from './value-deliveries.ts'

/** Transactions this many days back are read again, because brokers book late. */
const overlapDays = 5
const historyDays = 364
/** Read from the brokerage, compared with known data, valued session by session, stored. */
const stages = 4

/** READ, or the failure that prevented it; SKIPPED for an account that is gone or disabled. */
export type SyncOutcome = 'READ' | 'SKIPPED' | BrokerFailure

export async function syncAccount(services: Services, accountId: string): Promise<SyncOutcome> {
  const { db, clock } = services
  const account = await db
    .selectFrom('account')
    .select(['id', 'owner_id', 'number', 'broker', 'broker_login_id', 'hash_value', 'market_source', 'linked_day'])
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!account) return 'SKIPPED'
  if (isArchive(account)) return 'SKIPPED'
  if (isFileAccount(account)) return readFileAccount(services, account.id)
  const startedMs = clock.nowMs()
  const task = startLateTask(db, clock, {
    name: `Read account ${maskNumber(account.number)}`,
    total: stages,
    ownerId: account.owner_id,
    onCancel: 'Nothing of this reading was stored; the account is read again at its next turn.',
  })
  try {
    const due = await accountMarketTime(
      db,
      clock,
      await nameReplay(services, account, loginAccess(services, account.broker_login_id)),
    )
    const { market, ...reading } = await read(services, account, due, task)
    task.signal.throwIfAborted()
    const isStored = await storeReading(services, { account, startedMs, market, ...reading })
    await task.advance(stages, stages).catch(() => undefined)
    await task.complete()
    if (isStored) await fillLines(services, account, { startedMs, market, values: reading.values })
    return isStored ? 'READ' : 'SKIPPED'
  } catch (error) {
    await task.fail(error instanceof BrokerFailure ? error.message : error)
    if (error instanceof TaskCancelled) return 'SKIPPED'
    if (!(error instanceof BrokerFailure)) throw error
    await recordSyncFailure(services, account, startedMs, error)
    return error
  }
}

/** The account has been read whatever becomes of the lines of its past; the next reading tries again. */
async function fillLines(
  services: Services,
  account: SyncedAccount & { readonly number: string },
  { startedMs, market, values }: Pick<Reading, 'startedMs' | 'market' | 'values'>,
): Promise<void> {
  try {
    const access = loginAccess(services, account.broker_login_id)
    const readCloses = await closesOf(services, access, { account, market })
    await fillCloseLines(services, { account, values, startedMs, market, readCloses })
  } catch (error) {
    const isOutside = error instanceof BrokerFailure || error instanceof TaskCancelled
    services.log[isOutside ? 'warn' : 'error'](
      { err: error, accountId: account.id },
      'the lines of earlier closes wait for the next reading',
    )
  }
}

/** Asks the brokerage for the replay's name, for accounts from before replays had names. */
async function nameReplay({ db, brokers }: Services, account: SyncedAccount, access: BrokerAccess): Promise<string> {
  if (account.market_source !== 'replay') return account.market_source
  const market =
    (await brokers.brokerOf(account).funding?.markets(access))?.get(account.hash_value) ?? account.market_source
  await db.updateTable('account').set({ market_source: market }).where('id', '=', account.id).execute()
  return market
}

async function read(
  services: Services,
  account: SyncedAccount,
  due: MarketTime,
  task: LateTask,
): Promise<Pick<Reading, 'values' | 'transactions' | 'orders' | 'closes' | 'market'>> {
  const { db, clock } = services
  const access = loginAccess(services, account.broker_login_id)
  const through = await db
    .selectFrom('account_sync')
    .select('transactions_through')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  const fromMs = startOfTransactions(through?.transactions_through?.getTime(), due)
  const picture = await readAsOnePicture(services, access, { account, fromMs, market: due })
  const { values, orders } = picture
  // While prices are still arriving, the account's time stays before them, at the brokerage and here.
  const market = await arrivedMarket(db, clock, due, [
    ...values.positions.map(({ symbol }) => symbol),
    ...orders.flatMap(({ symbol, remainingQuantity }) =>
      symbol !== null && Number(remainingQuantity) > 0 ? [symbol] : [],
    ),
  ])
  const transactions =
    market === due ? picture.transactions : picture.transactions.map((one) => withDay(one, market.day))
  await task.advance(1, stages)
  const stored = await storedTransactions(db, account.id, addCalendarDays(market.day, -historyDays - 1))
  const known = new Set(stored.map(({ brokerId }) => brokerId))
  const added = transactions.filter(({ brokerId }) => !known.has(brokerId))
  const waiting = await waitingDeliveries(db, account.id, stored)
  // A delivery that waited belongs to a close that was taken without its amount.
  const changed = [...added, ...waiting].map(({ day }) => day).sort()
  const late: MarketDay | null = through?.transactions_through ? (changed[0] ?? null) : null
  const readCloses = await closesOf(services, access, { account, market })
  await task.advance(2, stages)
  // A finished replay stays where it was left: it has no more closes.
  const closes =
    readCloses === null
      ? noCloses
      : await computeCloses({
          db,
          readCloses,
          account,
          market,
          values,
          transactions: mergeTransactions(stored, transactions),
          late,
          unvalued: [...added.filter(isDelivery), ...waiting],
        })
  await task.advance(3, stages)
  return { values, transactions: added, orders, closes, market }
}

/** Returns the source of closing prices of the account's own market: the brokerage only has those of the active one. */
async function closesOf(
  { db, brokers }: Services,
  access: BrokerAccess,
  { account, market }: Pick<ReadAsOnePictureOptions, 'account' | 'market'>,
): Promise<ReadCloses | null> {
  if (market.isActive || market.source === 'live')
    return (symbol, from, to) => brokers.brokerOf(account).dailyCloses(access, symbol, from, to)
  return market.source === 'replay' ? null : recordedCloses(db, market.source, market.day)
}

function startOfTransactions(throughMs: number | undefined, market: MarketTime): EpochMs {
  return toEpochMs(throughMs === undefined ? market.nowMs - historyDays * dayMs : throughMs - overlapDays * dayMs)
}

const picturesTried = 3

interface Picture {
  readonly values: BrokerAccount
  readonly transactions: DayedTransaction[]
  readonly orders: BrokerOrder[]
}

interface ReadAsOnePictureOptions {
  readonly account: SyncedAccount
  readonly fromMs: EpochMs
  readonly market: MarketTime
}

/**
 * Balances, transactions and orders come from separate calls; if something was booked in between, all are read again.
 */
async function readAsOnePicture(
  { db, brokers }: Services,
  access: BrokerAccess,
  { account, fromMs, market }: ReadAsOnePictureOptions,
): Promise<Picture> {
  const broker = brokers.brokerOf(account)
  const orderedFromMs = await ordersFrom(db, account.id, market.nowMs)
  let values = await broker.readAccount(access, account.hash_value)
  for (let tried = 1; ; tried++) {
    const list = await broker.listTransactions(access, account.hash_value, fromMs, toEpochMs(market.nowMs + 60_000))
    const orders = await broker.listOrders(access, account.hash_value, orderedFromMs, toEpochMs(market.nowMs + 60_000))
    const again = await broker.readAccount(access, account.hash_value)
    if (holdsTheSame(values, again))
      return { values: again, transactions: list.map((transaction) => withDay(transaction, market.day)), orders }
    if (tried >= picturesTried)
      throw new BrokerFailure('UNAVAILABLE', 'The account changed while it was read; it is read again shortly.')
    values = again
  }
}

const holdsTheSame = (one: BrokerAccount, other: BrokerAccount): boolean =>
  one.cashCents === other.cashCents &&
  one.positions.length === other.positions.length &&
  one.positions.every(({ symbol, quantity }) =>
    other.positions.some((position) => position.symbol === symbol && position.quantity === quantity),
  )
