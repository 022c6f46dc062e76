import { screen } from '@testing-library/react'
import { useRouterState } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { chartSearch } from '../../kernel/chart-search.ts'
import { answerCall, answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { AdvanceScreen } from '../calculator/advance-screen.tsx'
import { OptionScreen } from '../option/option-screen.tsx'
import { CompanySearchPart } from './company-search-part.tsx'

const company = {
  id: '8a2de1c5-3b8c-4bbd-8a33-0f7d9f1e6a01',
  code: 'SPY',
  name: 'SPDR S&P 500',
  assetType: 'ETF',
} as const

async function choose(at: string) {
  const page = await render(<Page />, { at })
  await page.user.type(screen.getByRole('combobox', { name: 'Search company' }), 'spy')
  await page.user.click(await screen.findByRole('option', { name: /SPY/ }))
  return page
}

/** The top bar over two of the screens. */
function Page() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <>
      <CompanySearchPart />
      {path === '/stock-calculator-advance' ? <AdvanceScreen /> : null}
      {path === '/option-management' ? <OptionScreen /> : null}
    </>
  )
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/stock/searchByKeyword/{keyword}': [company],
    'GET /v1/api/market/find-state': sampleMarket(),
  })
  // The data of the screens does not matter here.
  globalThis.fetch = (input, init) =>
    /searchByKeyword|find-state/.test(input instanceof Request ? input.url : input.toString())
      ? answerCall(input, init)
      : new Promise(() => undefined)
})

describe('a screen that can use the company takes it and stays', () => {
  test('the calculator', async () => {
    const { address } = await choose('/stock-calculator-advance')
    expect(address()).toBe('/stock-calculator-advance')
    expect(await screen.findByRole('button', { name: 'Remove SPY' })).toBeInTheDocument()
  })

  test('the options', async () => {
    const { address } = await choose('/option-management')
    expect(address()).toBe('/option-management?code=SPY')
    expect(await screen.findByRole('button', { name: 'Remove SPY' })).toBeInTheDocument()
  })
})

describe('elsewhere the chart opens, and the search is stored from 1700 to today', () => {
  test.each([
    ['/wallet', '/chart/SPY/_D', '_D'],
    ['/chart', '/chart/SPY/_MONTH', '_MONTH'],
  ])('from %s', async (from, to, timing) => {
    const { address } = await choose(from)
    expect(address()).toBe(to)
    expect(chartSearch.get()).toEqual({ code: 'SPY', timing, startDate: '1700-01-01', endDate: '2026-03-04' })
  })
})
