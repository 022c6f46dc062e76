import type { AnalysisContent } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.stop())

const content: AnalysisContent = {
  ticket: 'SPY',
  timing: '_MONTH',
  startDate: '2006-03-04',
  endDate: '2026-03-04',
  investment_type: 'long',
  capital: '50000',
  risk: '1',
  resistance_price: '47.60',
  support_price: '44.20',
}

it('keeps several analyses by name, the same name once, and shows nobody else’s', async () => {
  const { client } = await app.signUp(['INVESTORS'])
  const other = await app.signUp(['INVESTORS'])
  await client.calculator.saveAnalysis({ body: { name: 'Breakout', content } })
  app.clock.advance(1000)
  await client.calculator.saveAnalysis({ body: { name: 'Second', content } })
  app.clock.advance(1000)
  const changed = { ...content, risk: '2' }
  await client.calculator.saveAnalysis({ body: { name: 'Breakout', content: changed } })
  const mine = await client.calculator.findAnalyses()
  expect(mine.map(({ name, content }) => [name, content.risk])).toEqual([
    ['Breakout', '2'],
    ['Second', '1'],
  ])
  expect(await other.client.calculator.findAnalyses()).toEqual([])
  expect(await refusalOf(other.client.calculator.deleteAnalysis({ body: { id: mine[0]!.id } }))).toBe('404 notFound')
  await client.calculator.deleteAnalysis({ body: { id: mine[0]!.id } })
  expect((await client.calculator.findAnalyses()).map(({ name }) => name)).toEqual(['Second'])
})

it('refuses what is no number and what is no ticker of a day range', async () => {
  const { client } = await app.signUp(['INVESTORS'])
  expect(
    await refusalOf(client.calculator.saveAnalysis({ body: { name: 'Bad', content: { ...content, capital: '1e5' } } })),
  ).toBe('400 invalid')
  expect(await refusalOf(client.calculator.saveAnalysis({ body: { name: ' ', content } }))).toBe('400 invalid')
})
