// Cancels waiting entries whose cancel price was touched before they were filled: for a long entry at or below it, for
// a short one at or above it. One worker at a time handles a watch (a lease in its row), and after any pause the high
// and low since the last look also count. Source: docs/rules/trading.md, "Trigger orders"; docs/rules/brokerage.md,
// "Orders on the wire".
import { Refusal } from '@clubfolio/contract'
import {
  dayMs,
  type EpochMs,
  formatCode,
  formatOrderPrice,
  isOverOrder,
  isSameCode,
  toEpochMs,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type Selectable } from 'kysely'
import { BrokerFailure, type BrokerFailureKind } from '../../adapters/broker/port.ts'
import type { Tables } from '../../db/tables.ts'
import { createLease } from '../../kernel/lease.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { runTogether } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { maskedAccount } from '../account/account-name.ts'
import { sendCancellation } from './cancel-order.ts'
import { accessOf, type TradedAccount, tradedAccountOf } from './traded-account.ts'

type Watch = Selectable<Tables['order_watch']>

const lease = createLease({
  table: 'order_watch',
  key: ['account_id', 'request_id'],
  owner: { by: 'EXPIRY', column: 'claimed_until' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs: 30_000,
})
const lookEveryMs = 5_000
const minuteMs = 60_000
const watchesPerPage = 50

/** Processes every due watch and returns how many there were. */
export async function watchCancelPrices(services: Services): Promise<number> {
  let taken = 0
  for (;;) {
    const count = await watchPage(services)
    taken += count
    if (count < watchesPerPage) return taken
  }
}

async function watchPage(services: Services): Promise<number> {
  const watches = await claim(services)
  if (watches.length === 0) return 0
  const owners = await services.db
    .selectFrom('account')
    .select(['id', 'owner_id'])
    .where(
      'id',
      'in',
      watches.map((watch) => watch.account_id),
    )
    .execute()
  for (const { id: accountId, owner_id: ownerId } of owners) {
    await runTogether(
      services,
      'watch-cancel-price',
      watches.filter((watch) => watch.account_id === accountId),
      {
        describe: (watch) => ({
          id: watch.request_id,
          ownerId,
          name: `The entry in ${watch.symbol} with the cancel price ${formatOrderPrice(watch.cancel_price)}`,
        }),
        work: (some) => watchOrReport(services, accountId, some),
      },
    )
  }
  return watches.length
}

/**
 * Watches the prices of one account. A brokerage failure is handled for the account; an error of ours is thrown.
 * Watching again does no harm.
 */
async function watchOrReport(
  services: Services,
  accountId: string,
  watches: readonly Watch[],
): Promise<readonly Watch[]> {
  try {
    await watchAccount(services, accountId, watches)
  } catch (error) {
    await release(services, watches)
    if (!(error instanceof BrokerFailure) && !(error instanceof Refusal)) throw error
    await reportUnwatchable(services, accountId, error)
  }
  return watches
}

function claim(services: Services): Promise<Watch[]> {
  const nowMs = services.clock.nowMs()
  return lease.claim(services, {
    due: sql<boolean>`state in ('WATCHING', 'TOUCHED') and next_at <= ${new Date(nowMs)}`,
    orderBy: sql`next_at`,
    limit: watchesPerPage,
    set: { next_at: new Date(nowMs + lookEveryMs) },
  })
}

async function watchAccount(services: Services, accountId: string, watches: readonly Watch[]): Promise<void> {
  const account = await tradedAccountOf(services.db, accountId)
  if (!account) {
    await release(services, watches)
    await reportUnwatchable(services, accountId, undefined)
    return
  }
  const waiting = await stillWaiting(services, watches)
  if (waiting.length > 0) {
    const market = await accountMarketTime(services.db, services.clock, account.market_source)
    const quotes = await services.brokers
      .brokerOf(account)
      .quotes(accessOf(services, account), [...new Set(waiting.map(({ watch }) => watch.symbol))])
    for (const one of waiting) {
      const touched =
        one.watch.state === 'TOUCHED'
          ? one.watch.touched_price
          : await findTouch(services, account, {
              watch: one.watch,
              nowMs: market.nowMs,
              last: quotes.find(({ symbol }) => isSameCode(symbol, one.watch.symbol))?.last,
            })
      if (touched !== null) await giveUp(services, account, one, touched)
    }
  }
  await resolveAlert(services.db, services.clock, { userId: account.owner_id, key: alertKey(accountId) })
  await release(services, watches)
}

interface WaitingEntry {
  readonly watch: Watch
  readonly brokerId: string
}

/**
 * Returns the watches whose entry waits at the broker without any fill; entries that have started to fill, ended or
 * never became an order are no longer watched. A share of the order that the entry replaced counts like one of its own:
 * it is held, and its stop belongs to the entry.
 */
async function stillWaiting(services: Services, watches: readonly Watch[]): Promise<WaitingEntry[]> {
  const { db, clock } = services
  const found: WaitingEntry[] = []
  for (const watch of watches) {
    const row = await db
      .selectFrom('order_request as r')
      .leftJoin('broker_order as o', (join) =>
        join.onRef('o.account_id', '=', 'r.account_id').onRef('o.broker_id', '=', 'r.broker_id'),
      )
      .leftJoin('broker_order as old', (join) =>
        join.onRef('old.account_id', '=', 'r.account_id').onRef('old.broker_id', '=', 'r.replaces_id'),
      )
      .select(['r.state', 'r.broker_id', 'r.created_at', 'o.status', 'o.filled_quantity'])
      .select('old.filled_quantity as old_filled_quantity')
      .where('r.account_id', '=', watch.account_id)
      .where('r.id', '=', watch.request_id)
      .executeTakeFirstOrThrow()
    const isOver =
      row.state === 'REFUSED' ||
      row.state === 'WITHDRAWN' ||
      (row.state === 'NOT_PLACED' && clock.nowMs() - row.created_at.getTime() > dayMs) ||
      (row.status !== null && isOverOrder(row.status)) ||
      Number(row.filled_quantity ?? 0) > 0 ||
      Number(row.old_filled_quantity ?? 0) > 0
    if (row.status === 'REPLACED') await reportLostWatch(services, watch, row.broker_id!)
    if (isOver) await setState(services, watch, { state: 'OVER' })
    else if (row.broker_id !== null && row.status !== null) found.push({ watch, brokerId: row.broker_id })
  }
  return found
}

/**
 * Reports a watch that was lost. An entry replaced by us takes its cancel price along. For an entry replaced elsewhere,
 * the brokerage does not report which order replaced it, so nothing is watched there, and the owner must know.
 */
async function reportLostWatch({ db, clock }: Services, watch: Watch, brokerId: string): Promise<void> {
  const ours = await db
    .selectFrom('order_request')
    .select('id')
    .where('account_id', '=', watch.account_id)
    .where('replaces_id', '=', brokerId)
    .where('state', 'in', ['SENDING', 'UNKNOWN', 'PLACED'])
    .executeTakeFirst()
  const account = await db
    .selectFrom('account')
    .select(['owner_id', 'number', 'is_paper'])
    .where('id', '=', watch.account_id)
    .executeTakeFirst()
  if (ours || !account) return
  const name = formatCode(watch.symbol)
  const text =
    `The entry in ${name} in account ${maskedAccount(account)} was replaced at the brokerage. Its cancel price ` +
    `of ${formatOrderPrice(watch.cancel_price)} is not watched for the new order. Cancel the new one and put it ` +
    'here, or watch the price yourself.'
  const told = {
    userId: account.owner_id,
    key: `order.watch-lost ${watch.account_id} ${brokerId}`,
    text,
    link: '/order',
  } as const
  await recordNotification(db, clock, { ...told, kind: 'ORDER_UNPROTECTED', title: 'Cancel price no longer watched' })
  await raiseAlert(db, clock, {
    ...told,
    kind: 'ORDER_UNWATCHED',
    severity: 'CRITICAL',
    title: `The cancel price of ${name} is lost`,
  })
}

interface FindTouchOptions {
  readonly watch: Watch
  readonly nowMs: EpochMs
  readonly last: string | undefined
}

/**
 * Returns the price that touched the cancel price since the last look, or null. Bars count from the first whole minute
 * after the last look.
 */
async function findTouch(
  services: Services,
  account: TradedAccount,
  { watch, nowMs, last }: FindTouchOptions,
): Promise<string | null> {
  const isTouchedBy = (price: string) =>
    watch.direction === 'LONG'
      ? new Decimal(price).lessThanOrEqualTo(watch.cancel_price)
      : new Decimal(price).greaterThanOrEqualTo(watch.cancel_price)
  if (last !== undefined && isTouchedBy(last)) return last
  const fromMs = Math.ceil(watch.looked_until.getTime() / minuteMs) * minuteMs
  if (nowMs - fromMs < minuteMs) return null
  const range = await services.brokers
    .brokerOf(account)
    .priceRange(accessOf(services, account), watch.symbol, toEpochMs(fromMs), nowMs)
  await setState(services, watch, { looked_until: new Date(Math.floor(nowMs / minuteMs) * minuteMs) })
  if (range === null) return null
  const worst = watch.direction === 'LONG' ? range.low : range.high
  return isTouchedBy(worst) ? worst : null
}

/**
 * Cancels the entry. The touch is recorded first: a cancellation that does not get through is sent again at the next
 * look, which does no harm.
 */
async function giveUp(
  services: Services,
  account: TradedAccount,
  { watch, brokerId }: WaitingEntry,
  price: string,
): Promise<void> {
  await setState(services, watch, { state: 'TOUCHED', touched_price: price })
  try {
    await sendCancellation(services, account, brokerId, { actorId: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Filled or ended just before: there is nothing left to cancel.
    if (error.refusal === 'orderNotOpen') await setState(services, watch, { state: 'OVER' })
    return
  }
  await setState(services, watch, { state: 'CANCELLED' })
  await recordNotification(services.db, services.clock, {
    userId: account.owner_id,
    kind: 'ORDER_CANCELLED',
    key: `order.given-up ${account.id} ${brokerId}`,
    title: 'Entry cancelled',
    link: '/order',
    text:
      `${formatCode(watch.symbol)} traded at ${formatOrderPrice(price)}, ` +
      `${watch.direction === 'LONG' ? 'at or below' : 'at or above'} the cancel price of ` +
      `${formatOrderPrice(watch.cancel_price)}, before the entry in account ${maskedAccount(account)} was ` +
      'filled. The entry and its stop loss are cancelled.',
  })
}

type Change = Partial<Pick<Watch, 'state' | 'touched_price' | 'looked_until'>>

async function setState({ db }: Services, watch: Watch, change: Change): Promise<void> {
  await db
    .updateTable('order_watch')
    .set(change)
    .where('account_id', '=', watch.account_id)
    .where('request_id', '=', watch.request_id)
    .execute()
}

async function release(services: Services, watches: readonly Watch[]): Promise<void> {
  for (const watch of watches) await lease.release(services, watch)
}

const alertKey = (accountId: string): string => `order.watch ${accountId}`

/**
 * Alerts the owner immediately that the entries of a lapsed or disabled account cannot be watched. A failing brokerage
 * is retried.
 */
async function reportUnwatchable({ db, clock }: Services, accountId: string, error: unknown): Promise<void> {
  const kind = error instanceof BrokerFailure ? error.kind : undefined
  const account = await db
    .selectFrom('account')
    .select(['owner_id', 'number', 'is_paper', 'is_active'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return
  const cause = unwatchedCause(account.is_active, kind)
  if (cause === undefined) return
  await raiseAlert(db, clock, {
    userId: account.owner_id,
    key: alertKey(accountId),
    kind: 'ORDER_UNWATCHED',
    severity: 'CRITICAL',
    link: '/account/activate',
    title: `Entries of ${maskedAccount(account)} are not watched`,
    text:
      `${cause.state}, so its waiting entries are not cancelled when their cancel price is touched. ` +
      `${cause.remedy}, or cancel the orders at the brokerage.`,
  })
}

/** Returns what keeps the entries from being watched until somebody acts; undefined for what passes by itself. */
function unwatchedCause(
  isActive: boolean,
  failure: BrokerFailureKind | undefined,
): { readonly state: string; readonly remedy: string } | undefined {
  if (failure === 'LAPSED') return { state: 'The account is lapsed', remedy: 'Renew its access' }
  if (failure === 'UNCONFIGURED')
    return {
      state: 'The account is at a brokerage that is not configured here any more',
      remedy: 'Ask the administrator',
    }
  return isActive ? undefined : { state: 'The account is disabled', remedy: 'Enable it' }
}
