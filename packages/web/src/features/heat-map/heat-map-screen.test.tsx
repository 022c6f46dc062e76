import type { HeatMapSector } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { graphModal } from '../../kernel/graph-modal.ts'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { HeatMapScreen } from './heat-map-screen.tsx'

const find = 'POST /v1/api/stock/find-heat-map'
const lists = 'GET /v1/api/watchlist/find-all'
const listId = '0d5a7d0e-58f1-4c4f-9a1e-6b8f0f4b7c11'

const technology: HeatMapSector = {
  sector: 'Information Technology',
  count: 3,
  changePercent: 0.9,
  marketCap: 6_000_000_000,
  volume: 9_000_000,
  tiles: [
    { code: 'ALDE', name: 'Alder', changePercent: 1.25, marketCap: 2_900_000_000, volume: 5_000_000 },
    { code: 'KSTL', name: 'Kestrel', changePercent: -3.1, marketCap: 1_000_000_000, volume: 2_000_000 },
  ],
  other: { count: 12, changePercent: -0.5, marketCap: 900_000_000, volume: 1_000_000 },
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    [lists]: [
      {
        id: listId,
        name: 'Metals',
        items: [
          {
            code: 'KSTL',
            name: 'Kestrel',
            assetType: 'EQUITY',
            lastClose: 1,
            previousClose: 1,
            formingPriorClose: 1,
            closes: [],
            note: '',
          },
        ],
      },
    ],
    [find]: { sectors: [technology], unsizedCount: 0 },
  })
})

const show = (at = '/heat-map') => render(<HeatMapScreen />, { at })

test('a tile says code, sector, change and value, and opens the chart of the timing', async () => {
  const { user } = await show('/heat-map?timing=WEEK')
  expect(await screen.findByText('Change week to date of 2026-03-04, open')).toBeVisible()
  const tile = await screen.findByRole('button', { name: 'ALDE, +1.25%, Information Technology, market cap 2.90B' })
  expect(tile).toHaveTextContent('ALDE+1.25%')
  await user.click(tile)
  expect(graphModal.get()).toEqual({ code: 'ALDE', timing: 'WEEK' })
})

test('the legend has a figure for each color, and the colors of a year are wider than those of a day', async () => {
  const { user } = await show()
  const legend = await screen.findByRole('list', { name: /^Colors/ })
  const figures = () =>
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(figures()).toEqual(['-3%', '-2%', '-1%', '0%', '+1%', '+2%', '+3%'])
  await user.click(screen.getByRole('radio', { name: 'Year' }))
  await waitFor(() => expect(figures()).toEqual(['-30%', '-20%', '-10%', '0%', '+10%', '+20%', '+30%']))
  expect(sentTo(find).at(-1)).toEqual({ timing: 'YEAR', size: 'MARKET_CAP', assetType: 'EQUITY' })
})

test('the name of a sector and its others lead to that sector, and Back would return', async () => {
  const { user, address } = await show()
  await user.click(
    await screen.findByRole('button', { name: 'Other 12, -0.50%, Information Technology, market cap 900.00M' }),
  )
  expect(address()).toBe('/heat-map?sector=Information+Technology')
  await waitFor(() => expect(sentTo(find).at(-1)).toMatchObject({ sector: 'Information Technology' }))
  expect(screen.getByRole('combobox', { name: 'Sector' })).toHaveValue('Information Technology')
})

test('a watchlist narrows the map to its instruments, of whatever type', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('combobox', { name: 'Instruments' }))
  await user.click(await screen.findByRole('option', { name: 'Metals' }))
  await waitFor(() =>
    expect(sentTo(find).at(-1)).toEqual({
      timing: 'DAILY',
      size: 'MARKET_CAP',
      assetType: 'All Type',
      codes: ['KSTL'],
    }),
  )
})

test('a user who may not read watchlists is not offered any', async () => {
  signIn(['VD'])
  const { user } = await show()
  await screen.findByRole('button', { name: /^ALDE/ })
  await user.click(screen.getByRole('combobox', { name: 'Instruments' }))
  expect(await screen.findByRole('option', { name: 'ETFs' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Metals' })).toBeNull()
})

test('the table has the same instruments, with the others of a sector as a row', async () => {
  const { user } = await show('/heat-map?view=table')
  const table = await screen.findByRole('table', { name: 'Heat map as a table' })
  await within(table).findByText('Alder')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['ALDE', '+1.25%', 'Alder', 'Information Technology', '2.90B', '5.00M'],
    ['KSTL', '-3.10%', 'Kestrel', 'Information Technology', '1.00B', '2.00M'],
    ['--', '-0.50%', 'Other 12', 'Information Technology', '900.00M', '1.00M'],
  ])
  await user.click(within(table).getByRole('button', { name: 'Graph of KSTL, Kestrel' }))
  expect(graphModal.get()).toEqual({ code: 'KSTL', timing: 'DAILY' })
})

test('a watchlist that is gone says so and leads back to the stocks', async () => {
  const { user, address } = await show(`/heat-map?of=${accountId}`)
  expect(await screen.findByText('This watchlist does not exist')).toBeVisible()
  expect(sentTo(find)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show stocks' }))
  expect(await screen.findByRole('button', { name: /^ALDE/ })).toBeVisible()
  expect(address()).toBe('/heat-map')
})

test('a watchlist that may not be read names the missing permission', async () => {
  signIn(['VD'])
  await show(`/heat-map?of=${listId}`)
  expect(await screen.findByText(/^Permission needed/)).toBeVisible()
})

test('watchlists that could not be loaded offer to try again', async () => {
  answers({ [lists]: refused('busy') })
  await show(`/heat-map?of=${listId}`)
  expect(await screen.findByText('The watchlists could not be loaded')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a market without any market cap offers the volume', async () => {
  answers({ [find]: { sectors: [], unsizedCount: 40 } })
  const { user, address } = await show()
  await user.click(await screen.findByRole('button', { name: 'Size by volume' }))
  expect(address()).toBe('/heat-map?size=VOLUME')
})

test('what has no size is counted', async () => {
  answers({ [find]: { sectors: [technology], unsizedCount: 3 } })
  await show()
  expect(await screen.findByText('Without 3 instruments of unknown market cap.')).toBeVisible()
})

test('a map that could not be loaded offers to try again', async () => {
  answers({ [find]: refused('busy') })
  const { user } = await show()
  await screen.findByText('The heat map could not be loaded')
  answers({ [find]: { sectors: [technology], unsizedCount: 0 } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /^KSTL/ })).toBeVisible()
})
