// Reads with handwritten SQL: large ones whose rows stay arrays, and those the query builder cannot express. A pool
// runs them directly; inside an effect they use its transaction, so that it never needs a second connection.
import { CompiledQuery } from 'kysely'
import type { Trx } from '../kernel/transaction.ts'

export interface RawStatement {
  /** Prepares the statement once per connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Returns rows as arrays in column order; the columns must then have distinct names. */
  readonly rowMode?: 'array'
}

export interface RawReads {
  query<Row>(statement: RawStatement): Promise<{ readonly rows: Row[] }>
}

/** Reads through a pool: `rawReadsOf(pool).query({ text: 'select 1 as one', values: [] })`. */
export const rawReadsOf = (pool: { query(statement: never): Promise<{ rows: unknown[] }> }): RawReads => ({
  query: async <Row>(statement: RawStatement) => ({ rows: (await pool.query(statement as never)).rows as Row[] }),
})

/** Reads through a transaction. */
export const rawReadsWithin = (trx: Trx): RawReads => ({
  async query<Row>({ text, values, rowMode }: RawStatement) {
    const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    return { rows: (rowMode === 'array' ? rows.map((row) => Object.values(row)) : rows) as Row[] }
  },
})
