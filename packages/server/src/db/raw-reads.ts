// Reads whose SQL is written out: large ones whose rows stay arrays, and those the query builder has no words for.
// A pool answers them as it is; inside an effect they use its transaction, so that it never asks for a second connection.
import { CompiledQuery } from 'kysely'
import type { Trx } from '../kernel/transaction.ts'

export interface RawStatement {
  /** Prepares the statement once per connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Rows as arrays in the order of the columns, which then need names of their own. */
  readonly rowMode?: 'array'
}

export interface RawReads {
  query<Row>(statement: RawStatement): Promise<{ readonly rows: Row[] }>
}

/** A pool's own way: `rawReadsOf(pool).query({ text: 'select 1 as one', values: [] })`. */
export const rawReadsOf = (pool: { query(statement: never): Promise<{ rows: unknown[] }> }): RawReads => ({
  query: async <Row>(statement: RawStatement) => ({ rows: (await pool.query(statement as never)).rows as Row[] }),
})

/** The same through a transaction. */
export const rawReadsWithin = (trx: Trx): RawReads => ({
  async query<Row>({ text, values, rowMode }: RawStatement) {
    const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    return { rows: (rowMode === 'array' ? rows.map((row) => Object.values(row)) : rows) as Row[] }
  },
})
