// The demonstration's saved filters and own reports run for their owners, even before there is an account.
import { ownReportPrefix } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { type Demonstration, startDemonstration } from '../testing/demonstration.ts'
import { makeClub } from './make-club.ts'
import { seedReports } from './seed-reports.ts'

let app: Demonstration
beforeAll(async () => {
  app = await startDemonstration()
  await fillSimulatedMarket(app.services)
  await seedReports(app.services)
}, 240_000)
afterAll(() => app.stop())

const totals = async (role: 'manager' | 'administrator' | 'member'): Promise<Record<string, number>> => {
  const { client } = await app.signInAs(role)
  const found: Record<string, number> = {}
  for (const { id, name } of await client.report.getStaticReport()) {
    for (const { name: saved, filter, orderBy, direction } of await client.report.findSavedFilters({
      params: { report: id },
    })) {
      found[saved] = (
        await client.report.getStaticReportData({
          body: { report: id, filter, limit: 50, offset: 0, orderBy, direction },
        })
      ).total
    }
    if (!id.startsWith(ownReportPrefix)) continue
    const { filter } = await client.report.getStaticReportDetailsById({ params: { id } })
    found[name] = (
      await client.report.getStaticReportData({ body: { report: id, filter, limit: 50, offset: 0 } })
    ).total
  }
  return found
}

test('they run for everybody, first without and then with the rows of the year', async () => {
  expect(await totals('manager')).toMatchObject({
    'Closed this year': 0,
    'Result by company': 0,
    'Result by month': 0,
    'Losing lots': 0,
  })
  await makeClub(app.services, app.login)
  const manager = await totals('manager')
  expect(Object.keys(manager)).toHaveLength(7)
  expect(
    Math.min(
      manager['Closed this year']!,
      manager['Result by company']!,
      manager['Result by month']!,
      manager['Losing lots']!,
      manager['Last month']!,
    ),
  ).toBeGreaterThan(0)
  expect(await totals('member')).toEqual({
    'Winners of the month': expect.any(Number),
    'Liquid winners': expect.any(Number),
  })
  expect((await totals('administrator'))['Activity by user']).toBeGreaterThan(0)
}, 240_000)
