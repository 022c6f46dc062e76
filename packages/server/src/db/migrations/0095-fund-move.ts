// Moves of a fund to another account. A fund is stored under the account that holds its money now, so a move changes
// that key in all tables of its books; which account's movements and closes the books have on which day follows from
// the moves.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Movements belong to the account that reported them, not to the account where the fund is now.
    alter table fund_movement drop constraint fund_movement_account_id_fkey;
    -- Everything else of the books follows the fund.
    do $body$
    declare one record;
    begin
      for one in
        select conrelid::regclass as owner, conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and (confrelid = 'fund'::regclass
          or confrelid = 'fund_entry'::regclass and array_length(conkey, 1) = 2)
      loop
        execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
          one.owner, one.conname, one.conname, one.definition);
      end loop;
    end $body$;
    alter table fund_reversal add constraint fund_reversal_account_id_fkey
      foreign key (account_id) references fund on update cascade;

    -- Append-only: a move that is taken back is reversed, and moving back later is another move.
    create table fund_move (
      account_id uuid not null references fund on update cascade,
      id uuid not null unique,
      -- The last session at which the old account is valued.
      day date not null,
      from_account_id uuid not null references account,
      to_account_id uuid not null references account,
      -- What the new account was worth at the close of that day.
      held_cents bigint not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id),
      check (from_account_id <> to_account_id)
    );
    create index fund_move_from on fund_move (from_account_id);
    create index fund_move_to on fund_move (to_account_id);
    -- By the close of which session everything had arrived; without a row contents are in transit.
    create table fund_arrival (
      account_id uuid not null,
      move_id uuid not null,
      day date not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, move_id),
      foreign key (account_id, move_id) references fund_move (account_id, id) on update cascade
    );
  `.execute(db)
}
