// The limits from which a user is asked for confirmation before an order is sent; a user without a row has the standard
// limits.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_question_limit (
      user_id uuid primary key references app_user on delete cascade,
      limit_through_percent numeric check (limit_through_percent > 0),
      buying_power_percent numeric check (buying_power_percent > 0),
      usual_quantity_times numeric check (usual_quantity_times > 1)
    );
  `.execute(db)
}
