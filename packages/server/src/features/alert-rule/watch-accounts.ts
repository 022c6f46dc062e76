// Evaluates the alert rules about accounts, from the values, positions and orders of the last reading. Also expires
// what is due: rules whose last day has passed, and rule alerts that have been open for a day.
import { maskNumber, newYorkDateAt, type AccountTerms, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { RuleMemory } from '../../db/tables/alert-tables.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { findAccountFacts, findDrawdowns, findUnprotected, type UncoveredHolding } from './account-sight.ts'
import { claimTurn, releaseTurn, type AlertTurn } from './alert-turn.ts'
import { isFresh, judgeAccount, type AccountSight } from './judge-account.ts'
import type { JobRow, JobServices } from '../job/job-row.ts'
import { runRows, runTogether } from '../job/run-rows.ts'
import { describeRule } from './rule-words.ts'
import { ruleAlertKey, settleChanges, type LookedAtRule, type RuleChange } from './settle-changes.ts'
import { resolveAlert } from '../alert/write-alert.ts'
import { maskedAccount } from '../account/account-name.ts'

interface AccountRule extends LookedAtRule {
  readonly account_id: string
  /** The account's number. */
  readonly number: string
  readonly terms: AccountTerms
  readonly memory: RuleMemory
}

const maxOpenMs = 24 * 60 * 60_000

const links = { UNPROTECTED: '/operation', DRAWDOWN: '/wallet', ACCESS: '/account/activate' } as const

/** Runs one turn and returns how many rules fired; does nothing while another process holds the turn. */
export async function watchAccountRules(services: JobServices): Promise<number> {
  const turn = await claimTurn(services, 'ACCOUNT')
  if (!turn) return 0
  try {
    await endWhatIsDue(services)
    return await look(services, turn)
  } catch (error) {
    await releaseTurn(services, turn)
    throw error
  }
}

async function look(services: JobServices, turn: AlertTurn): Promise<number> {
  const rules = await readRules(services.db)
  const changes = await runTogether(services, 'watch-account-rule', rules, {
    describe: ruleRow,
    work: (some) => findChanges(services, some),
    isUnfinished: true,
  })
  return settleChanges(services, 'watch-account-rule', turn, { rules, changes, looked: null })
}

const ruleRow = ({ id, owner_id: ownerId, number }: AccountRule): JobRow => ({
  id,
  ownerId,
  name: `An alert rule about account ${maskNumber(number)}`,
})

async function findChanges({ db, clock }: JobServices, rules: readonly AccountRule[]): Promise<RuleChange[]> {
  const nowMs = clock.nowMs()
  const sights = await findSights(db, nowMs, rules)
  return rules.flatMap((rule) => {
    const sight = sights.get(rule.account_id)
    const change = sight && changeOf(rule, sight, nowMs)
    return change ? [change] : []
  })
}

async function readRules(db: Db): Promise<AccountRule[]> {
  const { rows } = await sql<AccountRule>`
    select r.id, r.owner_id, r.code, r.account_id, r.terms, r.note, r.state, r.occasion, r.memory, r.revision,
      r.fired_count, r.is_repeating, a.number
    from alert_rule r join app_user u on u.id = r.owner_id and u.status = 'ACTIVE' join account a on a.id = r.account_id
    where r.account_id is not null and not r.is_paused and r.state in ('NEW', 'WAITING', 'BEYOND', 'FIRED')
    order by r.id`.execute(db)
  return rows
}

/** Returns the sights by account. Each account is read once, and only for what its rules need. */
export async function findSights(
  db: Db,
  nowMs: number,
  rules: readonly { readonly account_id: string; readonly terms: AccountTerms }[],
): Promise<Map<string, AccountSight>> {
  const facts = await findAccountFacts(db, [...new Set(rules.map(({ account_id }) => account_id))])
  const asking = (kind: AccountTerms['kind']) => {
    const ids = new Set(rules.filter(({ terms }) => terms.kind === kind).map(({ account_id }) => account_id))
    return [...facts.values()].filter((account) => ids.has(account.id) && isFresh(account, nowMs))
  }
  const drawdowns = await findDrawdowns(db, asking('DRAWDOWN'))
  const unprotected = new Map<string, UncoveredHolding[]>()
  for (const { id } of asking('UNPROTECTED')) unprotected.set(id, await findUnprotected(db, id))
  return new Map(
    [...facts].map(([id, account]) => [
      id,
      { facts: account, drawdown: drawdowns.get(id), unprotected: unprotected.get(id) },
    ]),
  )
}

function changeOf(rule: AccountRule, sight: AccountSight, nowMs: number): RuleChange | undefined {
  const step = judgeAccount(rule, sight, nowMs)
  if (!step) return undefined
  const isRemembered =
    step.memory === undefined ||
    JSON.stringify(step.memory) === JSON.stringify({ seen: rule.memory.seen ?? {}, told: rule.memory.told ?? [] })
  if (step.state === rule.state && step.text === undefined && isRemembered) return undefined
  return {
    rule,
    words: describeRule(rule.terms, maskedAccount(sight.facts)),
    state: step.state,
    occasion: step.occasion,
    link: links[rule.terms.kind],
    ...(step.memory ? { memory: step.memory } : {}),
    firings: step.text === undefined ? [] : [{ marketAtMs: nowMs, price: null, text: step.text }],
  }
}

/**
 * Expires rules after their last New York day and resolves rule alerts after at most a day; the firings stay in the
 * history.
 */
async function endWhatIsDue(services: JobServices): Promise<void> {
  const { db, clock } = services
  const nowMs = clock.nowMs()
  const running = ['NEW', 'WAITING', 'BEYOND', 'FIRED'] as const
  const expired = await db
    .selectFrom('alert_rule')
    .select(['id', 'owner_id'])
    .where('state', 'in', running)
    .where('expires_on', '<', newYorkDateAt(toEpochMs(nowMs)))
    .execute()
  await runRows(services, 'end-alert-rule', expired, {
    describe: ({ id, owner_id: ownerId }) => ({ id, ownerId, name: 'The end of an alert rule' }),
    work: ({ id, owner_id: userId }) =>
      inTransaction(db, async (trx) => {
        await trx
          .updateTable('alert_rule')
          .set({ state: 'EXPIRED' })
          .where('id', '=', id)
          .where('state', 'in', running)
          .execute()
        await resolveAlert(trx, clock, { userId, key: ruleAlertKey(id) })
      }),
  })
  const over = await db
    .selectFrom('alert')
    .select(['id', 'user_id'])
    .where('kind', '=', 'RULE_FIRED')
    .where('resolved_at', 'is', null)
    .where('raised_at', '<=', new Date(nowMs - maxOpenMs))
    .execute()
  await runTogether(services, 'end-alert-rule', over, {
    describe: ({ id, user_id: ownerId }) => ({ id, ownerId, name: 'The end of an alert' }),
    work: async (some) => {
      await db
        .updateTable('alert')
        .set({ resolved_at: new Date(nowMs), updated_at: new Date(nowMs) })
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .where('resolved_at', 'is', null)
        .execute()
      return some
    },
  })
}
