// Reads with handwritten SQL: large ones whose rows stay arrays, and those the query builder cannot express. A pool
// runs them directly; inside an effect they use its transaction, so that it never needs a second connection.
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import type { Trx } from '../kernel/transaction.ts'

export interface RawStatement {
  /** Prepares the statement once per connection. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

export interface RawReads {
  query<Row extends object>(statement: RawStatement): Promise<{ readonly rows: Row[] }>
  /** Returns rows as arrays in column order; the columns must have distinct names. */
  queryArrays<Row extends unknown[]>(statement: RawStatement): Promise<{ readonly rows: Row[] }>
}

/** Reads through a pool: `rawReadsOf(pool).query({ text: 'select 1 as one', values: [] })`. */
export const rawReadsOf = (pool: Pool): RawReads => ({
  query: <Row extends object>(statement: RawStatement) =>
    pool.query<Row>({ ...statement, values: [...statement.values] }),
  queryArrays: <Row extends unknown[]>(statement: RawStatement) =>
    pool.query<Row>({ ...statement, values: [...statement.values], rowMode: 'array' }),
})

/** Reads through a transaction. */
export const rawReadsWithin = (trx: Trx): RawReads => ({
  query: <Row extends object>({ text, values }: RawStatement) =>
    trx.executeQuery<Row>(CompiledQuery.raw(text, [...values])),
  async queryArrays<Row extends unknown[]>({ text, values }: RawStatement) {
    const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's type is what the writer of its SQL says
    return { rows: rows.map((row) => Object.values(row) as Row) }
  },
})
