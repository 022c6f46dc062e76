// The records of a fund as one list in SQL: each table of the books is one select of the same columns, joined with what
// reversed or replaced it. Paging and filters run in the database (docs/rules/fund.md, "History").
import type { FundHistoryKind } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'

export interface HistoryFilter {
  readonly accountId: string
  /** Only lines of this holder; unallocated has the id of the account. */
  readonly holderId?: string | undefined
  /** Leaves out what concerns all holders alike. */
  readonly isOwnOnly?: boolean
  readonly authorId?: string | undefined
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
    select l.kind, l.id, l.record_id, l.day::text as day, l.recorded_at, l.holders, l.words, l.why,
      l.amount_cents::text,
      l.undone_at, l.undone_why, u.first_name || ' ' || u.last_name as author,
      v.first_name || ' ' || v.last_name as undone_by, count(*) over ()::int as total
    from line l
    left join app_user u on u.id = l.author_id
    left join app_user v on v.id = l.undone_by
    where (${kind ?? null}::text is null or l.kind = ${kind ?? null}::text)
      and (${from ?? null}::date is null or l.day >= ${from ?? null}::date)
      and (${to ?? null}::date is null or l.day <= ${to ?? null}::date)
      and (${authorId ?? null}::uuid is null or l.author_id = ${authorId ?? null}::uuid)
      and (${holderId ?? null}::uuid is null or ${holderId ?? null}::uuid = any(l.holders)
        or (l.holders is null and not ${isOwnOnly}::boolean))
    order by l.recorded_at desc, l.day desc, l.kind, l.id
    limit ${count} offset ${start}`.execute(db)
  return rows
}

/** Returns everybody who has recorded something in a fund, by name. */
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
        when 'club.name' then 'Name of the club: ' || coalesce(a.after ->> 'club', 'none')
        else case when a.after is null or a.after = 'null'::jsonb then 'Statements are no longer mailed by schedule'
          else 'Statements are mailed ' || lower(a.after ->> 'frequency') end
      end, '', null, null, null, null
    from audit_log a
    where a.object_type = 'fund' and a.object_id in (select home_id::text from home)
      and a.action in ('opening.change', 'dealing.set', 'club.name', 'statements.schedule')
    union all
    select 'STATEMENT', s.id, s.id, s.to_day, s.requested_at, s.requested_by, array[s.member_id],
      'Statement of ' || s.from_day || ' to ' || s.to_day || case s.state when 'sent' then ', mailed'
        when 'waiting' then ', on its way' else ', not mailed' end, coalesce(s.reason, ''), null, null, null, null
    from fund_statement_mail s where s.account_id = ${accountId}::uuid
  )`
