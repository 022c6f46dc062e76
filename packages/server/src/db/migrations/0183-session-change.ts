// Every transaction that changes what a call reads of its session, or of the market beside it, says so when it is
// committed, so that a process may keep that meanwhile (docs/decisions/0125-kept-sessions.md). What changes one user
// names them; what may change many says nothing, which stands for everybody.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function say_session_change() returns trigger language plpgsql as $body$
    begin
      -- Equal messages of one transaction are sent once.
      perform pg_notify('clubfolio_session', '');
      return null;
    end $body$;

    -- Its argument is the column that names the user.
    create function say_session_change_of_user() returns trigger language plpgsql as $body$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('clubfolio_session', to_jsonb(old) ->> tg_argv[0]);
      end if;
      if tg_op <> 'DELETE' then
        perform pg_notify('clubfolio_session', to_jsonb(new) ->> tg_argv[0]);
      end if;
      return null;
    end $body$;

    -- A new session is not kept yet. Its last use is renewed by calls all the time, and only makes it live longer.
    create trigger session_change
      after update of id, user_id, token_hash, expires_at, ended_at, factor, factor_at on session
      for each row execute function say_session_change_of_user('user_id');
    create trigger session_deleted after delete on session
      for each row when (old.ended_at is null) execute function say_session_change_of_user('user_id');
    create trigger session_change
      after delete or update of id, first_name, last_name, email, is_system, status on app_user
      for each row execute function say_session_change_of_user('id');
    create trigger session_change after insert or delete or update on user_group_member
      for each row execute function say_session_change_of_user('user_id');
    create trigger session_change after delete or update of id, status, requires_strong_factor on user_group
      for each statement execute function say_session_change();
    create trigger session_change after insert or delete or update on group_permission
      for each statement execute function say_session_change();
    create trigger session_change after delete or update of id, name_key on permission
      for each statement execute function say_session_change();

    create trigger market_change after insert or update or delete or truncate on market.clock
      for each statement execute function say_market_change();
    create trigger market_change after insert or truncate on level_due
      for each statement execute function say_market_change();
    -- Levels are computed in many small steps: only the last one is news. When two steps end at once, neither may see
    -- that it is the last; then the market counts as one with levels due until it changes, which is asked and not said.
    create function say_levels_computed() returns trigger language plpgsql as $body$
    begin
      if not exists (select from level_due) then
        perform pg_notify('clubfolio_market', '');
      end if;
      return null;
    end $body$;
    create trigger levels_computed after delete on level_due
      for each statement execute function say_levels_computed();
  `.execute(db)
  for (const table of ['session', 'app_user', 'user_group', 'user_group_member', 'group_permission', 'permission']) {
    await sql`
      create trigger session_truncated after truncate on ${sql.table(table)}
        for each statement execute function say_session_change()
    `.execute(db)
  }
}
