// The request limit counted in the database, by its clock, for every process that shares it.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Connection } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { allowanceOf, createRequestAllowance, type RequestAllowance } from './request-allowance.ts'

let drop: () => Promise<void>
/** Two processes, each with its own connections. */
let processes: Connection[]

beforeAll(async () => {
  const database = await createTestDatabase()
  processes = [connect(database.url, () => undefined), connect(database.url, () => undefined)]
  drop = () => database.drop()
})
afterAll(async () => {
  for (const { close } of processes) await close()
  await drop()
})
beforeEach(() => sql`truncate broker_allowance`.execute(processes[0]!.db))

/** Waits are recorded instead of slept. */
function allowances(perMinute: number): { of: RequestAllowance[]; waits: number[] } {
  const waits: number[] = []
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  return { of: processes.map(({ db }) => createRequestAllowance(db, { perMinute, wait })), waits }
}

/** Simulates this much elapsed time. */
const age = (seconds: number) =>
  sql`update broker_allowance set at = at - make_interval(secs => ${seconds})`.execute(processes[0]!.db)

test('two processes together have 120 turns a minute, and who comes after them queues behind each other', async () => {
  const { of, waits } = allowances(120)
  const taken = await Promise.all(Array.from({ length: 124 }, (_, turn) => of[turn % 2]!.take('login', 60_000)))
  expect(taken.every(Boolean)).toBe(true)
  // Refill during the burst shortened the waits by the same amount.
  expect(waits.length).toBeLessThanOrEqual(4)
  const { rows } = await sql<{
    tokens: number
    seconds: number
  }>`select tokens, extract(epoch from clock_timestamp() - at)::float8 as seconds from broker_allowance`.execute(
    processes[0]!.db,
  )
  expect(rows[0]!.tokens).toBeLessThan(1)
  for (const [index, ms] of waits.toSorted((a, b) => a - b).entries()) expect(ms).toBeLessThanOrEqual(500 * (index + 1))
})

test('a wait that would be too long is refused at once and takes nothing; each login has turns of its own', async () => {
  const { of, waits } = allowances(1)
  expect(await of[0]!.take('one', 100)).toBe(true)
  expect(await of[1]!.take('one', 100)).toBe(false)
  expect(await of[1]!.take('one', 100)).toBe(false)
  expect(await of[1]!.take('other', 100)).toBe(true)
  expect(waits).toEqual([])
  await age(60)
  expect(await of[1]!.take('one', 0)).toBe(true)
})

test('turns fill in again evenly and never beyond a minute of them', async () => {
  const { of } = allowances(2)
  for (let turn = 0; turn < 2; turn++) expect(await of[0]!.take('login', 0)).toBe(true)
  await age(30)
  expect([await of[0]!.take('login', 0), await of[1]!.take('login', 0)]).toEqual([true, false])
  await age(86_400)
  expect([await of[0]!.take('login', 0), await of[1]!.take('login', 0), await of[0]!.take('login', 0)]).toEqual([
    true,
    true,
    false,
  ])
})

test('a pause that the brokerage asked one process for holds for all of them, for its whole length', async () => {
  const { of } = allowances(120)
  await of[0]!.pause('login', 30_000)
  expect(await of[1]!.take('login', 10_000)).toBe(false)
  await age(30)
  expect(await of[1]!.take('login', 0)).toBe(true)
  await of[0]!.pause('login', 5_000)
  await of[1]!.pause('login', 1_000)
  expect(await of[0]!.take('login', 3_000)).toBe(false)
})

test('brokerages count apart, also what they count under the same key', async () => {
  const { of } = allowances(1)
  const [one, other] = ['paper', 'live'].map((name) => allowanceOf(of[0]!, (key) => `${name} ${key}`))
  expect([await one!.take('authorisation', 0), await other!.take('authorisation', 0)]).toEqual([true, true])
  expect(await one!.take('authorisation', 0)).toBe(false)
  await age(60)
  await other!.pause('authorisation', 60_000)
  expect([await one!.take('authorisation', 0), await other!.take('authorisation', 0)]).toEqual([true, false])
})
