// Refusals for a failing database, from errors of a real one and from errors that a test cannot provoke.
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connect } from '../db/connect.ts'
import { refusalOfDatabase } from './database-refusal.ts'

test('a connection that was ended, and a server that is not there, are reported as a database that is away', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  const connection = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const ended = await connection.pool
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch((error: unknown) => error)
  expect(refusalOfDatabase(ended)).toMatchObject({ refusal: 'databaseAway', status: 503 })
  const nobody = connect('postgres://nobody@127.0.0.1:1/none', () => undefined, 1)
  onTestFinished(() => nobody.close())
  expect(refusalOfDatabase(await nobody.pool.query('select 1').catch((error: unknown) => error))).toMatchObject({
    refusal: 'databaseAway',
  })
})

test.each(['25006', '57P01', '57P02', '57P03', '08006', 'ETIMEDOUT', 'EHOSTUNREACH'])(
  'a server that became a standby, stops, starts or is cut off (%s) is reported as a database that is away',
  (code) => {
    expect(refusalOfDatabase(Object.assign(new Error('failover'), { code }))).toMatchObject({
      refusal: 'databaseAway',
    })
  },
)

test('a connection that was closed meanwhile, and a server without a free one, are no faults of ours', () => {
  expect(refusalOfDatabase(new Error('Client was closed and is not queryable'))).toMatchObject({
    refusal: 'databaseAway',
  })
  expect(refusalOfDatabase(Object.assign(new Error('too many clients'), { code: '53300' }))).toMatchObject({
    refusal: 'busy',
  })
})

test('a full disk is reported as such, and a mistake of ours stays a fault', () => {
  expect(refusalOfDatabase(Object.assign(new Error('could not extend file'), { code: '53100' }))).toMatchObject({
    refusal: 'storageFull',
    status: 507,
  })
  expect(refusalOfDatabase(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined()
  expect(refusalOfDatabase(new Error('undefined is not a function'))).toBeUndefined()
  expect(
    refusalOfDatabase(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })),
  ).toBeUndefined()
  expect(
    refusalOfDatabase(Object.assign(new Error('no socket'), { code: 'ENOENT', syscall: 'connect' })),
  ).toMatchObject({ refusal: 'databaseAway' })
  expect(refusalOfDatabase('no error at all')).toBeUndefined()
})
