// The limits that the owner of an account sets for its orders. Every order is judged by them before it is recorded. A
// limit that was reached cannot be loosened on the same market day.
// Source: docs/rules/trading.md, "Limits".
import { type BodyOf, type OrderGuardRails, Refusal } from '@clubfolio/contract'
import { type AccountLimits, type Cents, limitNames, loosenedLimits, noLimits, wholeValue } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft, toColumns } from '../../db/to-columns.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { findReached } from './reached-limits.ts'

/** What an account has before its owner sets a limit. */
export const noGuardRails: OrderGuardRails = {
  largestOrder: null,
  largestPosition: null,
  dailyLoss: null,
  priceDistance: null,
  largestPositionPercent: null,
  openHeat: null,
  openHeatPercent: null,
  heatWithoutStop: null,
  openPositions: null,
  symbolRule: null,
  symbols: [],
  cancelsEntries: false,
}

export async function findGuardRails(db: Db | Trx, accountId: string): Promise<OrderGuardRails> {
  const row = await db.selectFrom('order_guard').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return noGuardRails
  return {
    largestOrder: row.largest_order_cents,
    largestPosition: row.largest_position_cents,
    dailyLoss: row.daily_loss_cents,
    priceDistance: row.price_distance_percent,
    largestPositionPercent: row.largest_position_percent,
    openHeat: row.open_heat_cents,
    openHeatPercent: row.open_heat_percent,
    heatWithoutStop: row.heat_without_stop_percent,
    openPositions: row.open_positions,
    symbolRule: row.symbol_rule,
    symbols: row.symbols,
    cancelsEntries: row.cancels_entries,
  }
}

/** Returns the limits as the domain uses them. */
export async function findLimits(db: Db | Trx, accountId: string): Promise<AccountLimits> {
  return limitsOf(await findGuardRails(db, accountId))
}

export interface SaveGuardRailsOptions {
  readonly account: { readonly id: string; readonly owner_id: string; readonly market_source: string }
  /** An absent field keeps its limit. */
  readonly rails: Omit<BodyOf<'order', 'saveGuardRails'>, 'accountNumber'>
  readonly caller: Caller
}

/**
 * Saves the limits. Throws `limitLocked` when that would loosen one on a day on which it was reached; after a reached
 * daily loss no limit can be loosened. Orders of the account wait meanwhile, so none is judged by the old limits.
 */
export async function saveGuardRails(
  { clock }: Services,
  trx: Trx,
  { account, rails, caller }: SaveGuardRailsOptions,
): Promise<void> {
  await trx.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute()
  const before = await findGuardRails(trx, account.id)
  const row = rowOf(rails)
  await trx
    .insertInto('order_guard')
    .values({ account_id: account.id, ...emptyRow, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  const after = await findGuardRails(trx, account.id)
  await refuseLocked(trx, clock, account, loosenedLimits(limitsOf(before), limitsOf(after)))
  await writeAudit(trx, clock, {
    actorId: account.owner_id,
    action: 'order.guard',
    objectType: 'account',
    objectId: account.id,
    before: inText(before),
    after: inText(after),
    requestId: caller.requestId,
    address: caller.address,
  })
}

async function refuseLocked(
  trx: Trx,
  clock: Services['clock'],
  account: SaveGuardRailsOptions['account'],
  loosened: ReturnType<typeof loosenedLimits>,
): Promise<void> {
  if (loosened.length === 0) return
  const { day } = await accountMarketTime(trx, clock, account.market_source)
  const reached = (await findReached(trx, account.id, day)).map(({ kind }) => kind)
  const locked = reached.includes('dailyLoss')
    ? loosened
    : loosened.filter((kind) => reached.some((one) => one === kind))
  if (locked.length > 0)
    throw new Refusal('limitLocked', { limits: listFormat.format(locked.map((kind) => namesOfAll[kind])) })
}

const listFormat = new Intl.ListFormat('en')

const namesOfAll: Readonly<Record<ReturnType<typeof loosenedLimits>[number], string>> = {
  ...limitNames,
  largestOrder: 'largest order',
  priceDistance: 'distance from the market',
}

const emptyRow = {
  largest_order_cents: null,
  largest_position_cents: null,
  daily_loss_cents: null,
  price_distance_percent: null,
  largest_position_percent: null,
  open_heat_cents: null,
  open_heat_percent: null,
  heat_without_stop_percent: null,
  open_positions: null,
  symbol_rule: null,
}

function rowOf({
  largestOrder,
  largestPosition,
  dailyLoss,
  openHeat,
  priceDistance,
  largestPositionPercent,
  openHeatPercent,
  heatWithoutStop,
  openPositions,
  symbolRule,
  symbols,
  cancelsEntries,
  ...rest
}: SaveGuardRailsOptions['rails']) {
  noFieldLeft(rest)
  return toColumns(
    {
      largestOrder: positive(largestOrder),
      largestPosition: positive(largestPosition),
      dailyLoss: positive(dailyLoss),
      openHeat: openHeat === undefined ? undefined : positive(openHeat),
      priceDistance: aboveZero(priceDistance),
      largestPositionPercent: aboveZero(largestPositionPercent),
      openHeatPercent: aboveZero(openHeatPercent),
      heatWithoutStop: atMostWhole(aboveZero(heatWithoutStop)),
      openPositions: openPositions === 0 ? null : openPositions,
      symbolRule,
      symbols: symbols && [...new Set(symbols)].toSorted(),
      cancelsEntries,
    },
    {
      largestOrder: 'largest_order_cents',
      largestPosition: 'largest_position_cents',
      dailyLoss: 'daily_loss_cents',
      openHeat: 'open_heat_cents',
      priceDistance: 'price_distance_percent',
      largestPositionPercent: 'largest_position_percent',
      openHeatPercent: 'open_heat_percent',
      heatWithoutStop: 'heat_without_stop_percent',
      openPositions: 'open_positions',
      symbolRule: 'symbol_rule',
      symbols: 'symbols',
      cancelsEntries: 'cancels_entries',
    },
  )
}

/** Zero means no limit. */
const positive = (cents: Cents | null): Cents | null => (cents !== null && cents > 0n ? cents : null)

const aboveZero = <Text extends string | null | undefined>(percent: Text): Text | null =>
  typeof percent === 'string' && Number(percent) <= 0 ? null : percent

const atMostWhole = <Text extends string | null | undefined>(percent: Text): Text | null =>
  typeof percent === 'string' && wholeValue.lessThanOrEqualTo(percent) ? null : percent

/** Returns the limits in exact dollars and percent. */
function limitsOf(rails: OrderGuardRails): AccountLimits {
  const dollars = (cents: Cents | null) => (cents === null ? null : new Decimal(cents.toString()).div(100))
  const percent = (text: string | null) => (text === null ? null : new Decimal(text))
  return {
    ...noLimits,
    largestOrder: dollars(rails.largestOrder),
    largestPosition: dollars(rails.largestPosition),
    largestPositionPercent: percent(rails.largestPositionPercent),
    dailyLoss: dollars(rails.dailyLoss),
    openHeat: dollars(rails.openHeat),
    openHeatPercent: percent(rails.openHeatPercent),
    heatWithoutStop: percent(rails.heatWithoutStop) ?? wholeValue,
    openPositions: rails.openPositions,
    symbolRule: rails.symbolRule,
    symbols: rails.symbols,
    priceDistance: percent(rails.priceDistance),
    cancelsEntries: rails.cancelsEntries,
  }
}

const inText = (rails: OrderGuardRails): object =>
  Object.fromEntries(Object.entries(rails).map(([name, value]) => [name, value === null ? null : String(value)]))
