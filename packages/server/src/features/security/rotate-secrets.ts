// Reseals every stored secret that an older key sealed, row by row while the server runs; afterwards the older keys can
// be removed. A row that changes at the same moment is waited for and re-examined, so no newer secret is ever
// overwritten.
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { boundTo, sealedColumns, type SealedColumn } from '../../kernel/sealed-column.ts'
import type { SecretBox } from '../../kernel/secret.ts'

export interface Rotation {
  readonly sealedAgain: number
  /** Sealed with a key that is no longer listed, or damaged: left unchanged. */
  readonly unreadable: number
}

const rowsAtOnce = 500

/** Safe to run twice or from two processes, but only once every running process lists the newest key. */
export async function rotateSecrets(db: Db, secrets: SecretBox): Promise<Rotation> {
  const total = { sealedAgain: 0, unreadable: 0 }
  for (const sealed of sealedColumns) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await readRows(db, sealed, after)
      for (const row of rows.filter(({ value }) => secrets.isStale(value))) {
        const outcome = await sealAgain(db, secrets, sealed, row.id)
        if (outcome !== 'over') total[outcome]++
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsAtOnce) break
      after = last.id
    }
  }
  return total
}

interface SealedRow {
  readonly id: string
  readonly value: Buffer
}

async function readRows(db: Db, { table, column }: SealedColumn, after: string): Promise<SealedRow[]> {
  const { rows } =
    await sql<SealedRow>`select id, ${sql.ref(column)} as value from ${sql.table(table)} where id > ${after}
      and ${sql.ref(column)} is not null
      order by id limit ${rowsAtOnce}`.execute(db)
  return rows
}

function sealAgain(
  db: Db,
  secrets: SecretBox,
  { table, column, part }: SealedColumn,
  id: string,
): Promise<keyof Rotation | 'over'> {
  return db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<SealedRow>`select id, ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}
        for update`.execute(trx)
    const row = rows[0]
    // Deleted or renewed meanwhile: nothing sealed with the old key is left there.
    if (row === undefined || !secrets.isStale(row.value)) return 'over'
    const context = boundTo({ table, part }, id)
    let plain: string
    try {
      plain = secrets.open(row.value, context)
    } catch {
      return 'unreadable'
    }
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${secrets.seal(plain, context)}
      where id = ${id}`.execute(trx)
    return 'sealedAgain'
  })
}
