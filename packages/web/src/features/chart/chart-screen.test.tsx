import type { Operation } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall, answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleMarket, sampleOperation } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ChartScreen } from './chart-screen.tsx'

const path = '/chart/{-$symbol}/{-$timing}'

const position = (code: string, fields: Partial<Operation> = {}): Operation =>
  sampleOperation({ code, name: code, longQuantity: 150, shortQuantity: 0, ...fields })

const company = (code: string) => ({
  id: '8a2de1c5-3b8c-4bbd-8a33-0f7d9f1e6a01',
  code,
  name: `${code} Incorporated`,
  assetType: 'EQUITY' as const,
  exchange: null,
  country: null,
  sector: null,
  industry: null,
  marketCap: null,
  ipo_date: null,
  hasIntraday: true,
  firstDay: null,
  firstIntradayDay: null,
})

const answered = /find-state|find-labels|view-my-account|find-open-operation|\/fundamental|save-my-user-preference/

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
      position('ACME'),
      position('ZETA', { longQuantity: 0, shortQuantity: 40 }),
      position('ACME  260320C00020000', { multiplier: 100 }),
    ],
    'POST /v1/api/stock/fundamental': ({ body: { symbol } }) => company(symbol),
  })
  // Bars and what is around them do not matter here.
  globalThis.fetch = (input, init) =>
    answered.test(input instanceof Request ? input.url : input.toString())
      ? answerCall(input, init)
      : new Promise(() => undefined)
})

describe('an address', () => {
  test.each([
    ['/chart/SPY', '/chart/SPY/_MONTH'],
    ['/chart/SPY/weekly', '/chart/SPY/_MONTH'],
    ['/chart/spy/w', '/chart/SPY/_W'],
    ['/chart/SPY/_15M', '/chart/SPY/_15M'],
  ])('%s shows the chart at %s', async (at, shown) => {
    const { address } = await render(<ChartScreen />, { at, path })
    expect(await screen.findByRole('heading', { level: 1, name: 'SPY Incorporated' })).toBeInTheDocument()
    expect(address()).toBe(shown)
  })
})

test('beside its name a company has its own label', async () => {
  answers({ 'GET /v1/api/stock/find-labels': [{ symbol: 'SPY', label: 'Core' }] })
  await render(<ChartScreen />, { at: '/chart/SPY/_D', path })
  expect(await screen.findByRole('button', { name: 'Label: Core' })).toBeVisible()
})

describe('a chart without a company', () => {
  test('offers the open positions of the account in view, not its options', async () => {
    await render(<ChartScreen />, { at: '/chart', path })
    const list = await screen.findByRole('region', { name: 'Open positions in 8841-2207 · Paper' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['ACME Long 150', 'ZETA Short 40'])
    expect(within(list).getByRole('link', { name: 'ACME Long 150' })).toHaveAttribute('href', '/chart/ACME/_MONTH')
  })

  test('offers the symbols viewed last, the newest first', async () => {
    const clean = async () => {
      await user.click(screen.getByRole('button', { name: 'Actions' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Clean' }))
    }
    const viewed = async () =>
      within(await screen.findByRole('region', { name: 'Viewed last' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    const { user, address } = await render(<ChartScreen />, { at: '/chart/QQQ/_D', path })
    await screen.findByRole('heading', { level: 1, name: 'QQQ Incorporated' })
    await clean()
    expect(await viewed()).toEqual(['QQQ'])
    await user.click(await screen.findByRole('link', { name: 'ACME Long 150' }))
    await screen.findByRole('heading', { level: 1, name: 'ACME Incorporated' })
    expect(address()).toBe('/chart/ACME/_MONTH')
    await clean()
    expect(await viewed()).toEqual(['ACME', 'QQQ'])
  })

  test('says how to find one', async () => {
    answers({ 'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [] })
    await render(<ChartScreen />, { at: '/chart', path })
    expect(await screen.findByText('No company chosen')).toBeInTheDocument()
    expect(screen.getByText(/or a whole symbol and Enter/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: /Open positions/ })).not.toBeInTheDocument()
  })
})

test('bars below a day are asked for in regular hours, and in all hours once the reader chooses them', async () => {
  answers({ 'POST /v1/api/stock/by-range': [] })
  globalThis.fetch = (input, init) =>
    /by-range|find-state|\/fundamental/.test(input instanceof Request ? input.url : input.toString())
      ? answerCall(input, init)
      : new Promise(() => undefined)
  const hours = () =>
    sentTo('POST /v1/api/stock/by-range').map(({ timing, isRegularHours }) => [timing, isRegularHours])
  const { user } = await render(<ChartScreen />, { at: '/chart/SPY/_15M', path })
  await screen.findByText('No prices of SPY')
  expect(hours()).toEqual([['_15M', true]])
  await user.click(await screen.findByRole('button', { name: 'Intraday: 15 minutes' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'All hours' }))
  expect(await screen.findByRole('button', { name: 'Intraday: 15 minutes · All hours' })).toBeInTheDocument()
  await vi.waitFor(() => expect(hours().at(-1)).toEqual(['_15M', undefined]))
  await user.click(screen.getByTitle('Daily'))
  await vi.waitFor(() => expect(hours().at(-1)).toEqual(['_D', undefined]))
})

describe('several charts', () => {
  const panels = () =>
    screen.getAllByRole('region', { name: /^[A-Z]{3}( · |$)/ }).map((panel) => panel.getAttribute('aria-label'))
  const openMenu = async (user: Awaited<ReturnType<typeof render>>['user']) =>
    await user.click(screen.getByRole('button', { name: /^Layout/ }))

  test('are side by side, share the company, and the address is that of the active one', async () => {
    const { user, address } = await render(<ChartScreen />, { at: '/chart/SPY/_D', path })
    await screen.findByRole('heading', { level: 1, name: 'SPY Incorporated' })
    await openMenu(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Two columns' }))
    await waitFor(() => expect(panels()).toEqual(['SPY · Daily', 'SPY · Weekly']))
    expect(screen.getAllByRole('radio', { name: 'W' })[1]).toBeChecked()
    await user.click(screen.getByRole('menuitemradio', { name: 'Nothing' }))
    await user.keyboard('{Escape}')
    await user.click(screen.getAllByTitle('Monthly')[1]!)
    await waitFor(() => expect(address()).toBe('/chart/SPY/_MONTH'))
    await waitFor(() => expect(screen.getAllByRole('radio', { name: 'M' })[1]).toBeChecked())
    expect(screen.getAllByRole('radio', { name: 'D' })[0]).toBeChecked()
  })

  test('are saved under a name, come back, and are deleted', async () => {
    const { user, address } = await render(<ChartScreen />, { at: '/chart/QQQ/_D', path })
    await screen.findByRole('heading', { level: 1, name: 'QQQ Incorporated' })
    await openMenu(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Two rows' }))
    await waitFor(() => expect(panels()).toHaveLength(2))
    await user.click(screen.getByRole('menuitem', { name: 'Save this layout' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Morning')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await openMenu(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'One chart' }))
    await waitFor(() => expect(panels()).toHaveLength(1))
    // Changes are sent a second later, in one call or in several.
    await vi.waitFor(
      () =>
        expect(
          sentTo('POST /v1/api/user/save-my-user-preference').flatMap(
            ({ preference }) => preference['chartLayouts'] ?? [],
          ),
        ).toMatchObject([{ name: 'Morning', layout: { arrangement: 'ROWS' } }]),
      { timeout: 5_000 },
    )
    await user.click(screen.getByRole('menuitem', { name: /^Morning/ }))
    await waitFor(() => expect(panels()).toHaveLength(2))
    expect(address()).toBe('/chart/QQQ/_D')
    await openMenu(user)
    await user.click(await screen.findByRole('button', { name: 'Delete the layout Morning' }))
    expect(screen.queryByRole('menuitem', { name: /^Morning/ })).not.toBeInTheDocument()
  })

  test('are seen one at a time on a phone, behind a switcher', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const { user, address } = await render(<ChartScreen />, { at: '/chart/ABC/_D', path })
    await screen.findByRole('heading', { level: 1, name: 'ABC Incorporated' })
    await openMenu(user)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Two rows' }))
    expect(panels()).toEqual(['ABC'])
    await user.click(await screen.findByRole('radio', { name: 'ABC W' }))
    await waitFor(() => expect(address()).toBe('/chart/ABC/_W'))
    expect(panels()).toEqual(['ABC'])
    vi.unstubAllGlobals()
  })
})
