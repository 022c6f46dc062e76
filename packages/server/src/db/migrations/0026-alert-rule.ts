// Alert rules with the history of their firings, the channels through which notifications reach a person, and pending
// messages.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table alert_rule (
        id uuid primary key,
        owner_id uuid not null references app_user on delete cascade,
        position bigint generated always as identity,
        -- About an instrument of a market, or about an account.
        source text,
        code text,
        code_key text,
        account_id uuid references account on delete cascade,
        terms jsonb not null,
        note text not null default '',
        is_repeating boolean not null,
        expires_on date,
        is_paused boolean not null default false,
        state text not null check (state in ('NEW', 'WAITING', 'BEYOND', 'FIRED', 'OVER', 'EXPIRED')),
        occasion text not null default '',
        -- What a rule about several positions has seen and told of.
        memory jsonb not null default '{}',
        -- The market day whose dollars its prices are, and the market time from which trades count.
        set_day date,
        set_at timestamptz not null,
        -- Each change of what is asked counts; a look at an earlier one changes nothing.
        revision integer not null default 1,
        created_at timestamptz not null,
        fired_count integer not null default 0,
        last_fired_at timestamptz,
        check ((code_key is null) = (source is null) and (code_key is null) <> (account_id is null))
      );
      create index alert_rule_by_owner on alert_rule (owner_id, position desc);
      create index alert_rule_watched on alert_rule (source, code_key)
        where not is_paused and state in ('NEW', 'WAITING', 'BEYOND', 'FIRED');
      create index alert_rule_by_account on alert_rule (account_id) where account_id is not null;
      create table alert_firing (
        id uuid primary key,
        owner_id uuid not null references app_user on delete cascade,
        position bigint generated always as identity,
        rule_id uuid references alert_rule on delete set null,
        ordinal integer not null,
        rule_words text not null,
        note text not null,
        text text not null,
        code text,
        price numeric(18, 4),
        market_at timestamptz not null,
        fired_at timestamptz not null,
        unique (rule_id, ordinal)
      );
      create index alert_firing_by_age on alert_firing (owner_id, position desc);
      -- One process at a time looks after the rules; up to where it looked stands in the transaction of what it found.
      create table alert_turn (
        name text primary key,
        claim uuid,
        claimed_until timestamptz,
        market text,
        looked_until timestamptz
      );
      insert into alert_turn (name) values ('INSTRUMENT'), ('ACCOUNT');
      alter table notification add column on_screen boolean not null default true;
      -- The number that last received a right code; text messages go there only while it is the person's number.
      alter table app_user add column confirmed_phone text;
      update app_user set confirmed_phone = phone_number where confirmed_at is not null;
      create table notification_choice (
        user_id uuid not null references app_user on delete cascade,
        kind text not null,
        on_screen boolean not null,
        by_mail boolean not null,
        by_sms boolean not null,
        primary key (user_id, kind)
      );
      -- A mail or text message: of one notification, or of several together.
      create table outgoing_message (
        id uuid primary key,
        user_id uuid not null references app_user on delete cascade,
        position bigint generated always as identity,
        channel text not null check (channel in ('MAIL', 'SMS')),
        state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
        planned_at timestamptz not null,
        next_at timestamptz not null,
        claimed_until timestamptz,
        attempts integer not null default 0,
        sent_at timestamptz,
        reason text
      );
      create index outgoing_message_waiting on outgoing_message (next_at) where state = 'WAITING';
      create index outgoing_message_planned on outgoing_message (user_id, channel, planned_at);
      -- A notification that goes out by a way; without a message it waits for its place in one.
      create table notification_delivery (
        notification_id uuid not null references notification on delete cascade,
        channel text not null check (channel in ('MAIL', 'SMS')),
        user_id uuid not null references app_user on delete cascade,
        created_at timestamptz not null,
        message_id uuid references outgoing_message on delete cascade,
        primary key (notification_id, channel)
      );
      create index notification_delivery_waiting on notification_delivery (user_id, channel) where message_id is null;
      create index notification_delivery_by_message on notification_delivery (message_id);`,
    )
    .execute(db)
}
