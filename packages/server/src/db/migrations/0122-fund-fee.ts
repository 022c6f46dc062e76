// Fees of a fund: policies, and charges with their lines and the calculation they were made with. All of it is
// append-only like the rest of the books; a charge is taken out by a reversal.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_fee_policy (
      account_id uuid not null references fund on update cascade,
      id uuid not null unique,
      kind text not null check (kind in ('management', 'performance')),
      rate_millionths bigint not null check (rate_millionths >= 0),
      hurdle_millionths bigint not null check (hurdle_millionths >= 0),
      -- Null is unallocated.
      receiver_member_id uuid references member,
      period text not null check (period in ('month', 'quarter', 'half-year', 'year')),
      -- Rates of single members in millionths, by member id; zero exempts.
      own_rates jsonb not null,
      first_day date not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id)
    );
    create table fund_fee_charge (
      account_id uuid not null references fund on update cascade,
      id uuid not null unique,
      -- The close that ends the period.
      end_day date not null,
      -- Its unit value in cents per unit step, as an exact fraction.
      rate_numerator numeric not null,
      rate_denominator numeric not null check (rate_denominator > 0),
      is_waived boolean not null,
      -- Lines of one holder who took money out before the others were charged.
      is_part boolean not null,
      -- What each line was calculated from, as it was shown.
      calculation jsonb not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id)
    );
    create table fund_fee_line (
      account_id uuid not null,
      charge_id uuid not null,
      member_id uuid not null references member,
      kind text not null check (kind in ('management', 'performance')),
      receiver_member_id uuid references member,
      amount_cents bigint not null check (amount_cents >= 0),
      -- The exact management fee that the line settles, in 1e-18 of a cent.
      settled_atto numeric not null,
      primary key (account_id, charge_id, member_id, kind),
      foreign key (account_id, charge_id) references fund_fee_charge (account_id, id) on update cascade
    );
    create index fund_fee_policy_receiver on fund_fee_policy (receiver_member_id);
    create index fund_fee_line_member on fund_fee_line (member_id);
    create index fund_fee_line_receiver on fund_fee_line (receiver_member_id);
  `.execute(db)
  for (const table of ['fund_fee_policy', 'fund_fee_charge', 'fund_fee_line'] as const) {
    await sql`
      create trigger fund_version_on_insert after insert on ${sql.table(table)} referencing new table as changed
        for each statement execute function renew_fund_version();
      create trigger fund_version_on_delete after delete on ${sql.table(table)} referencing old table as changed
        for each statement execute function renew_fund_version();
      create trigger fund_version_on_update after update on ${sql.table(table)}
        referencing old table as was new table as changed
        for each statement execute function renew_updated_fund_version();
      create trigger fund_version_on_truncate after truncate on ${sql.table(table)}
        for each statement execute function forget_fund_versions();
    `.execute(db)
  }
}
