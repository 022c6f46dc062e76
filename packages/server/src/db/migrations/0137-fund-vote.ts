// Votes: the question, the roll of the record day, the ballots, and the result. Ballots of secret votes and the keys
// that seal them are two tables of their own, which no backup contains and which are emptied when the vote ends
// (docs/decisions/0089-secret-ballots.md).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_vote (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      question text not null,
      details text not null,
      is_secret boolean not null,
      by_units boolean not null,
      record_day date not null,
      last_day date not null,
      opened_at timestamptz not null,
      opened_by uuid not null references app_user,
      reminded_at timestamptz,
      state text not null default 'OPEN' check (state in ('OPEN', 'ENDED', 'CANCELLED')),
      ended_at timestamptz,
      -- Null where the last day passed, or where Clubfolio cancelled it by itself.
      ended_by uuid references app_user,
      reason text,
      -- How many were on the roll, and of a vote that has ended how many voted.
      voters integer not null check (voters > 0),
      cast_votes integer,
      -- Part of the roll's units that voted, in hundredths of a percent; of votes by units.
      cast_share integer,
      is_withheld boolean not null default false,
      check ((state = 'OPEN') = (ended_at is null)),
      check ((state = 'CANCELLED') = (reason is not null)),
      check ((state = 'ENDED') = (cast_votes is not null))
    );
    create index fund_vote_account on fund_vote (account_id, opened_at);
    create index fund_vote_open on fund_vote (last_day) where state = 'OPEN';

    create table fund_vote_choice (
      vote_id uuid not null references fund_vote (id) on delete cascade,
      id uuid not null,
      position integer not null,
      label text not null,
      -- The result. Of a secret vote by units only the share, in whole percents, is kept.
      votes integer,
      units_steps bigint,
      share integer,
      is_greatest boolean not null default false,
      primary key (vote_id, id)
    );

    create table fund_vote_voter (
      vote_id uuid not null references fund_vote (id) on delete cascade,
      member_id uuid not null references member on delete cascade,
      units_steps bigint not null check (units_steps > 0),
      primary key (vote_id, member_id)
    );
    create index fund_vote_voter_member on fund_vote_voter (member_id);

    -- Of named votes.
    create table fund_ballot (
      vote_id uuid not null,
      member_id uuid not null,
      choice_id uuid not null,
      cast_at timestamptz not null,
      primary key (vote_id, member_id),
      foreign key (vote_id, member_id) references fund_vote_voter on delete cascade,
      foreign key (vote_id, choice_id) references fund_vote_choice on delete cascade
    );

    -- Of secret votes, while they are open. No time, and every sealed choice has the same length.
    create table fund_secret_ballot (
      vote_id uuid not null,
      member_id uuid not null,
      sealed_choice bytea not null,
      primary key (vote_id, member_id),
      foreign key (vote_id, member_id) references fund_vote_voter on delete cascade
    );

    -- The key of each open secret vote, itself sealed. It is deleted with the ballots.
    create table fund_vote_key (
      id uuid primary key references fund_vote (id) on delete cascade,
      key_sealed bytea not null
    );
  `.execute(db)
}
