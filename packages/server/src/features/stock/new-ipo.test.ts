// New IPO over real HTTP, on a simulated market: its items are companies as the specification has them.
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

test('an item carries what is known of the company', async () => {
  const app = await startTestApp()
  try {
    await fillSimulatedMarket(app.services)
    const { client } = await app.signUp(['INVESTORS'])
    const { db } = app.services
    const [known, unknown] = await db.selectFrom('instrument').select(['id', 'code']).orderBy('code').limit(2).execute()
    const listed = { ipo_date: '2026-02-03' }
    await db
      .updateTable('instrument')
      .set({ ...listed, country: 'USA', sector: 'Energy', industry: 'Oil', share_count: '1000' })
      .where('id', '=', known!.id)
      .execute()
    await db
      .updateTable('instrument')
      .set({ ...listed, country: null, sector: null, industry: null, share_count: null, market_cap: null })
      .where('id', '=', unknown!.id)
      .execute()
    const items = await client.stock.getNewIpo({ body: { assetType: 'All Type', limit: null, timing: 2026 } })
    const itemOf = (code: string) => items.find((item) => item.code === code)
    expect(itemOf(known!.code)).toMatchObject({ ...listed, country: 'USA', sector: 'Energy', industry: 'Oil' })
    expect(itemOf(unknown!.code)).toMatchObject({ country: null, sector: null, industry: null, marketCap: null })
    const company = await client.stock.fundamental({ body: { symbol: known!.code } })
    expect(company!.marketCap).toBeGreaterThan(0)
    expect(itemOf(known!.code)!.marketCap).toBe(company!.marketCap)
  } finally {
    await app.stop()
  }
})
