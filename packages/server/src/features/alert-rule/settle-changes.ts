// Writes the result of evaluating alert rules: the state of each rule, and for each firing the history, the
// notification and the alert, all in one transaction with the time up to which prices were evaluated. A firing exists
// once, however many processes looked and whenever one of them stopped.
import type { RuleState, RuleTerms } from '@clubfolio/domain'
import { refusalOfDatabase } from '../../kernel/database-refusal.ts'
import { newId } from '../../kernel/id.ts'
import { inSavepoint, inTransaction, isRepeatable, type Trx } from '../../kernel/transaction.ts'
import type { RuleMemory } from '../../db/tables/alert-tables.ts'
import type { JobServices } from '../job/job-row.ts'
import { recordRowFailure } from '../job/record-row-failure.ts'
import type { RowJobName } from '../job/row-jobs.ts'
import { idsDueForRetry, clearFailures } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { recordEvent } from '../webhook/record-event.ts'
import { endTurn, type AlertTurn } from './alert-turn.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'

export interface LookedAtRule {
  readonly id: string
  readonly owner_id: string
  readonly code: string | null
  readonly terms: RuleTerms
  readonly note: string
  readonly state: RuleState
  readonly occasion: string
  readonly revision: number
  readonly fired_count: number
  readonly is_repeating: boolean
}

export interface Firing {
  readonly marketAtMs: number
  /** Steps of $0.0001; null for a rule about an account. */
  readonly price: number | null
  /** What happened, with its figures. */
  readonly text: string
}

export interface RuleChange {
  readonly rule: LookedAtRule
  readonly words: string
  readonly state: RuleState
  readonly occasion: string
  readonly memory?: RuleMemory
  readonly firings: readonly Firing[]
  /** Where the user can act on it. */
  readonly link: `/${string}`
}

type SettleServices = JobServices

export interface RuleFinding {
  /** All rules that were evaluated. */
  readonly rules: readonly LookedAtRule[]
  readonly changes: readonly RuleChange[]
  readonly looked: { readonly market: string; readonly untilMs: number } | null
}

export const ruleAlertKey = (ruleId: string): string => `rule ${ruleId}`

/**
 * Writes the changes and returns the number of firings written: 0 when another process has taken the turn over. A rule
 * that cannot be written does not block the others.
 */
export async function settleChanges(
  services: SettleServices,
  job: RowJobName,
  turn: AlertTurn,
  { rules, changes, looked }: RuleFinding,
): Promise<number> {
  let failed: { readonly rule: LookedAtRule; readonly error: unknown }[] = []
  const told = await inTransaction(services.db, async (trx) => {
    failed = []
    if (!(await endTurn({ db: trx, clock: services.clock }, turn, looked))) return 0
    const valid = await lockUnchanged(trx, changes)
    let fired = 0
    for (const change of valid) {
      try {
        await inSavepoint(trx, () => settle(services, trx, change))
        fired += change.firings.length
      } catch (error) {
        if (refusalOfDatabase(error) !== undefined || isRepeatable(error)) throw error
        failed.push({ rule: change.rule, error })
      }
    }
    return fired
  })
  for (const { rule, error } of failed)
    await recordRowFailure(
      services,
      job,
      { id: rule.id, ownerId: rule.owner_id, name: `An alert rule${rule.code === null ? '' : ` about ${rule.code}`}` },
      error,
    )
  await forgetDone(
    services,
    job,
    rules.filter(({ id }) => !failed.some(({ rule }) => rule.id === id)),
  )
  return told
}

/**
 * Clears the failures of rules that failed before and were evaluated now; rules that were not evaluated keep theirs.
 */
async function forgetDone(services: SettleServices, job: RowJobName, rules: readonly LookedAtRule[]): Promise<void> {
  const due = await idsDueForRetry(services, job)
  await clearFailures(
    services,
    job,
    rules.map(({ id }) => id).filter((id) => due.has(id)),
  )
}

async function settle(services: SettleServices, trx: Trx, change: RuleChange): Promise<void> {
  for (const [index, firing] of change.firings.entries())
    await writeFiring(services, trx, { ruleChange: change, firing, ordinal: change.rule.fired_count + index + 1 })
  // A condition that was met and passed between two looks stays open until it is dismissed; otherwise no one would ever
  // see it.
  if (change.state !== 'FIRED' && change.firings.length === 0)
    await resolveAlert(trx, services.clock, { userId: change.rule.owner_id, key: ruleAlertKey(change.rule.id) })
  await writeState(services, trx, change)
}

/**
 * Locks the rules and drops changes of those that the owner has changed since the look, so that the owner's change
 * wins.
 */
async function lockUnchanged(trx: Trx, changes: readonly RuleChange[]): Promise<RuleChange[]> {
  if (changes.length === 0) return []
  const rows = await trx
    .selectFrom('alert_rule')
    .select(['id', 'revision', 'state', 'fired_count', 'is_paused'])
    .where(
      'id',
      'in',
      changes.map(({ rule }) => rule.id),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const current = new Map(rows.map((row) => [row.id, row]))
  return changes.filter(({ rule }) => {
    const row = current.get(rule.id)
    return (
      row !== undefined &&
      !row.is_paused &&
      row.revision === rule.revision &&
      row.state === rule.state &&
      row.fired_count === rule.fired_count
    )
  })
}

async function writeState(
  { clock }: SettleServices,
  trx: Trx,
  { rule, state, occasion, memory, firings }: RuleChange,
): Promise<void> {
  await trx
    .updateTable('alert_rule')
    .set({
      state,
      occasion,
      ...(memory ? { memory: JSON.stringify(memory) } : {}),
      ...(firings.length > 0
        ? { fired_count: rule.fired_count + firings.length, last_fired_at: new Date(clock.nowMs()) }
        : {}),
    })
    .where('id', '=', rule.id)
    .execute()
}

const severityOf = ({ kind }: RuleTerms): 'WARNING' | 'CRITICAL' =>
  kind === 'UNPROTECTED' || kind === 'DRAWDOWN' ? 'CRITICAL' : 'WARNING'

interface WriteFiringOptions {
  readonly ruleChange: RuleChange
  readonly firing: Firing
  readonly ordinal: number
}

async function writeFiring(
  { clock }: SettleServices,
  trx: Trx,
  { ruleChange: { rule, words, link }, firing: { marketAtMs, price, text }, ordinal }: WriteFiringOptions,
): Promise<void> {
  await trx
    .insertInto('alert_firing')
    .values({
      id: newId(clock),
      owner_id: rule.owner_id,
      rule_id: rule.id,
      ordinal,
      rule_words: words,
      note: rule.note,
      text,
      code: rule.code,
      price: price === null ? null : (price / 10_000).toFixed(4),
      market_at: new Date(marketAtMs),
      fired_at: new Date(clock.nowMs()),
    })
    .execute()
  await recordEvent(trx, clock, {
    type: 'alert.fired',
    key: `rule ${rule.id} ${ordinal}`,
    accountId: null,
    userId: rule.owner_id,
    data: {
      ruleId: rule.id,
      firing: ordinal,
      rule: words,
      note: rule.note,
      text,
      code: rule.code,
      price: price === null ? null : (price / 10_000).toFixed(4),
      marketAt: new Date(marketAtMs).toISOString(),
      read: { method: 'GET', path: '/v1/api/alert/find-firings/0/20' },
    },
  })
  const told = rule.note === '' ? text : `${text} Note: ${rule.note}`
  await recordNotification(trx, clock, {
    userId: rule.owner_id,
    kind: 'ALERT_FIRED',
    key: `rule ${rule.id} ${ordinal}`,
    title: words,
    text: told,
    link: '/alert?tab=history',
  })
  await resolveAlert(trx, clock, { userId: rule.owner_id, key: ruleAlertKey(rule.id) })
  await raiseAlert(trx, clock, {
    userId: rule.owner_id,
    key: ruleAlertKey(rule.id),
    kind: 'RULE_FIRED',
    severity: severityOf(rule.terms),
    title: words,
    text: told,
    link,
  })
}
