// A statement that is compiled once answers each call by its own values.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../kernel/transaction.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { compileSelect, compileTogether } from './compiled-statements.ts'
import { rawPart } from './read-together.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface Values {
  readonly from: number
  readonly names: readonly string[]
  readonly day: string | null
}

test('a select is built at its first use and run with the values of each', async () => {
  let built = 0
  const find = compileSelect((_db, { from, names, day }: Values) => {
    built++
    return sql<{ place: number; name: string; day: string | null }>`
      select (place + ${from}::int)::int4 as place, name, ${day}::date as day
      from unnest(${names}::text[]) with ordinality as w (name, place) where place > ${from}::int order by place`
  })
  const { db } = app.services
  expect(await find(db, { from: 0, names: ['a', 'b'], day: null })).toStrictEqual([
    { place: 1, name: 'a', day: null },
    { place: 2, name: 'b', day: null },
  ])
  expect(await find(db, { from: 1, names: ["'", 'ü', 'c'], day: '2026-03-04' })).toStrictEqual([
    { place: 3, name: 'ü', day: '2026-03-04' },
    { place: 4, name: 'c', day: '2026-03-04' },
  ])
  expect(built).toBe(1)
})

test('calls at the same time have their own values', async () => {
  const find = compileSelect(
    (_db, { value }: { value: number }) => sql<{ value: number }>`select ${value}::int as value`,
  )
  const rows = await Promise.all(Array.from({ length: 20 }, (_, value) => find(app.services.db, { value })))
  expect(rows.map(([row]) => row?.value)).toStrictEqual(Array.from({ length: 20 }, (_, value) => value))
})

test('parts that are read together share a query that has a value', async () => {
  const find = compileTogether((_db, { most }: { most: number }) => ({
    parts: {
      all: rawPart<{ n: bigint }>(sql`select n from numbers order by n`, { n: 'bigint' }),
      sums: rawPart<{ sum: string }>(sql`select sum(n)::text as sum from numbers`, { sum: 'text' }),
    },
    shared: { numbers: sql`select generate_series(1::bigint, ${most}::bigint) as n` },
  }))
  expect(await find(app.services.db, { most: 2 })).toStrictEqual({ all: [{ n: 1n }, { n: 2n }], sums: [{ sum: '3' }] })
  expect(await find(app.services.db, { most: 0 })).toStrictEqual({ all: [], sums: [{ sum: null }] })
})

test('a statement runs in the transaction of its caller and sees what that has written', async () => {
  const find = compileSelect((db, { source }: { source: 'simulated' }) =>
    db.selectFrom('market_source').select('is_active').where('source', '=', source),
  )
  const inside = inTransaction(app.services.db, async (trx) => {
    await trx.updateTable('market_source').set({ is_active: false }).where('source', '=', 'simulated').execute()
    expect(await find(trx, { source: 'simulated' })).toStrictEqual([{ is_active: false }])
    throw new Error('taken back')
  })
  await expect(inside).rejects.toThrow('taken back')
  expect(await find(app.services.db, { source: 'simulated' })).toStrictEqual([{ is_active: true }])
})

test('a statement that would depend on what a value is cannot be built', async () => {
  const { db } = app.services
  const computing = compileSelect((_db, { from }: { from: number }) => sql`select ${from + 1}::int`)
  await expect(computing(db, { from: 1 })).rejects.toThrow('"from" has a value only when the statement runs')
  const naming = compileSelect((_db, { name }: { name: string }) => sql`select ${sql.ref(`m.${name}`)}`)
  await expect(naming(db, { name: 'source' })).rejects.toThrow('"name" has a value only when the statement runs')
  const spreading = compileSelect((_db, values: { name: string }) => sql`select ${{ ...values }.name}`)
  await expect(spreading(db, { name: 'source' })).rejects.toThrow('taken one by one')
})

test('a value that is missing is not sent as null', async () => {
  const find = compileSelect((_db, { value }: { value: number | undefined }) => sql`select ${value}::int`)
  await expect(find(app.services.db, { value: undefined })).rejects.toThrow('needs a value for "value"')
})

test('a statement that is too long to be prepared is not built', async () => {
  const find = compileSelect(() => sql`select 1 /* ${sql.raw('x'.repeat(12_000))} */`)
  await expect(find(app.services.db, {})).rejects.toThrow('too long to be prepared')
})
