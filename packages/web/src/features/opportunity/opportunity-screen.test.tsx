import type { MarketState } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { OpportunityScreen } from './opportunity-screen.tsx'

const market: MarketState = {
  source: 'import',
  mode: 'closed',
  marketDay: '2021-04-21',
  formingDay: null,
  isOpen: false,
  marketTime: 0,
}

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
