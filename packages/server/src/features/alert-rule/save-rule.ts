// Creates an alert rule, or redefines one. It starts from the present state: a price that is already beyond the limit
// has to come back first.
import { alertRuleLimit, Refusal, type AskedAlertRule } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { findPresentSights } from './present-sight.ts'
import { observedMarket } from './price-observations.ts'
import { findSubject } from './rule-subject.ts'
import { describeRule } from './rule-words.ts'
import { ruleAlertKey } from './settle-changes.ts'
import { resolveAlert } from '../alert/write-alert.ts'

/** Creates a rule and returns its id and its words. */
export async function createRule(
  services: Services,
  trx: Trx,
  ownerId: string,
  asked: AskedAlertRule,
): Promise<{ readonly id: string; readonly words: string }> {
  const { columns, words } = await columnsOf(services, trx, ownerId, asked)
  // Locking the owner's row serialises the count.
  await trx.selectFrom('app_user').select('id').where('id', '=', ownerId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { count } = await trx
    .selectFrom('alert_rule')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= alertRuleLimit) throw new Refusal('alertRuleCount', { limit: alertRuleLimit })
  const id = newId(services.clock)
  await trx
    .insertInto('alert_rule')
    .values({ id, owner_id: ownerId, created_at: new Date(services.clock.nowMs()), last_fired_at: null, ...columns })
    .execute()
  return { id, words }
}

/** Updates a rule and returns its words. Its history stays; its open alert is resolved. */
export async function updateRule(
  services: Services,
  trx: Trx,
  ownerId: string,
  { id, ...asked }: AskedAlertRule & { readonly id: string },
): Promise<string> {
  const own = await trx
    .selectFrom('alert_rule')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw new Refusal('notFound')
  const { columns, words } = await columnsOf(services, trx, ownerId, asked)
  await trx
    .updateTable('alert_rule')
    .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await resolveAlert(trx, services.clock, { userId: ownerId, key: ruleAlertKey(id) })
  return words
}

async function columnsOf(
  services: Services,
  trx: Trx,
  ownerId: string,
  { note, isRepeating, expiresOn, drawingId, ...askedSubject }: AskedAlertRule,
) {
  const today = newYorkDateAt(services.clock.nowMs())
  if (expiresOn !== null && expiresOn < today)
    throw new Refusal('alertExpiry', {}, [{ field: 'expiresOn', message: 'Choose today or a later day.' }])
  const subject = await findSubject(trx, ownerId, askedSubject)
  const inside = { ...services, db: trx }
  const [sight] = await findPresentSights(inside, [{ subject, setDay: null }])
  const { time, day } = await observedMarket(inside)
  const isInstrument = subject.about === 'INSTRUMENT'
  const { state, occasion, memory } = sight!.beginning
  return {
    words: describeRule(subject.terms, sight!.subject),
    columns: {
      source: isInstrument ? subject.source : null,
      code: isInstrument ? subject.code : null,
      code_key: isInstrument ? subject.codeKey : null,
      account_id: isInstrument ? null : subject.accountId,
      terms: JSON.stringify(subject.terms),
      note,
      is_repeating: isRepeating,
      expires_on: expiresOn,
      // A rule about an account follows no drawing; without the field the rule keeps the one it has.
      ...(isInstrument ? (drawingId === undefined ? {} : { drawing_id: drawingId }) : { drawing_id: null }),
      state,
      occasion,
      memory: JSON.stringify(memory),
      set_day: isInstrument ? day : null,
      set_at: new Date(isInstrument ? time.nowMs : services.clock.nowMs()),
    },
  }
}
