// Whether an instrument's asset type was stated by a listing or only guessed from the name of a file of prices: the
// first stated type stays, as every other value of an earlier file does.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table instrument add column is_type_stated boolean not null default false;
    -- A directory that names the exchange states the type too.
    update instrument set is_type_stated = true where source = 'import' and exchange is not null;
  `.execute(db)
}
