// What the limits of an account hold at present, from our copy of it, and whether the day is stopped.
import type { AccountLimitState } from '@clubfolio/contract'
import { isOpening, isOverOrder, type LimitDay, limitUses, nextSession, sessionHours, toCents } from '@clubfolio/domain'
import type { BrokerPosition } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { findLimits } from '../order-limit/guard-rails.ts'
import { findDayLoss, findReached } from '../order-limit/reached-limits.ts'
import { showUse } from './hold-limits.ts'
import { newestHistoryId, readLimitBook } from './read-limit-book.ts'

export async function findLimitState(services: Services, account: OwnAccount): Promise<AccountLimitState> {
  const { db, clock } = services
  const [limits, { day }, historyId, positions] = await Promise.all([
    findLimits(db, account.id),
    accountMarketTime(db, clock, account.market_source),
    newestHistoryId(db, account.id),
    storedPositions(db, account.id),
  ])
  const [reached, loss, book] = await Promise.all([
    findReached(db, account.id, day),
    findDayLoss(db, { accountId: account.id, day, valueCents: account.float_value_cents }),
    readLimitBook(db, account.id, {
      positions,
      valueCents: account.float_value_cents,
      historyId,
      startedMs: clock.nowMs(),
      lastPrices: new Map(),
      requestId: null,
      replacesId: null,
    }),
  ])
  const stop = reached.find(({ kind }) => kind === 'dailyLoss')
  const now: LimitDay = { loss, isStopped: stop !== undefined }
  return {
    uses: limitUses(limits, book, now).map((use) => showUse(use)),
    stopped:
      stop === undefined
        ? null
        : {
            loss: stop.loss_cents ?? toCents(0n),
            limit: stop.limit_cents ?? toCents(0n),
            reachedAt: stop.reached_at.getTime(),
            until: sessionHours(nextSession(day))!.openMs,
            workingEntries: await workingEntries(db, account.id),
          },
    reached: reached.map(({ kind }) => kind),
  }
}

async function storedPositions(db: Db, accountId: string): Promise<BrokerPosition[]> {
  const rows = await db.selectFrom('account_position').selectAll().where('account_id', '=', accountId).execute()
  return rows.map((row) => ({
    symbol: row.symbol,
    assetType: row.asset_type,
    description: row.description,
    multiplier: row.multiplier,
    quantity: row.quantity,
    averagePrice: row.average_price,
    marketValueCents: row.market_value_cents,
    openProfitCents: row.open_profit_cents,
  }))
}

/** Returns the ids of the orders that would open a position if they filled; children go with their parents. */
export async function workingEntries(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .select(['o.broker_id', 'o.instruction', 'o.legs', shownStatus('o').as('shown')])
    .where('o.account_id', '=', accountId)
    .where('o.status', 'not in', ['REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'])
    .where('o.symbol', 'is not', null)
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
    .execute()
  return rows
    .filter(
      ({ instruction, legs, shown }) =>
        !isOverOrder(shown) &&
        shown !== 'PENDING_CANCEL' &&
        (legs.length > 0
          ? legs.some((leg) => isOpening(leg.instruction))
          : instruction !== null && isOpening(instruction)),
    )
    .map(({ broker_id: id }) => id)
}
