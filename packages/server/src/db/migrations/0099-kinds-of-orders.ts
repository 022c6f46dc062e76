// Requested orders have a kind, any number of exits, hours and a last day; our copy of the brokerage's orders keeps the
// last day too. Every order that was requested before is an entry with at most one exit, in regular hours.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table broker_order add column good_till date;
    create function pg_temp.in_regular_hours(terms jsonb) returns jsonb language sql as $body$
      select terms || '{"session": "NORMAL", "goodTill": null}'::jsonb
    $body$;
    update order_request set plan = jsonb_set(plan, '{draft}', jsonb_build_object(
      'kind', 'ENTRY',
      'terms', pg_temp.in_regular_hours(plan #> '{draft,terms}'),
      'exits', case jsonb_typeof(plan #> '{draft,child}')
        when 'object' then jsonb_build_array(pg_temp.in_regular_hours(plan #> '{draft,child}'))
        else '[]'::jsonb
      end
    )) where jsonb_typeof(plan #> '{draft,terms}') = 'object' and plan #> '{draft,kind}' is null;
    drop function pg_temp.in_regular_hours(jsonb);
  `.execute(db)
}
