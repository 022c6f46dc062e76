// An account of an imported fund has the number that the account itself has at its brokerage, and several owners may
// import one: like accounts from files, it is not found by its number.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account drop constraint account_needs_login;
    alter table account add constraint account_needs_login
      check ((broker_login_id is null) = (broker in ('files', 'archive')));
    drop index account_broker_number_key;
    create unique index account_broker_number_key on account (broker, number)
      where broker <> 'files' and broker <> 'archive';
  `.execute(db)
}
