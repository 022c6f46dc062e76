// Realised profit of an account by lots, first in first out, between two days; fees and dividends are separate. Used by
// reports. Every known transaction is replayed, whatever the span, because the closed lots may be older. The result is
// cached for the next page.
import type { RealisedProfit } from '@clubfolio/contract'
import { fractionText, matchLots, type RealisedGain, toCents } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { readSnapshot } from '../../kernel/read-snapshot.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { RealisedHistory } from './realised-cache.ts'
import { findSecurityRows } from './find-security-rows.ts'
import { lotEvent, type SecurityRow } from './lot-events.ts'
import { openingLot } from './opening-lot.ts'
import { sumGains } from './sum-gains.ts'

export interface RealisedSpan {
  readonly fromDate: string | null
  readonly toDate: string | null
}

/** In order of closing, by symbol within a day. */
export async function findRealisedProfit(
  services: Pick<Services, 'db' | 'realised'>,
  accountId: string,
  span: RealisedSpan,
): Promise<RealisedProfit> {
  const isWithin = (day: string) =>
    (span.fromDate === null || day >= span.fromDate) && (span.toDate === null || day <= span.toDate)
  const all = await readRealisedHistory(services, accountId)
  const gains = all.gains.filter(({ closedDay }) => isWithin(closedDay))
  const incomes = all.incomes.filter(({ day }) => isWithin(day))
  const { profit, fees, unknown } = sumGains(gains)
  const income = toCents(incomes.reduce((sum, { amount }) => sum + amount, 0n))
  return { gains, incomes, profit, fees, income, unknownCount: unknown }
}

/** Returns the cached history if it is current, otherwise computes it: a hundred thousand trades take seconds. */
async function readRealisedHistory(
  { db, realised }: Pick<Services, 'db' | 'realised'>,
  accountId: string,
): Promise<RealisedHistory> {
  const current = await readRealisedVersion(db, accountId)
  const known = current === undefined ? undefined : realised.find(accountId, current)
  if (known) return known
  // Version and rows in one snapshot, so that they match whatever is written meanwhile.
  const { version, rows: history } = await readSnapshot(db, {
    version: (trx) => readRealisedVersion(trx, accountId),
    rows: (trx) => workOut(trx, accountId),
  })
  if (version !== undefined) realised.keep(accountId, version, history)
  return history
}

/**
 * The version, in SQL, of the transactions of an account combined with the positions' quantities and average prices,
 * but not with their values, which change every minute; null for an account without any.
 */
export const realisedVersionOf = (accountId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select v.version || coalesce((
    select md5(string_agg(concat_ws('|', p.symbol, p.quantity, p.average_price, p.multiplier), E'\\n'
      order by p.symbol)) from account_position p where p.account_id = v.account_id
  ), '') as version
  from realised_version v where v.account_id = ${accountId})`

async function readRealisedVersion(db: Db | Trx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string | null }>`
    select ${realisedVersionOf(sql.val(accountId))} as version`.execute(db)
  return rows[0]?.version ?? undefined
}

async function workOut(db: Trx, accountId: string): Promise<RealisedHistory> {
  const rows = await findSecurityRows(db, accountId)
  const positions = await db
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'average_price', 'multiplier'])
    .where('account_id', '=', accountId)
    .execute()
  const gains = [...bySymbol(rows)].flatMap(([symbol, ofSymbol]) => {
    const present = positions.find((position) => position.symbol === symbol)
    const events = ofSymbol.flatMap((row) => lotEvent(row) ?? [])
    return matchLots(events, openingLot(ofSymbol, events, present)).gains.map((gain) => toRow(symbol, gain))
  })
  gains.sort((a, b) => compare(a.closedDay, b.closedDay) || compare(a.instrumentCode, b.instrumentCode))
  const incomes = await incomeRows(db, accountId)
  return {
    gains,
    incomes: incomes.map(({ broker_id, day, symbol, description, net_amount_cents }) => ({
      transactionId: broker_id,
      instrumentCode: symbol,
      day,
      description,
      amount: toCents(net_amount_cents),
    })),
  }
}

/** Returns the rows of each symbol in their order. */
export function bySymbol<Row extends SecurityRow>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.symbol)
    if (group) group.push(row)
    else groups.set(row.symbol, [row])
  }
  return groups
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function toRow(symbol: string, gain: RealisedGain): RealisedProfit['gains'][number] {
  return {
    instrumentCode: symbol,
    side: gain.side,
    quantity: Number(fractionText(gain.quantity, 8)),
    openedDay: gain.openedDay,
    closedDay: gain.closedDay,
    openedId: gain.openedId,
    closedId: gain.closedId,
    cost: gain.costCents,
    proceeds: gain.proceedsCents,
    profit: gain.profitCents,
    fees: gain.feeCents,
  }
}

const incomeRows = (db: Trx, accountId: string) =>
  db
    .selectFrom('account_transaction')
    .select(['broker_id', 'trade_date as day', 'symbol', 'description', 'net_amount_cents'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'DIVIDEND_OR_INTEREST')
    .orderBy('occurred_at')
    .orderBy('broker_id')
    .execute()
