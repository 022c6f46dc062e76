// The records of a fund as one list in SQL: each table of the books is one select of the same columns, joined with what
// reversed or replaced it. Paging and filters run in the database (docs/rules/fund.md, "History").
import type { FundHistoryKind } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'

export interface HistoryFilter {
  readonly accountId: string
  /** Only lines of this holder; unallocated has the id of the account. */
  readonly holderId?: string | undefined
  /** Leaves out what concerns all holders alike. */
  readonly isOwnOnly?: boolean
  /** Null: only what Clubfolio recorded by itself. */
  readonly authorId?: string | null | undefined
  readonly kind?: FundHistoryKind | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly start: number
  readonly count: number
}

export interface HistoryRow {
  readonly kind: FundHistoryKind
  readonly id: string
  /** The record behind the line: the entry of a status change, the record that a reversal takes out. */
  readonly record_id: string
  readonly day: string
  readonly recorded_at: Date
  readonly author: string | null
  readonly author_id: string | null
  /** Holders concerned; null for all of them. */
  readonly holders: readonly string[] | null
  readonly words: string
  readonly why: string
  /** An entry's amount with the sign of its cash; the amount of an expense; the broker value of a close. */
  readonly amount_cents: string | null
  readonly undone_at: Date | null
  readonly undone_by: string | null
  readonly undone_why: string | null
  readonly total: number
}

/** Returns a page of the records, newest first. The caller has checked the right to read them. */
export async function readHistoryLines(db: Db | Trx, filter: HistoryFilter): Promise<readonly HistoryRow[]> {
  const { accountId, holderId, isOwnOnly = false, authorId, kind, from, to, start, count } = filter
  const { rows } = await sql<HistoryRow>`
    with ${historyOf(accountId)}
    select l.kind, l.id, l.record_id, l.day::text as day, l.recorded_at, l.author_id, l.holders, l.words, l.why,
      l.amount_cents::text,
      l.undone_at, l.undone_why, u.first_name || ' ' || u.last_name as author,
      v.first_name || ' ' || v.last_name as undone_by, count(*) over ()::int as total
    from line l
    left join app_user u on u.id = l.author_id
    left join app_user v on v.id = l.undone_by
    where (${kind ?? null}::text is null or l.kind = ${kind ?? null}::text)
      and (${from ?? null}::date is null or l.day >= ${from ?? null}::date)
      and (${to ?? null}::date is null or l.day <= ${to ?? null}::date)
      and (${authorId === undefined}::boolean or l.author_id is not distinct from ${authorId ?? null}::uuid)
      and (${holderId ?? null}::uuid is null or ${holderId ?? null}::uuid = any(l.holders)
        or (l.holders is null and not ${isOwnOnly}::boolean))
    order by l.recorded_at desc, l.day desc, l.kind, l.id, l.words
    limit ${count} offset ${start}`.execute(db)
  return rows
}

/**
 * Returns the names of the API tokens with which authors recorded lines, by the id of the line, from the audit log: it
 * names a record by its id, within the transaction of the record.
 */
export async function readTokenNames(
  db: Db | Trx,
  rows: readonly Pick<HistoryRow, 'id' | 'record_id' | 'author_id' | 'recorded_at'>[],
): Promise<ReadonlyMap<string, string>> {
  const byPeople = rows.filter(({ author_id: author }) => author !== null)
  if (byPeople.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; token_name: string }>`
    select l.id, a.token_name
    from unnest(${byPeople.map(({ id }) => id)}::uuid[], ${byPeople.map((row) => row.record_id)}::uuid[],
      ${byPeople.map((row) => row.author_id)}::uuid[], ${byPeople.map((row) => row.recorded_at)}::timestamptz[])
      as l (id, record_id, author_id, recorded_at)
    join audit_log a on a.actor_id = l.author_id and a.token_name is not null
      and a.at between l.recorded_at - interval '1 second' and l.recorded_at + interval '1 second'
      and (a.id = l.id or a.object_id in (l.id::text, l.record_id::text))`.execute(db)
  return new Map(found.map(({ id, token_name: name }) => [id, name]))
}

/** Returns everybody who has recorded something in a fund in person, by name. */
export async function readAuthors(db: Db | Trx, accountId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with ${historyOf(accountId)}
    select u.id, u.first_name || ' ' || u.last_name as name from app_user u
    where u.id in (select author_id from line) order by u.last_name, u.first_name, u.id`.execute(db)
  return rows
}

/**
 * `home`: where the books read their facts. `record`: what can be reversed. `line`: every record. A close that was
 * corrected is a line for each of its revisions; the earlier ones are undone by the next.
 */
const historyOf = (accountId: string) => sql`
  home as (
    select home_id, coalesce(after_day, '-infinity'::date) as after_day, coalesce(until_day,
      'infinity'::date) as until_day
    from fund_home where fund_id = ${accountId}::uuid
  ),
  record as (
    select case e.kind when 'contribution' then 'CONTRIBUTION' else 'RETRIBUTION' end as kind, e.id, e.day,
      e.recorded_at,
      e.recorded_by, array[e.member_id] as holders,
      case e.kind when 'contribution' then 'Contribution' else 'Retribution' end
        || case when e.is_back_dated then ', back-dated' else '' end as words,
      e.description as why, case e.kind when 'contribution' then e.amount_cents else -e.amount_cents end as amount_cents
    from fund_entry e where e.account_id = ${accountId}::uuid
    union all
    select 'EXPENSE', x.id, x.day, x.recorded_at, x.recorded_by, null, 'Expense', x.description, x.amount_cents
    from fund_expense x where x.account_id = ${accountId}::uuid
    union all
    select 'TRANSFER', t.id, t.day, t.recorded_at, t.recorded_by,
      array[coalesce(t.from_member_id, t.account_id), coalesce(t.to_member_id, t.account_id)], 'Transfer',
        t.description,
      t.amount_cents
    from fund_transfer t where t.account_id = ${accountId}::uuid
    union all
    select 'DISTRIBUTION', d.id, d.day, d.recorded_at, d.recorded_by, null, 'Distribution', d.description,
      d.amount_cents
    from fund_distribution d where d.account_id = ${accountId}::uuid
    union all
    select 'FEE', c.id, c.end_day, c.recorded_at, c.recorded_by,
      array(select distinct unnest(array[l.member_id, coalesce(l.receiver_member_id, l.account_id)])
        from fund_fee_line l where l.account_id = c.account_id and l.charge_id = c.id),
      case when c.is_waived then 'Fees waived' when c.is_part then 'Fees of one holder' else 'Fees charged' end
        || ', period to ' || c.end_day,
      coalesce(c.calculation ->> 'reason', ''), null
    from fund_fee_charge c where c.account_id = ${accountId}::uuid
    union all
    select 'MATCH', m.id,
      coalesce((select max(v.day) from account_movement v where v.id = any(m.movement_ids)),
        (select max(e.day) from fund_entry e where e.id = any(m.item_ids)), m.recorded_at::date),
      m.recorded_at, m.recorded_by,
      array(select distinct e.member_id from fund_entry e where e.id = any(m.item_ids)),
      case when m.recorded_by is null then 'Matched automatically' else 'Matched by hand' end
        || ': ' || cardinality(m.movement_ids) || case cardinality(m.movement_ids) when 1 then ' movement'
          else ' movements' end
        || ', ' || cardinality(m.item_ids) || case cardinality(m.item_ids) when 1 then ' record' else ' records' end,
      '', (select sum(v.amount_cents) from account_movement v where v.id = any(m.movement_ids))
    from fund_match m where m.account_id = ${accountId}::uuid
    union all
    select 'MOVE', m.id, m.day, m.recorded_at, m.recorded_by, null, 'Fund moved to another account', '', null
    from fund_move m where m.account_id = ${accountId}::uuid
  ),
  line as (
    select r.kind, r.id, r.id as record_id, r.day, r.recorded_at, r.recorded_by as author_id, r.holders, r.words, r.why,
      r.amount_cents, u.recorded_at as undone_at, u.recorded_by as undone_by, u.reason as undone_why
    from record r left join fund_reversal u on u.account_id = ${accountId}::uuid and u.record_id = r.id
    union all
    select 'REVERSAL', u.record_id, u.record_id, r.day, u.recorded_at, u.recorded_by, r.holders,
      'Reversal of: ' || lower(left(r.words, 1)) || substr(r.words, 2), coalesce(u.reason, ''),
        -r.amount_cents, null, null,
      null
    from fund_reversal u join record r on r.id = u.record_id where u.account_id = ${accountId}::uuid
    union all
    select 'STATUS', e.id, e.id, e.day, s.recorded_at, s.recorded_by, array[e.member_id],
      initcap(e.kind) || case when s.is_active then ' set to active' else ' set to inactive' end, '',
      case when (e.kind = 'contribution') = s.is_active then e.amount_cents else -e.amount_cents end, null, null, null
    from fund_status_change s join fund_entry e on e.id = s.entry_id where s.account_id = ${accountId}::uuid
    union all
    select 'CLOSE', c.account_id, c.account_id, c.day, c.created_at, null, null,
      case when not c.is_reconciled then 'Close, not reconciled' when c.is_rebuilt then 'Close, rebuilt'
        else 'Close' end, '',
      c.broker_value_cents, null, null, null
    from account_close c join home h on h.home_id = c.account_id and c.day > h.after_day and c.day <= h.until_day
      join fund f on f.account_id = ${accountId}::uuid and c.day > f.opening_day
    union all
    select 'CLOSE', c.id, c.id, c.day, c.created_at, null, null,
      case when not c.is_reconciled then 'Close, not reconciled' when c.is_rebuilt then 'Close, rebuilt'
        else 'Close' end, '',
      c.broker_value_cents, c.replaced_at, null, 'Corrected by what the brokerage reported later'
    from account_close_revision c join home h on h.home_id = c.account_id and c.day > h.after_day
      and c.day <= h.until_day
      join fund f on f.account_id = ${accountId}::uuid and c.day > f.opening_day
    union all
    select 'PERIOD', p.account_id, p.account_id, p.until_day, p.closed_at, p.closed_by, null,
      'Books closed up to ' || p.until_day, '', null, null, null, null
    from fund_period p where p.account_id = ${accountId}::uuid
    union all
    select 'MOVE', a.move_id, a.move_id, a.day, a.recorded_at, a.recorded_by, null,
      'Contents of the move arrived', '', null,
      null, null, null
    from fund_arrival a where a.account_id = ${accountId}::uuid
    union all
    select 'SETTING', a.id, a.id, (a.at at time zone 'America/New_York')::date, a.at, a.actor_id, null,
      case a.action
        when 'opening.change' then 'Opening: ' || coalesce(a.before ->> 'day', '') || ' to '
          || coalesce(a.after ->> 'day', '')
        when 'dealing.set' then 'Dealing: ' || replace(a.after ->> 'dealing', '-', ' ')
        when 'second-person.set' then case when a.after ->> 'fromCents' is null
          then 'Second person: no longer asked for'
          else 'Second person: asked for from ' || ${amount(sql`(a.after ->> 'fromCents')::bigint`)} end
        when 'club.save' then 'On papers and mails: ' || concat_ws('; ',
          case when a.after ? 'club' then 'name ' || coalesce(a.after ->> 'club', 'none') end,
          case when a.after ? 'address' then 'address ' || coalesce(nullif(a.after ->> 'address', ''), 'none') end,
          case when a.after ? 'text'
            then case a.after ->> 'text' when '' then 'text removed' else 'text changed' end end,
          case when a.after ? 'logo' then 'logo removed' end)
        when 'club.logo' then 'On papers and mails: new logo'
        when 'club.name' then 'Name of the club: ' || coalesce(a.after ->> 'club', 'none')
        else case when a.after is null or a.after = 'null'::jsonb then 'Statements are no longer mailed by schedule'
          else 'Statements are mailed ' || lower(a.after ->> 'frequency') end
      end, '', null, null, null, null
    from audit_log a
    where a.object_type = 'fund' and a.object_id in (select home_id::text from home)
      and a.action in ('opening.change', 'dealing.set', 'club.name', 'club.save', 'club.logo', 'second-person.set',
        'statements.schedule')
    union all
    select 'STATEMENT', s.id, s.id, s.to_day, s.requested_at, s.requested_by, array[s.member_id],
      'Statement of ' || s.from_day || ' to ' || s.to_day || case s.state when 'sent' then ', mailed'
        when 'waiting' then ', on its way' else ', not mailed' end, coalesce(s.reason, ''), null, null, null, null
    from fund_statement_mail s where s.account_id = ${accountId}::uuid
    ${sql.join(
      [feePolicies, dues, requests, announcements, votes, roles, invitations, approvals, documents].map((select) =>
        select(accountId),
      ),
      sql` `,
    )}
  )`

/** `500.00`, of cents. */
const amount = (cents: RawBuilder<unknown>) => sql`to_char(${cents} / 100.0, 'FM999,999,999,990.00')`
const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'America/New_York')::date`

type Select = (accountId: string) => RawBuilder<unknown>

const feePolicies: Select = (accountId) => sql`
    union all
    select 'FEE_POLICY', p.id, p.id, p.first_day, p.recorded_at, p.recorded_by, null,
      initcap(p.kind) || ' fee of ' || trim_scale(p.rate_millionths / 10000.0) || '%, by ' || p.period || ', from '
        || p.first_day || case when p.own_rates = '{}'::jsonb then '' else ', with own rates' end
        || case when p.charges_by_itself then ', charged by itself' else '' end,
      '', null, null, null, null
    from fund_fee_policy p where p.account_id = ${accountId}::uuid`

const dues: Select = (accountId) => sql`
    union all
    select 'DUES', d.id, d.id, d.first_day, d.recorded_at, d.recorded_by,
      case when d.member_id is null then null else array[d.member_id] end,
      'Dues of ' || ${amount(sql`d.amount_cents`)} || ', ' || lower(replace(d.rhythm, '_', '-')) || ', from '
        || d.first_day, d.description, null, null, null, null
    from fund_due_plan d where d.account_id = ${accountId}::uuid
    union all
    select 'DUES', a.id, d.id, ${dayOf(sql`a.at`)}, a.at, a.actor_id,
      case when d.member_id is null then null else array[d.member_id] end,
      'Dues of ' || ${amount(sql`d.amount_cents`)} || ' end on ' || (a.after ->> 'lastDay'), '', null, null, null, null
    from audit_log a join fund_due_plan d on d.id::text = a.object_id
    where a.object_type = 'fund' and a.action = 'dues.end' and d.account_id = ${accountId}::uuid`

const requests: Select = (accountId) => sql`
    union all
    select 'REQUEST', r.id, r.id, ${dayOf(sql`r.made_at`)}, r.made_at, r.user_id, array[r.member_id],
      'Asked to ' || case r.kind when 'PAY_IN' then 'pay in ' || ${amount(sql`r.amount_cents`)}
        when 'TAKE_OUT' then 'take out ' || ${amount(sql`r.amount_cents`)} else 'take out everything' end,
      r.comment, null, null, null, null
    from fund_request r where r.account_id = ${accountId}::uuid
    union all
    select 'REQUEST', r.id, r.id, ${dayOf(sql`r.decided_at`)}, r.decided_at, r.decided_by, array[r.member_id],
      'Request ' || lower(r.state), coalesce(r.reason, ''), null, null, null, null
    from fund_request r where r.account_id = ${accountId}::uuid and r.decided_at is not null`

const announcements: Select = (accountId) => sql`
    union all
    select 'ANNOUNCEMENT', n.id, n.id, ${dayOf(sql`n.posted_at`)}, n.posted_at, n.posted_by, null,
      'Announcement: ' || n.title, '', null, n.withdrawn_at, n.withdrawn_by, n.reason
    from fund_announcement n where n.account_id = ${accountId}::uuid
    union all
    select 'ANNOUNCEMENT', n.id, n.id, ${dayOf(sql`n.withdrawn_at`)}, n.withdrawn_at, n.withdrawn_by, null,
      'Announcement withdrawn: ' || n.title, n.reason, null, null, null, null
    from fund_announcement n where n.account_id = ${accountId}::uuid and n.withdrawn_at is not null`

/** Who voted only where it was recorded for them, and never what for: a secret ballot has no time outside the box. */
const votes: Select = (accountId) => sql`
    union all
    select 'VOTE', v.id, v.id, ${dayOf(sql`v.opened_at`)}, v.opened_at, v.opened_by, null,
      'Vote opened, to end on ' || v.last_day || ': ' || v.question, '', null, null, null, null
    from fund_vote v where v.account_id = ${accountId}::uuid
    union all
    select 'VOTE', v.id, v.id, case v.state when 'ENDED' then v.last_day else ${dayOf(sql`v.ended_at`)} end,
      v.ended_at, v.ended_by, null,
      'Vote ' || case v.state when 'ENDED' then 'ended, ' || v.cast_votes || ' of ' || v.voters || ' voted: '
        else 'cancelled: ' end || v.question,
      coalesce(v.reason, ''), null, null, null, null
    from fund_vote v where v.account_id = ${accountId}::uuid and v.ended_at is not null
    union all
    select 'VOTE', a.id, v.id, ${dayOf(sql`a.at`)}, a.at, a.actor_id, array[(a.after ->> 'memberId')::uuid],
      'Ballot recorded for a member: ' || v.question, '', null, null, null, null
    from audit_log a join fund_vote v on v.id::text = a.object_id
    where a.object_type = 'fund' and a.action = 'vote.record' and v.account_id = ${accountId}::uuid`

const roles: Select = (accountId) => sql`
    union all
    select 'ROLE', r.id, r.id, ${dayOf(sql`r.invited_at`)}, r.invited_at, r.invited_by, null,
      r.email || ' invited as ' || lower(r.role), '', null, null, null, null
    from fund_role r where r.account_id = ${accountId}::uuid
    union all
    select 'ROLE', r.id, r.id, ${dayOf(sql`r.accepted_at`)}, r.accepted_at, r.user_id, null,
      'Role of ' || lower(r.role) || ' accepted', '', null, null, null, null
    from fund_role r where r.account_id = ${accountId}::uuid and r.accepted_at is not null
    union all
    select 'ROLE', r.id, r.id, ${dayOf(sql`r.ended_at`)}, r.ended_at, r.ended_by, null,
      case when r.accepted_at is null then 'Invitation of ' || r.email || ' taken back or replaced'
        else 'Role of ' || r.email || ' as ' || lower(r.role) || ' ended' end, '', null, null, null, null
    from fund_role r where r.account_id = ${accountId}::uuid and r.ended_at is not null
    union all
    select 'ROLE', a.id, r.id, ${dayOf(sql`a.at`)}, a.at, a.actor_id, null,
      'Last day of ' || r.email || ' as auditor: ' || (a.after ->> 'lastDay'), '', null, null, null, null
    from audit_log a join fund_role r on r.id::text = a.after ->> 'id'
    where a.object_type = 'fund' and a.object_id in (select home_id::text from home) and a.action = 'role.last-day'
      and r.account_id = ${accountId}::uuid`

const invitations: Select = (accountId) => sql`
    union all
    select 'ROLE', i.id, i.id, ${dayOf(sql`i.invited_at`)}, i.invited_at, i.invited_by, array[i.member_id],
      'Invited as member', '', null, null, null, null
    from member_invitation i where i.account_id = ${accountId}::uuid
    union all
    select 'ROLE', i.id, i.id, ${dayOf(sql`i.accepted_at`)}, i.accepted_at, i.user_id, array[i.member_id],
      'Invitation as member accepted', '', null, null, null, null
    from member_invitation i where i.account_id = ${accountId}::uuid and i.accepted_at is not null
    union all
    select 'ROLE', i.id, i.id, ${dayOf(sql`i.ended_at`)}, i.ended_at, i.invited_by, array[i.member_id],
      'Invitation as member withdrawn or replaced', '', null, null, null, null
    from member_invitation i where i.account_id = ${accountId}::uuid and i.ended_at is not null`

const approvals: Select = (accountId) => sql`
    union all
    select 'APPROVAL', p.id, p.id, ${dayOf(sql`p.requested_at`)}, p.requested_at,
      case when p.is_by_itself then null else p.author_id end, null,
      'Waits for a second person: ' || p.title, '', null, null, null, null
    from fund_approval p where p.account_id = ${accountId}::uuid
    union all
    select 'APPROVAL', p.id, p.id, ${dayOf(sql`p.decided_at`)}, p.decided_at, p.decided_by, null,
      initcap(p.state) || ': ' || p.title, coalesce(p.reason, ''), null, null, null, null
    from fund_approval p where p.account_id = ${accountId}::uuid and p.decided_at is not null`

/** The title of a document is for its readers: others learn that there is one, and whom it is for. */
const documentWords = sql`case d.kind when 'MINUTES' then 'Minutes of ' || d.meeting_day else 'Document' end
  || case when d.readers @> array['TREASURER', 'APPROVER', 'AUDITOR'] then ': ' || d.title
    else ' for ' || lower(array_to_string(array_prepend('owner', d.readers), ', ')) end`

const documents: Select = (accountId) => sql`
    union all
    select 'DOCUMENT', d.id, d.id, ${dayOf(sql`d.uploaded_at`)}, d.uploaded_at, d.uploaded_by, null,
      ${documentWords}, '', null, d.removed_at, d.removed_by, d.removal_reason
    from fund_document d where d.account_id = ${accountId}::uuid
    union all
    select 'DOCUMENT', d.id, d.id, ${dayOf(sql`d.removed_at`)}, d.removed_at, d.removed_by, null,
      case when d.replaced_by is null then 'Removed: ' else 'Replaced: ' end || ${documentWords},
      coalesce(d.removal_reason, ''), null, null, null, null
    from fund_document d where d.account_id = ${accountId}::uuid and d.removed_at is not null`
