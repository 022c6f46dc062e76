// What each line of an account has earned since its last close: the lines that a close would have if it were taken at
// the last reading, computed by the function that computes those of closes.
// Source: docs/rules/attribution.md, "Day under way".
import {
  addSessions,
  attributeClose,
  type CloseLine,
  type LinePosition,
  type MarketDay,
  profitOfLine,
  sessionHours,
  toMarketDay,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { readSnapshot } from '../../kernel/read-snapshot.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { hasLapsed } from '../account/broker-access.ts'
import { readLineBookings } from './line-bookings.ts'

export interface LinesSinceClose {
  readonly closeDay: MarketDay
  /** They add up to what the account has earned since that close: its change of today. */
  readonly lines: readonly CloseLine[]
}

/**
 * Returns undefined while no day is under way: before the first close, before the session after the last close has
 * opened and the account was read in it, without any profit or loss yet, once the access has lapsed, and where the last
 * close has no lines to start from.
 */
export async function linesSinceClose(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
): Promise<LinesSinceClose | undefined> {
  const { version: account, rows: state } = await readSnapshot(db, {
    version: (trx) => readAccount(trx, accountId),
    rows: async (trx) => {
      const close = await readLastClose(trx, accountId)
      return (
        close && {
          close,
          held: await readHeld(trx, accountId, close.day),
          present: await readPresent(trx, accountId),
          bookings: await readLineBookings(trx, accountId, { after: close.day, until: null }),
        }
      )
    },
  })
  if (!account || !state || !isUnderWay(account, state.close.day) || isLapsed(account, clock.nowMs())) return undefined
  const { close, held, present, bookings } = state
  const lines = attributeClose({
    before: { statedCents: close.stated, cashCents: close.cash, positions: held },
    now: { statedCents: account.float_value_cents, cashCents: account.cash_cents, positions: present },
    bookings,
  })
  return lines.some((line) => profitOfLine(line) !== 0n) ? { closeDay: close.day, lines } : undefined
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof readAccount>>>

function readAccount(trx: Db | Trx, accountId: string) {
  return (
    trx
      .selectFrom('account as a')
      .leftJoin('broker_login as l', 'l.id', 'a.broker_login_id')
      .leftJoin('account_sync as s', 's.account_id', 'a.id')
      .select(['a.float_value_cents', 'a.cash_cents', 'l.refresh_expires_at', 'l.lapsed_at', 's.failure'])
      // In the time of the account's market, which a replay has of its own.
      .select(sql<Date | null>`(select max(p.at) from account_point p where p.account_id = a.id)`.as('read_at'))
      .where('a.id', '=', accountId)
      .where('a.is_active', '=', true)
      .executeTakeFirst()
  )
}

function isUnderWay({ read_at: readAt }: Pick<AccountRow, 'read_at'>, closeDay: MarketDay): boolean {
  const opensMs = sessionHours(addSessions(closeDay, 1))?.openMs
  return readAt !== null && opensMs !== undefined && readAt.getTime() >= opensMs
}

const isLapsed = ({ refresh_expires_at, lapsed_at, failure }: AccountRow, nowMs: number): boolean =>
  failure === 'LAPSED' || hasLapsed({ refresh_expires_at, lapsed_at }, nowMs)

/** Returns undefined also while the last close has no lines: then nobody knows what was held at it. */
async function readLastClose(trx: Db | Trx, accountId: string) {
  const row = await trx
    .selectFrom('account_close as c')
    .leftJoin('account_close_line as l', (join) =>
      join.onRef('l.account_id', '=', 'c.account_id').onRef('l.day', '=', 'c.day').on('l.kind', '=', 'CASH'),
    )
    .select(['c.day', 'c.broker_value_cents', 'c.cash_cents', 'l.kind'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.kind ? { day: toMarketDay(row.day), stated: row.broker_value_cents, cash: row.cash_cents } : undefined
}

async function readHeld(trx: Db | Trx, accountId: string, day: MarketDay): Promise<ReadonlyMap<string, LinePosition>> {
  const rows = await trx
    .selectFrom('account_close_line')
    .select(['symbol', 'quantity', 'value_cents'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('quantity', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [row.symbol, { quantity: new Decimal(row.quantity ?? 0), valueCents: row.value_cents }]),
  )
}

async function readPresent(trx: Db | Trx, accountId: string): Promise<ReadonlyMap<string, LinePosition>> {
  const rows = await trx
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'market_value_cents'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(
    rows
      .map((row) => [row.symbol, { quantity: new Decimal(row.quantity), valueCents: row.market_value_cents }] as const)
      .filter(([, { quantity }]) => !quantity.isZero()),
  )
}
