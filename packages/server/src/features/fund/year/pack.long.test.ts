// Packs of a fund of 200 members over five years: how much of one is in memory at a time.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfMany } from '../../../testing/fund-of-many.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeWaitingPacks } from './make-pack.ts'

const memberCount = 200
const years = ['2021', '2022', '2023', '2024', '2025']

let app: TestApp
let manager: TestUser
let account: LinkedAccount

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  account = await makeFundOfMany(app, manager, memberCount)
}, 300_000)
afterAll(() => app.stop())

test('a pack of 200 members is stored in portions of little more than a megabyte', { timeout: 1_800_000 }, async () => {
  const { db } = app.services
  for (const year of years) {
    const { id } = await manager.client.fund.orderPack({ body: { accountId: account.id, year } })
    const before = process.memoryUsage().rss
    const startedMs = performance.now()
    await makeWaitingPacks(app.services)
    const seconds = (performance.now() - startedMs) / 1_000
    const grown = (process.memoryUsage().rss - before) / 1e6
    const [pack] = await manager.client.fund.findPacks({ params: { accountId: account.id } })
    expect(pack).toMatchObject({ id, state: 'DONE', done: pack?.total })
    expect(pack!.total).toBeGreaterThan(2 * memberCount)
    const { rows } = await sql<{ parts: number; largest: number }>`
      select count(*)::int as parts, max(length(content))::int as largest from fund_pack_part where pack_id = ${id}
    `.execute(db)
    // A portion is handed on as soon as it has a megabyte, so a file more at most is in it.
    expect(rows[0]!.largest).toBeLessThan(4_000_000)
    console.log(
      `${year}: ${pack!.total} files, ${((pack!.bytes ?? 0) / 1e6).toFixed(1)} MB in ${rows[0]!.parts} portions of at ` +
        `most ${(rows[0]!.largest / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s, resident memory ${grown.toFixed(0)} MB more`,
    )
  }
})
