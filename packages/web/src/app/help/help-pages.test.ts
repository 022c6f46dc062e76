import { expect, it } from 'vitest'
import { screens } from '../screens.ts'
import { findHelp } from './find-help.ts'
import { helpAt, screenHelp } from './help-pages.ts'
import { words } from './words.ts'

it('tells about every screen that is built', () => {
  expect(screenHelp.map(({ screen }) => screen.name)).toEqual(
    screens.filter((screen) => screen.load).map((screen) => screen.name),
  )
})

it.each(screenHelp.map(({ page }) => [page.screen, page] as const))(
  'says of %s what it is for and what one does there, in whole sentences',
  (_name, page) => {
    expect(page.steps.length).toBeGreaterThan(0)
    const sentences = [page.purpose, ...page.steps, ...page.notes, ...page.figures.map(([, meaning]) => meaning)]
    expect(sentences.filter((sentence) => !/^["A-Z2-9].{15,}[.]$/.test(sentence))).toEqual([])
    expect(new Set(page.figures.map(([label]) => label)).size).toBe(page.figures.length)
  },
)

it('says of realised gains what the reports say: fees are apart, and only the result of a year counts them', () => {
  const figures = new Map(screenHelp.find(({ page }) => page.screen === 'static-report')!.page.figures)
  expect(figures.get('Profit of a lot')).toBe(
    'Proceeds less cost of what was closed, the oldest lots first, before fees; the fees are shown beside it.',
  )
  expect(figures.get('Result of a year')).toMatch(/^Net plus dividends and interest\./)
  expect([...figures.values()].filter((meaning) => /fees included/.test(meaning))).toEqual([])
})

it('keeps the words in alphabetical order, each once', () => {
  const names = words.map(([word]) => word)
  expect(names).toEqual([...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en')))
})

it('knows the screen of an address, with parameters and with the longer address first', () => {
  expect(helpAt('/chart/SPY/_D')?.screen.name).toBe('chart')
  expect(helpAt('/chart/')?.screen.name).toBe('chart')
  expect(helpAt('/account')?.screen.name).toBe('account')
  expect(helpAt('/account/activate')?.screen.name).toBe('account-activate')
  expect(helpAt('/page-not-found')).toBeUndefined()
})

it('finds by every word typed, those with it in their name first', () => {
  const [first, ...rest] = findHelp('UNIT val', screenHelp, words)
  expect(first).toEqual({ title: 'Unit value', text: 'Fund value divided by all units.' })
  expect(rest).toContainEqual(expect.objectContaining({ title: 'Unit value', where: 'Account Mapping' }))
  expect(findHelp('  ', screenHelp, words)).toEqual([])
  expect(findHelp('no such thing', screenHelp, words)).toEqual([])
})
