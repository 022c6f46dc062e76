// The refusals of taken values; that the constraints they are named after exist, and that no other constraint can turn
// what a user names into a fault.
import { refusalCatalogue } from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { refuseTaken, uniqueRefusals, violatedUnique } from './unique-refusal.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)
afterAll(() => app.stop())

/**
 * Why a unique constraint needs no refusal. One on a row's own id, alone or within an account, is not listed: the id is
 * generated.
 */
const withoutRefusal: Readonly<Record<string, readonly string[]>> = {
  'what is saved under a name replaces what the name held (on conflict do update)': [
    'column_mapping_pkey',
    'currency_rate_pkey',
    'chart_workspace_pkey',
    'instrument_label_pkey',
    'notification_choice_pkey',
    'order_guard_pkey',
    'order_question_limit_pkey',
    'phone_change_pkey',
    'session_code_pkey',
    'saved_analysis_owner_id_name_key',
    'saved_screen_owner_id_name_key',
    'target_plan_pkey',
    'trade_note_pkey',
    'user_preference_pkey',
    'web_push_device_endpoint_hash_key',
  ],
  'being there already is what the call asked for (looked up under a lock, or on conflict do nothing)': [
    'group_permission_pkey',
    'order_limit_reached_pkey',
    'own_report_share_pkey',
    'target_outside_pkey',
    'user_group_member_pkey',
    'api_token_account_pkey',
    'webhook_account_pkey',
    'webhook_delivery_webhook_id_key_key',
    'watchlist_item_pkey',
  ],
  'the books judge the change under the lock of their fund and refuse it first': [
    'fund_funding_pkey',
    'fund_opening_share_pkey',
    'fund_period_pkey',
    'fund_pkey',
    'fund_reversal_pkey',
    'fund_status_change_pkey',
  ],
  'names of webhooks are compared under the lock of their owner': ['webhook_name'],
  'a charge is judged and written once, with its lines, under the lock of its fund': ['fund_fee_line_pkey'],
  'a period end is proposed once (on conflict do nothing)': ['fund_fee_proposal_pkey'],
  'a new logo replaces the one before (on conflict do update)': ['fund_logo_pkey'],
  'parts of a document are numbered by its only upload': ['fund_document_part_pkey'],
  'the version that was looked at last replaces the one before (on conflict do update)': ['fund_fee_look_pkey'],
  'a member opens an announcement once (on conflict do nothing)': ['fund_announcement_read_pkey'],
  'a member has one ballot, which the next one replaces (on conflict do update)': [
    'fund_ballot_pkey',
    'fund_secret_ballot_pkey',
  ],
  'an announcement and a vote are new when their mails, choices and voters are written': [
    'fund_announcement_mail_pkey',
    'fund_vote_choice_pkey',
    'fund_vote_voter_pkey',
  ],
  'a payment is reminded of once (on conflict do nothing)': ['fund_due_reminder_pkey'],
  'a role is given and accepted under the lock of its fund, which finds an earlier one first': [
    'fund_role_of_email',
    'fund_role_of_user',
  ],
  'one open invitation of a member: replaced under the lock of the member': ['member_invitation_open'],
  'a period is ordered once: looked up and written under the lock of its fund': [
    'fund_statement_run_pkey',
    'fund_statement_schedule_pkey',
  ],
  'an account belongs to one user: on conflict do update, refused as accountLinkedElsewhere': [
    'account_broker_number_key',
  ],
  'lines are numbered by the import and counted under the lock of their account': [
    'account_statement_line_counted',
    'account_statement_line_pkey',
    'file_account_pkey',
  ],
  'one default account: every writer locks the accounts or their owner': ['account_one_default'],
  'one active source, one running replay: activated under a lock of all sources': [
    'market_source_active',
    'replay_pkey',
    'replay_running',
  ],
  'keys of repeated requests: a repeat gets the first answer': [
    'idempotency_key_pkey',
    'order_cancellation_pkey',
    'order_request_account_id_request_key_key',
    'position_action_account_id_request_key_key',
  ],
  'the claim that only one order of an account is sent at a time': ['order_request_one_sending'],
  'one running action per position: refused as actionInProgress': ['position_action_one_running'],
  'steps are numbered by their action, whose claim only one process has': ['position_action_step_pkey'],
  'an address that registers again gets the answer of a new one (on conflict)': [
    'registration_decoy_pkey',
    'registration_pkey',
    'sign_in_challenge_user_id_key',
  ],
  'a sign-in at a provider is linked once, and one per user and provider (on conflict)': [
    'oidc_link_subject_key',
    'oidc_link_user_key',
  ],
  'hashes of tokens, answers and tickets that we make': [
    'api_token_token_hash_key',
    'captcha_answer_pkey',
    'device_token_hash_key',
    'link_attempt_pkey',
    'fund_role_token_hash_key',
    'member_invitation_token_hash_key',
    'one_use_link_token_hash_key',
    'session_token_hash_key',
    'sign_in_factor_credential_id_key',
    'oidc_attempt_pkey',
    'socket_ticket_pkey',
  ],
  'lists of the product, seeded by migrations and at the start': [
    'kysely_migration_lock_pkey',
    'kysely_migration_pkey',
    'market_source_pkey',
    'permission_name_key_key',
    'setting_pkey',
  ],
  'read from the brokerage': [
    'account_movement_account_id_broker_id_key',
    'account_transaction_pkey',
    'broker_order_pkey',
  ],
  'prices, listings and what follows from them, written by imports and jobs': [
    'corporate_action_pkey',
    'daily_bar_pkey',
    'forming_base_pkey',
    'forming_stat_pkey',
    'instrument_indicator_pkey',
    'instrument_source_code_key_key',
    'instrument_stat_pkey',
    'level_day_pkey',
    'level_due_pkey',
    'market_import_refusal_pkey',
    'minute_bar_pkey',
    'opportunity_pkey',
    'split_segment_pkey',
  ],
  'derived from an account or a fund, written by readings and jobs': [
    'account_close_line_pkey',
    'account_close_pkey',
    'account_close_revision_pkey',
    'account_difference_position_key',
    'account_point_pkey',
    'account_position_pkey',
    'account_sync_pkey',
    'fund_arrival_pkey',
    'fund_check_pkey',
    'fund_close_pkey',
    'fund_movement_pkey',
    'fund_pack_part_pkey',
    'fund_result_period_pkey',
    'fund_result_pkey',
    'fund_version_pkey',
    'journal_account_pkey',
    'journal_symbol_pkey',
    'journal_trade_pkey',
    'realised_version_pkey',
    'stop_version_pkey',
  ],
  'notifications, alerts, messages and reports that the server writes under keys and numbers of its own': [
    'alert_firing_rule_id_ordinal_key',
    'alert_standing',
    'notification_delivery_pkey',
    'notification_user_id_key_key',
    'push_message_position_key',
    'report_file_pkey',
    'report_mail_pkey',
    'report_run_schedule_id_due_at_key',
    'web_push_delivery_once',
  ],
  'one row per job, watched order, limit or clock of the server': [
    'alert_turn_pkey',
    'broker_allowance_pkey',
    'clock_pkey',
    'entry_division_pkey',
    'held_exit_pkey',
    'job_failure_pkey',
    'order_turn_pkey',
    'order_watch_pkey',
    'push_head_pkey',
    'rate_counter_pkey',
    'web_push_key_only_row_key',
    'worker_beat_pkey',
  ],
}
const reasoned = Object.values(withoutRefusal).flat()

interface UniqueIndex {
  readonly name: string
  readonly columns: readonly string[]
}

async function readUniqueIndexes(): Promise<readonly UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex>`
    select c.relname as name, array_agg(coalesce(a.attname::text, 'expression') order by k.ordinal) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(i.indkey) with ordinality as k (number, ordinal)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisunique and n.nspname in ('public', 'market')
    group by c.relname, i.indexrelid order by c.relname
  `.execute(app.services.db)
  return rows
}

const isGeneratedId = ({ columns }: UniqueIndex): boolean => ['id', 'account_id,id'].includes(columns.join(','))

test('every constraint of the list exists and is unique', async () => {
  const known = new Set((await readUniqueIndexes()).map(({ name }) => name))
  expect([...Object.keys(uniqueRefusals), ...reasoned].filter((name) => !known.has(name))).toEqual([])
})

test('every unique constraint has a refusal, or a reason why it needs none', async () => {
  const named = (await readUniqueIndexes()).filter((index) => !isGeneratedId(index))
  const listed = [...Object.keys(uniqueRefusals), ...reasoned]
  // Map it in unique-refusal.ts and write through `refuseTaken`, or add it above with its reason.
  expect(named.filter(({ name }) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
})

test('every refusal of the list names its field', () => {
  expect(Object.values(uniqueRefusals).filter((name) => !('field' in refusalCatalogue[name]))).toEqual([])
})

test('a taken value is refused beside its field, in the words that it had without one', async () => {
  const anna = await app.signUp(['INVESTORS'])
  await anna.client.watchlist.create({ body: { name: 'Oil' } })
  const text = 'A watchlist named Oil already exists. Choose another name.'
  await expect(anna.client.watchlist.create({ body: { name: 'Oil' } })).rejects.toMatchObject({
    status: 409,
    message: text,
    body: { refusal: 'watchlistName', error: [{ field: 'name', message: text }] },
  })
})

test('figures fill the words in; a constraint without a refusal, and any other error, stay what they are', async () => {
  const violated = (constraint: string, code = '23505') =>
    Promise.reject(Object.assign(new Error('duplicate'), { code, constraint }))
  await expect(refuseTaken(violated('app_user_email_key'), { email: 'a@b.example' })).rejects.toMatchObject({
    refusal: 'emailTaken',
    fields: [{ field: 'email', message: 'The e-mail address a@b.example belongs to another user.' }],
  })
  await expect(refuseTaken(violated('instrument_pkey'))).rejects.toThrow('duplicate')
  await expect(refuseTaken(violated('app_user_email_key', '23514'))).rejects.toThrow('duplicate')
  await expect(refuseTaken(Promise.resolve('written'))).resolves.toBe('written')
  expect([violatedUnique(new Error('other')), violatedUnique(undefined)]).toEqual([undefined, undefined])
})
