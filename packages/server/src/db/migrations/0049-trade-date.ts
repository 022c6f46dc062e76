// The one day on which a transaction counts in lists, filters, gains, income, files and charts: the trade date that the
// brokerage gives, otherwise the New York day of its instant. `day` stays the session at whose close the fund deals it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_transaction add column trade_date date;
    -- The paper brokerage books dividends and splits at the bell before their day; their session is that day.
    update account_transaction t set trade_date = case
      when t.kind in ('DIVIDEND_OR_INTEREST', 'RECEIVE_AND_DELIVER') and a.market_source <> 'live' then t.day
      else (t.occurred_at at time zone 'America/New_York')::date
    end
    from account a where a.id = t.account_id;
    alter table account_transaction alter column trade_date set not null;

    create function set_trade_date() returns trigger language plpgsql as $body$
    begin
      new.trade_date := coalesce(new.trade_date, (new.occurred_at at time zone 'America/New_York')::date);
      return new;
    end $body$;
    create trigger trade_date_on_insert before insert on account_transaction
      for each row execute function set_trade_date();

    drop index account_transaction_by_time;
    create index account_transaction_by_trade_date
      on account_transaction (account_id, trade_date, occurred_at, broker_id);
  `.execute(db)
}
