// While a release is put in place, processes of the version before work on tables that are already changed. Every step
// that is not released yet is run on a real database, and the catalogue before and after it shows whether they can.
// Source: docs/decisions/0121-two-versions-side-by-side.md.
import { readFileSync } from 'node:fs'
import { sql, type Transaction } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreaks, growingTables } from '../testing/older-version/find-breaks.ts'
import { readCatalogue } from '../testing/older-version/read-catalogue.ts'
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildIndexes, type BesideIndex } from './build-indexes.ts'
import { connect, type Connection } from './connect.ts'
import { knownMigrations, migrateExactly, migrations, neededBy } from './migrate.ts'
import { releasedSteps } from './released-steps.ts'

let database: TestDatabase
let connection: Connection
let client: Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  connection = connect(database.url, () => undefined, 3)
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await connection.close()
  await database.drop()
})

/** Returns the breaks of one step; its transaction is asked which tables it wrote to before it ends. */
async function observe(indexes: readonly BesideIndex[], step: (trx: Transaction<unknown>) => Promise<unknown>) {
  const before = await readCatalogue(client)
  await buildIndexes(connection.db, indexes)
  const written = await connection.db.transaction().execute(async (trx) => {
    await step(trx as unknown as Transaction<unknown>)
    const { rows } = await sql<{ name: string }>`
      select format('%s.%s', n.nspname, c.relname) as name from pg_locks l join pg_class c on c.oid = l.relation
        join pg_namespace n on n.oid = c.relnamespace
      where l.pid = pg_backend_pid() and l.mode = 'RowExclusiveLock'`.execute(trx)
    return rows.map(({ name }) => name).filter((name) => before.tables.has(name))
  })
  return findBreaks({ before, after: await readCatalogue(client), written, beside: indexes.map(({ name }) => name) })
}

test('what the version before cannot live with is not in any step of the next release, unless it is unused since an earlier one', async () => {
  await migrateExactly(connection.db, releasedSteps)
  const findings: string[] = []
  for (const name of knownMigrations.filter((one) => !releasedSteps.includes(one))) {
    const { indexes = [], up } = migrations[name]!
    const breaks = await observe(indexes, up)
    if (breaks.length > 0 && !isContract(name)) findings.push(...breaks.map((words) => `${name} ${words}`))
  }
  expect(findings).toEqual([])
  const { tables } = await readCatalogue(client)
  expect([...growingTables].filter((name) => !tables.has(name))).toEqual([])
})

/** A contract step names the released step since which nothing uses what it takes away, and says so in a comment. */
function isContract(name: string): boolean {
  const needed = neededBy(name)
  if (needed === undefined || !releasedSteps.includes(needed)) return false
  const text = readFileSync(new URL(`./migrations/${name}.ts`, import.meta.url), 'utf8')
  return text.includes(`// Contract of ${needed}: `)
}

test('a step that needs another one needs one that was released', () => {
  const wrong = knownMigrations.filter((name) => neededBy(name) !== undefined && !isContract(name))
  expect(wrong).toEqual([])
})

test('released steps stay', () => {
  expect(releasedSteps.filter((name) => !knownMigrations.includes(name))).toEqual([])
})

const start = `
  drop schema if exists market cascade; drop schema public cascade; create schema public; create schema market;
  create table app_user (id integer primary key, name text not null, age integer, kind text not null default 'A'
    constraint app_user_kind_check check (kind in ('A', 'B')));
  create unique index app_user_name on app_user (name);
  create table audit_log (id integer primary key, at timestamptz not null, user_id integer);
  create view app_name as select name from app_user;
  create function old_one(value integer) returns integer language sql as 'select 1'`

test.each<[sql: string, breaks: RegExp[]]>([
  ['alter table app_user add column note text', []],
  [`alter table app_user add column level integer not null default 1 check (level > 0)`, []],
  ['create table thing (id integer primary key, user_id integer not null references app_user)', []],
  ['create table thing (a integer); create unique index thing_a on thing (a)', []],
  ['alter table app_user alter column name drop not null', []],
  ['alter table app_user alter column age set default 3', []],
  [
    `alter table app_user drop constraint app_user_kind_check,
     add constraint app_user_kind_check check (kind in ('A', 'B', 'C'))`,
    [],
  ],
  [
    `alter table app_user drop constraint app_user_kind_check,
     add constraint app_user_kind_check check (kind in ('A', 'C'))`,
    [/changes public\.app_user\.app_user_kind_check/],
  ],
  ['drop table audit_log', [/drops or renames public\.audit_log/]],
  ['alter table audit_log rename to log', [/drops or renames public\.audit_log/]],
  ['drop view app_name', [/drops or renames public\.app_name/]],
  ['drop function old_one', [/drops the function public\.old_one\(value integer\)/]],
  ['alter table app_user drop column age', [/drops or renames public\.app_user\.age/]],
  ['alter table app_user rename column age to years', [/drops or renames public\.app_user\.age/]],
  ['alter table app_user add column note text not null', [/adds public\.app_user\.note, which is not null/]],
  ['alter table app_user alter column age set not null', [/no longer takes null in public\.app_user\.age/]],
  ['alter table app_user alter column kind drop default', [/takes the default away from public\.app_user\.kind/]],
  [
    'alter table app_user alter column age type bigint',
    [/rewrites public\.app_user/, /changes the type of public\.app_user\.age from integer to bigint/],
  ],
  ['alter table app_user add column at timestamptz default clock_timestamp()', [/rewrites public\.app_user/]],
  ['alter table app_user add check (age > 17)', [/adds public\.app_user\.app_user_age_check/]],
  [
    'alter table audit_log add foreign key (user_id) references app_user not valid',
    [/adds public\.audit_log\.audit_log_user_id_fkey/],
  ],
  ['create unique index app_user_age on app_user (age)', [/adds public\.app_user\.app_user_age, which rows/]],
  ['drop index app_user_name', [/drops public\.app_user\.app_user_name, by which/]],
  ['alter table audit_log drop constraint audit_log_pkey', [/drops public\.audit_log\.audit_log_pkey, by which/]],
  ['create index audit_log_at on audit_log (at)', [/builds public\.audit_log\.audit_log_at while writers/]],
  ['update audit_log set user_id = 1', [/changes rows of public\.audit_log in one transaction/]],
  ['update app_user set age = 1', []],
])('%s', async (statement, breaks) => {
  await client.query(start)
  const found = await observe([], (trx) => sql.raw(statement).execute(trx))
  expect(found).toEqual(breaks.map((one) => expect.stringMatching(one) as string))
})

test('an index that is built beside its writers is no break', async () => {
  await client.query(start)
  const indexes = [{ name: 'audit_log_at', on: 'audit_log', definition: '(at)' }]
  expect(await observe(indexes, () => Promise.resolve())).toEqual([])
})
