// What an account's brokerage is to its owner: its name, whether the money is real, whether it takes orders, and the
// currency. An authorisation may last until it is revoked.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column broker_title text;
    alter table account add column is_paper boolean;
    alter table account add column is_read_only boolean not null default false;
    alter table account add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
    update account set
      is_paper = (broker = 'paper'),
      broker_title = case broker
        when 'paper' then 'Paper brokerage' when 'schwab' then 'Charles Schwab' else broker end;
    alter table account alter column broker_title set not null;
    alter table account alter column is_paper set not null;
    alter table broker_login alter column refresh_expires_at drop not null;
  `.execute(db)
}
