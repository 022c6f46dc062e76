// A part that is read together with others has the rows that its query has alone: the same values, types and order.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { rawPart, readPart, readTogether, type ColumnKinds } from './read-together.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface Row {
  readonly text: string | null
  readonly exact: string | null
  readonly cents: bigint | null
  readonly whole: number | null
  readonly ratio: number | null
  readonly isSet: boolean | null
  readonly day: string | null
  readonly at: Date | null
  readonly list: string[] | null
  readonly own: Record<string, string> | null
}

const kinds: ColumnKinds<Row> = {
  text: 'text',
  exact: 'text',
  cents: 'bigint',
  whole: 'number',
  ratio: 'number',
  isSet: 'boolean',
  day: 'text',
  at: 'instant',
  list: 'json',
  own: 'json',
}

const rows = rawPart<Row>(
  sql`select * from (values
    ('quoted " and \\ and Ü', 123456789012345678.123456789000::numeric, 9007199254740993::bigint, 7::int4,
      0.1::float8 + 0.2::float8, true, date '2026-03-08', timestamptz '2026-03-08 07:00:00.123956+00',
      array['a', 'b'], '{"rate":"1"}'::jsonb),
    ('', -0.10::numeric, -1::bigint, 0, 1e-300::float8, false, date '1999-12-31', timestamptz '1999-12-31 23:59:59+00',
      array[]::text[], '{}'::jsonb),
    (null, null, null, null, null, null, null, null, null, null)
  ) as t ("text", exact, cents, whole, ratio, "isSet", day, at, list, own)
  order by exact desc nulls last`,
  kinds,
)

test('every kind of a column is what the driver makes of it alone', async () => {
  const alone = await readPart(app.services.db, rows)
  expect(alone).toHaveLength(3)
  const together = await readTogether(app.services.db, { rows })
  expect(together.rows).toStrictEqual(alone.map((row) => ({ ...row })))
  expect(together.rows[0]).toMatchObject({ exact: '123456789012345678.123456789000', cents: 9_007_199_254_740_993n })
})

test('a part without rows is an empty list, and a shared query is read by all parts', async () => {
  const one = { text: 'text' } as const
  const found = await readTogether(
    app.services.db,
    {
      all: rawPart<{ text: string }>(sql`select "text" from letter order by "text" desc`, one),
      none: rawPart<{ text: string }>(sql`select "text" from letter where false`, one),
    },
    { letter: sql`select unnest(array['a', 'b']) as "text"` },
  )
  expect(found).toEqual({ all: [{ text: 'b' }, { text: 'a' }], none: [] })
})
