// The price of a requested order by its type: a stop price, a limit price, or none, in place of one `price` whose
// meaning depended on the type.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function pg_temp.with_price(terms jsonb) returns jsonb language sql as $body$
      select (terms - 'orderType' - 'price' - 'limitPrice') || jsonb_build_object('price', case terms ->> 'orderType'
        when 'STOP' then jsonb_build_object('type', 'STOP', 'stopPrice', terms -> 'price')
        when 'LIMIT' then jsonb_build_object('type', 'LIMIT', 'limitPrice', terms -> 'price')
        when 'MARKET' then jsonb_build_object('type', 'MARKET')
        when 'STOP_LIMIT' then jsonb_build_object('type', 'STOP_LIMIT', 'stopPrice', terms -> 'price', 'limitPrice',
          terms -> 'limitPrice')
      end)
    $body$;
    update order_request set plan = jsonb_set(plan, '{draft}', jsonb_build_object(
      'terms', pg_temp.with_price(plan #> '{draft,terms}'),
      'child', case jsonb_typeof(plan #> '{draft,child}')
        when 'object' then pg_temp.with_price(plan #> '{draft,child}')
        else 'null'::jsonb
      end
    )) where (plan #> '{draft,terms}') ->> 'orderType' is not null;
    drop function pg_temp.with_price(jsonb);
  `.execute(db)
}
