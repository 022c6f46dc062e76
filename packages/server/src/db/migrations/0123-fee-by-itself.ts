// Fees that are charged by themselves, and the period ends that were proposed to the people who may charge.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund_fee_policy add column charges_by_itself boolean not null default false;
    -- Null: made by itself, as its policy says.
    alter table fund_fee_charge alter column recorded_by drop not null;
    -- A period end is proposed, or charged by itself, once.
    create table fund_fee_proposal (
      account_id uuid not null references fund on update cascade,
      end_day date not null,
      proposed_at timestamptz not null,
      primary key (account_id, end_day)
    );
    -- The version of the books that was last looked at for period ends: an unchanged fund is not replayed again.
    create table fund_fee_look (
      account_id uuid primary key references fund on update cascade,
      version uuid not null
    );
  `.execute(db)
}
