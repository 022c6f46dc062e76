import type { Client } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

let app: TestApp
let client: Client
let codes: string[]
beforeAll(async () => {
  app = await startTestApp()
  client = (await app.signUp(['INVESTORS'])).client
  await fillSimulatedMarket(app.services)
  codes = (await app.services.db.selectFrom('instrument').select('code').orderBy('code').limit(4).execute()).map(
    ({ code }) => code,
  )
})
afterAll(() => app.stop())

const list = async (name: string) => (await client.watchlist.findAll()).find((one) => one.name === name)!

it('keeps several lists with their instruments, notes and order', async () => {
  const { id } = await client.watchlist.create({ body: { name: 'Energy' } })
  await client.watchlist.create({ body: { name: 'Banks' } })
  for (const code of codes) await client.watchlist.addInstrument({ body: { id, code: code.toLowerCase() } })
  await client.watchlist.addInstrument({ body: { id, code: codes[1]! } })
  expect((await client.watchlist.findAll()).map((one) => [one.name, one.items.map((item) => item.code)])).toEqual([
    ['Energy', codes],
    ['Banks', []],
  ])
  await client.watchlist.reorder({ body: { id, codes: [codes[3]!, codes[0]!] } })
  await client.watchlist.saveNote({ body: { id, code: codes[0]!, note: 'Wait for the gap\nto close.' } })
  await client.watchlist.removeInstrument({ body: { id, code: codes[2]! } })
  const energy = await list('Energy')
  expect(energy.items.map((item) => item.code)).toEqual([codes[3], codes[0], codes[1]])
  expect(energy.items[1]).toMatchObject({
    note: 'Wait for the gap\nto close.',
    lastClose: expect.any(Number),
    previousClose: expect.any(Number),
  })
  expect(energy.items[1]!.closes).toHaveLength(30)
  expect(energy.items[1]!.closes.at(-1)).toBe(energy.items[1]!.lastClose)
  await client.watchlist.rename({ body: { id, name: 'Oil' } })
  await client.watchlist.delete({ body: { id: (await list('Banks')).id } })
  expect((await client.watchlist.findAll()).map(({ name }) => name)).toEqual(['Oil'])
})

it('refuses a second list of one name, an unknown code, and whatever belongs to somebody else', async () => {
  const { id } = await client.watchlist.create({ body: { name: 'Mine' } })
  expect(await refusalOf(client.watchlist.create({ body: { name: 'Mine' } }))).toBe('409 watchlistName')
  expect(await refusalOf(client.watchlist.rename({ body: { id, name: 'Oil' } }))).toBe('409 watchlistName')
  expect(await refusalOf(client.watchlist.addInstrument({ body: { id, code: 'NOSUCH' } }))).toBe('404 watchedUnknown')
  expect(await refusalOf(client.watchlist.saveNote({ body: { id, code: codes[0]!, note: '' } }))).toBe('404 notFound')
  const { client: other } = await app.signUp(['INVESTORS'])
  expect(await other.watchlist.findAll()).toEqual([])
  expect(await refusalOf(other.watchlist.addInstrument({ body: { id, code: codes[0]! } }))).toBe('404 notFound')
  expect(await refusalOf(other.watchlist.rename({ body: { id, name: 'Theirs' } }))).toBe('404 notFound')
  expect(await refusalOf(other.watchlist.reorder({ body: { id, codes: [] } }))).toBe('404 notFound')
  expect(await refusalOf(other.watchlist.delete({ body: { id } }))).toBe('404 notFound')
})

it('lets parallel additions keep one place each', async () => {
  const { id } = await client.watchlist.create({ body: { name: 'Parallel' } })
  await Promise.all([...codes, ...codes].map((code) => client.watchlist.addInstrument({ body: { id, code } })))
  expect((await list('Parallel')).items.map((item) => item.code).toSorted()).toEqual(codes)
})

it('says from which close the prices of a forming day are measured, in the shares of that day', async () => {
  const { pool } = app.services
  const { id } = await client.watchlist.create({ body: { name: 'Forming' } })
  const code = codes[0]!
  await client.watchlist.addInstrument({ body: { id, code } })
  const itemOf = async () => (await list('Forming')).items[0]!
  expect((await itemOf()).formingPriorClose).toBeNull()
  // A day later forms, on which the instrument splits 2 for 1.
  await pool.query("update market_source set forming_day = market_day + 1 where source = 'simulated'")
  await pool.query('insert into forming_stat select * from instrument_stat where code = $1', [code])
  await pool.query('update forming_stat set last_day = last_day + 1, previous_close = last_close / 2')
  const { lastClose, formingPriorClose } = await itemOf()
  expect(formingPriorClose).toBeCloseTo(lastClose! / 2, 3)
})
