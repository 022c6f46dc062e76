import type { MarketState, Opportunity } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { OpportunityScreen } from './opportunity-screen.tsx'

const market = sampleMarket({
  source: 'import',
  mode: 'closed',
  marketDay: '2021-04-21',
  formingDay: null,
  isOpen: false,
})

test('while levels are computed the list says that it is partial, and follows when they are done', async () => {
  signIn()
  let computing: MarketState['computing'] = { done: 211, total: 449 }
  answers({
    'GET /v1/api/market/find-state': () => ({ ...market, ...(computing ? { computing } : {}) }),
    'GET /v1/api/stock/getAssetType': [{ assetType: 'EQUITY' }],
    'GET /v1/api/opportunity-seeker/{investmentType}/{capital}/{risk}/{start}/{count}/{assetTypes}/{symbolOrAll}/{showOnlyQEC}/{yearIPO}':
      () => ({ total: 0, overtaken: 0, result: [], ...(computing ? { computing } : {}) }),
  })
  await render(<OpportunityScreen />, {
    at: '/opportunity-seeker?capital=50000&risk=1&asked=true',
  })
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Computing levels: 211 of 449 instruments. The list of opportunities is partial until all are done',
  )
  expect(await screen.findByText('No opportunity yet')).toBeInTheDocument()
  expect(screen.getByText(/^0 long opportunities so far, as of/)).toBeInTheDocument()
  computing = undefined
  expect(await screen.findByText('No opportunity fits this filter', {}, { timeout: 10_000 })).toBeInTheDocument()
  expect(screen.queryByText(/Computing levels/)).not.toBeInTheDocument()
})

const find =
  'GET /v1/api/opportunity-seeker/{investmentType}/{capital}/{risk}/{start}/{count}/{assetTypes}/{symbolOrAll}/{showOnlyQEC}/{yearIPO}'
const opportunity = (code: string): Opportunity => ({
  instrumentName: `${code} Inc`,
  instrumentAssetType: 'ETF',
  instrumentCode: code,
  cusip: null,
  resistance: 47.6,
  support: 44.2,
  volume: 1_000_000,
  cantStocks: 100,
  inversionValue: 4761,
  buyPrice: 47.61,
  sellPrice: 42.87,
  distance: 1,
  trueLoss: 1,
  trueLossPercent: 1,
  isQualified: true,
  entryState: null,
  session: null,
})

test('a header orders all rows on the server, both ways, and only offered types are sent', async () => {
  signIn()
  const asked: unknown[] = []
  answers({
    'GET /v1/api/market/find-state': market,
    'GET /v1/api/stock/getAssetType': [{ assetType: 'EQUITY' }, { assetType: 'ETF' }],
    [find]: ({ params, query }) => {
      asked.push([params.assetTypes.join(' '), params.start, query.orderBy, query.direction])
      return { total: 45, overtaken: 0, result: [opportunity('AAA'), opportunity('BBB')] }
    },
  })
  const user = userEvent.setup()
  await render(<OpportunityScreen />, { at: '/opportunity-seeker?capital=50000&risk=1&asked=true&start=20' })
  expect(await screen.findAllByText('ETF')).toHaveLength(2)
  expect(screen.getByRole('columnheader', { name: /Distance/ })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(screen.getByRole('button', { name: 'Stocks' }))
  expect(await screen.findByRole('columnheader', { name: 'Stocks' })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(screen.getByRole('button', { name: 'Stocks' }))
  expect(screen.getByRole('columnheader', { name: 'Stocks' })).toHaveAttribute('aria-sort', 'descending')
  expect(asked).toEqual([
    ['EQUITY ETF', 20, undefined, 'ASC'],
    ['EQUITY ETF', 0, 'stocks', 'ASC'],
    ['EQUITY ETF', 0, 'stocks', 'DESC'],
  ])
  expect(screen.getByText('Equity | ETF')).toBeInTheDocument()
})

test('an old link to a page that is gone opens the last one', async () => {
  signIn()
  const starts: number[] = []
  answers({
    'GET /v1/api/market/find-state': market,
    'GET /v1/api/stock/getAssetType': [{ assetType: 'ETF' }],
    [find]: ({ params }) => {
      starts.push(params.start)
      return { total: 41, overtaken: 0, result: params.start < 41 ? [opportunity('LAST')] : [] }
    },
  })
  await render(<OpportunityScreen />, { at: '/opportunity-seeker?capital=50000&risk=1&asked=true&start=5000' })
  expect(await screen.findByRole('button', { name: 'Graph of LAST, LAST Inc' })).toBeInTheDocument()
  expect(screen.getByText('41–41 of 41')).toBeInTheDocument()
  expect(starts).toEqual([5000, 40])
})
