// The lock of the first seeding: one process at a time, and a process that stopped responding loses it.
import { expect, test, type TestContext } from 'vitest'
import { connect } from '../db/connect.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { withStartLock } from './with-start-lock.ts'

const stillMs = 300
const hourMs = 3_600_000

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

async function twoProcesses({ onTestFinished }: TestContext) {
  const database = await createEmptyDatabase()
  const [one, other] = [
    connect(database.url, () => undefined, 2, { stillMs }),
    connect(database.url, () => undefined, 2),
  ]
  onTestFinished(async () => {
    await one.close()
    await other.close()
    await database.drop()
  })
  return { one, other }
}

test('a paused process loses its turn, the next one has it, and the first one fails when it goes on', async (context) => {
  const { one, other } = await twoProcesses(context)
  const { given: isBegun, give: begin } = signal()
  const { given: isAwake, give: wake } = signal()
  const still = withStartLock(
    one.pool,
    async () => {
      begin()
      await isAwake
    },
    { signMs: hourMs },
  )
  await isBegun
  expect(await withStartLock(other.pool, () => Promise.resolve('done'))).toBe('done')
  wake()
  await expect(still).rejects.toThrow(/terminat|connection/i)
})

test('a process that is at work for longer keeps its turn', async (context) => {
  const { one, other } = await twoProcesses(context)
  const order: string[] = []
  const { given: isBegun, give: begin } = signal()
  const long = withStartLock(
    one.pool,
    async () => {
      begin()
      await one.pool.query('select pg_sleep($1)', [(3 * stillMs) / 1_000])
      order.push('first')
    },
    { signMs: stillMs / 6 },
  )
  await isBegun
  await withStartLock(other.pool, async () => void order.push('second'))
  await long
  expect(order).toEqual(['first', 'second'])
})
