// A user's own alert rules with their current state, the preview of a rule before it is saved, and the history of
// firings.
import type { AlertFiring, AlertPreview, AlertRule, AlertRuleState } from '@clubfolio/contract'
import { codeKey, isAboutInstrument } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { findPresentSights, type PresentSight } from './present-sight.ts'
import { observedMarket } from './price-observations.ts'
import { findSubject, type AskedSubject, type RuleSubject } from './rule-subject.ts'
import { describeProspect, describeOtherMarket, describeRule } from './rule-words.ts'

export async function findRules(services: Services, ownerId: string): Promise<AlertRule[]> {
  const { db } = services
  const rows = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('position', 'desc')
    .execute()
  const { source: active } = await observedMarket(services)
  const instruments = await findInstruments(
    db,
    active,
    rows.flatMap(({ source, code }) => (source === active && code !== null ? [code] : [])),
  )
  const subjects = rows.map((row): RuleSubject | null => {
    const { terms, account_id: accountId } = row
    if (!isAboutInstrument(terms)) return accountId === null ? null : { about: 'ACCOUNT', terms, accountId }
    const known = row.source === active ? instruments.get(row.code_key ?? '') : undefined
    return known ? { about: 'INSTRUMENT', terms, source: active, ...known } : null
  })
  const seen = rows.flatMap((row, index) =>
    subjects[index] ? [{ subject: subjects[index], setDay: row.set_day }] : [],
  )
  const sights = await findPresentSights(services, seen)
  let next = 0
  return rows.map((row, index) => {
    const sight = subjects[index] ? sights[next++]! : undefined
    const state: AlertRuleState = row.is_paused ? 'PAUSED' : row.state === 'NEW' ? 'UNSEEN' : row.state
    return {
      id: row.id,
      terms: row.terms,
      code: row.code,
      accountId: row.account_id,
      words: describeRule(row.terms, sight?.subject ?? row.code ?? ''),
      state,
      next: prospect(row.source, sight, state, row.is_repeating),
      note: row.note,
      isRepeating: row.is_repeating,
      expiresOn: row.expires_on,
      drawingId: row.drawing_id,
      createdAt: row.created_at.getTime(),
      firedCount: row.fired_count,
      lastFiredAt: row.last_fired_at?.getTime() ?? null,
    }
  })
}

const prospect = (
  source: string | null,
  sight: PresentSight | undefined,
  state: AlertRuleState,
  isRepeating: boolean,
): string =>
  sight || state === 'OVER' || state === 'EXPIRED' || state === 'PAUSED'
    ? describeProspect({
        state,
        isRepeating,
        now: sight?.now ?? null,
        met: sight?.met ?? null,
        clear: sight?.clear ?? null,
      })
    : describeOtherMarket(source ?? '')

type KnownInstrument = {
  readonly code: string
  readonly codeKey: string
  readonly instrumentId: string
  readonly version: string
}

async function findInstruments(
  db: Db,
  source: string,
  codes: readonly string[],
): Promise<Map<string, KnownInstrument>> {
  const { rows } = await sql<{ id: string; code: string; code_key: string; version: string }>`
    select i.id, i.code, i.code_key, coalesce(s.updated_at::text, '') as version from instrument i
      left join instrument_stat s on s.instrument_id = i.id
    where i.source = ${source} and i.code_key = any(${codes.map(codeKey)})`.execute(db)
  return new Map(
    rows.map(({ id, code, code_key, version }) => [code_key, { code, codeKey: code_key, instrumentId: id, version }]),
  )
}

/** Returns what the dialog shows while a rule is being edited. */
export async function previewRule(services: Services, ownerId: string, asked: AskedSubject): Promise<AlertPreview> {
  const subject = await findSubject(services.db, ownerId, asked)
  const [sight] = await findPresentSights(services, [{ subject, setDay: null }])
  const { last, now, met, clear, beginning } = sight!
  return {
    words: describeRule(subject.terms, sight!.subject),
    next: describeProspect({ state: beginning.state, isRepeating: true, now, met, clear }),
    last,
    isBeyond: beginning.state === 'BEYOND',
  }
}

export async function findFirings(
  db: Db,
  ownerId: string,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<{ total: number; result: AlertFiring[] }> {
  const own = db.selectFrom('alert_firing').where('owner_id', '=', ownerId)
  const rows = await own.selectAll().orderBy('position', 'desc').offset(start).limit(count).execute()
  const { total } = await own.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const result = rows.map((row) => ({
    id: row.id,
    ruleId: row.rule_id,
    rule: row.rule_words,
    note: row.note,
    text: row.text,
    code: row.code,
    price: row.price === null ? null : Number(row.price),
    marketAt: row.market_at.getTime(),
    firedAt: row.fired_at.getTime(),
  }))
  return { total: Number(total), result }
}
