// Judges the bands of a target plan at the newest close of an account, in the transaction that stores it. Its owner is
// notified once of each leaf that leaves its band, and again only after it was back within.
// Source: docs/rules/target-allocation.md, "Drift alert".
import type { TargetPlan } from '@clubfolio/contract'
import {
  cashLeafKey,
  formatMoney,
  isWithinBand,
  placeInstruments,
  scaledText,
  targetLeaves,
  targetValues,
  toCents,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { maskedAccount } from '../account/account-name.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { listedClasses } from './listed-class.ts'

interface JudgedLeaf {
  readonly key: string
  readonly name: string
  readonly value: bigint
  readonly target: bigint
}

/**
 * Does nothing where the newest close is judged already, or its lines are unknown. The caller has locked the account.
 */
export async function noteDrift(trx: Trx, clock: Clock, accountId: string): Promise<void> {
  const row = await trx
    .selectFrom('target_plan as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .innerJoin('account_close as c', 'c.account_id', 'p.account_id')
    .select([
      'p.plan',
      'p.version',
      'p.judged_day',
      'a.owner_id',
      'a.number',
      'a.is_paper',
      'a.market_source',
      'a.currency',
    ])
    .select(['c.day', 'c.broker_value_cents as value'])
    .where('p.account_id', '=', accountId)
    .orderBy('c.day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.plan?.alerts || (row.judged_day !== null && row.judged_day >= row.day)) return
  const { plan, day, version, owner_id: ownerId } = row
  const value = BigInt(row.value)
  const leaves = await leavesAt(trx, { accountId, marketSource: row.market_source, plan, day, value })
  if (leaves === null) return
  await trx.updateTable('target_plan').set({ judged_day: day }).where('account_id', '=', accountId).execute()
  const outside = leaves.filter((leaf) => !isWithinBand({ accountValue: value, ...leaf }, plan.band))
  const keys = outside.map(({ key }) => key)
  await sql`delete from target_outside where account_id = ${accountId}
    and not (class_key = any(${keys}::text[]))`.execute(trx)
  for (const leaf of outside) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('target_outside')
      .values({ account_id: accountId, class_key: leaf.key, since_day: day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) continue
    await recordNotification(trx, clock, {
      userId: ownerId,
      kind: 'TARGET_DRIFT',
      key: `target.drift ${accountId} ${version} ${day} ${leaf.key}`,
      title: `${leaf.name} outside its band`,
      link: '/allocation',
      text: `${textOf(leaf, value, row.currency)} in account ${maskedAccount(row)} at the close of ${day}.`,
    })
  }
}

/** `Technology is 64.20% of the value and its target is 60.00%: $4,200.00 above` */
function textOf({ name, value, target }: JudgedLeaf, accountValue: bigint, currency: string): string {
  const percentOf = (amount: bigint): string =>
    accountValue > 0n ? `${scaledText((amount * 10_000n) / accountValue, 2)}%` : 'n/a'
  const off = value - target
  const distance = formatMoney(toCents(off < 0n ? -off : off), { currency })
  return (
    `${name} is ${percentOf(value)} of the value and its target is ${percentOf(target)}: ` +
    `${distance} ${off < 0n ? 'below' : 'above'}`
  )
}

/** Returns what each leaf was worth at a close; null where it is not known what was held. */
async function leavesAt(
  trx: Trx,
  {
    accountId,
    marketSource,
    plan,
    day,
    value,
  }: {
    readonly accountId: string
    readonly marketSource: string
    readonly plan: TargetPlan
    readonly day: string
    readonly value: bigint
  },
): Promise<JudgedLeaf[] | null> {
  const lines = await trx
    .selectFrom('account_close_line')
    .select(['kind', 'symbol', 'value_cents'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .execute()
  if (!lines.some(({ kind }) => kind === 'CASH')) return null
  const held = lines.filter(({ kind, value_cents: cents }) => kind === 'INSTRUMENT' && cents !== 0n)
  const classOf = await listedClasses(trx, {
    marketSource,
    symbols: held.map(({ symbol }) => symbol),
    grouping: plan.grouping,
  })
  const place = placeInstruments(plan)
  const values = new Map<string, bigint>()
  const add = (key: string, cents: bigint): void => void values.set(key, (values.get(key) ?? 0n) + cents)
  for (const { symbol, value_cents: cents } of held) add(place({ code: symbol, listed: classOf(symbol) }), cents)
  // Cash is what the positions leave of the value, as on the screen.
  add(cashLeafKey(plan), value - held.reduce((sum, { value_cents: cents }) => sum + cents, 0n))
  const leaves = targetLeaves(plan)
  const targets = targetValues(value, leaves)
  return leaves.map(({ key, name }) => ({ key, name, value: values.get(key) ?? 0n, target: targets.get(key)! }))
}
