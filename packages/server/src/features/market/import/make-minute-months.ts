// Creates the monthly partitions of the minute bars before the bars are stored, each in a short transaction.
import { inOwnTransaction } from './in-own-transaction.ts'
import type { ImportContext } from './import-context.ts'

/**
 * Creates the missing months. `months` are written YYYY-MM and come from parsed instants, so each is safe as part of a
 * name. A month is created as a separate table and then attached, which neither blocks readers nor waits for them;
 * creating it directly as a partition would lock everybody out. If the import fails afterwards, an empty month remains.
 */
export async function makeMinuteMonths({ pool, limits }: ImportContext, months: ReadonlySet<string>): Promise<void> {
  for (const month of [...months].toSorted()) {
    const name = `minute_bar_${month.replace('-', '_')}`
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)
    await inOwnTransaction(pool, limits, async (client) => {
      const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
        name,
      ])
      if (rows[0]!.is_there) return
      await client.query(`create table ${name} (like minute_bar including all)`)
      await client.query(
        `alter table minute_bar attach partition ${name} for values from ('${month}-01 00:00:00+00') to ` +
          `('${next} 00:00:00+00')`,
      )
    })
  }
}
