import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { WalletComparisonPanel } from './wallet-comparison-panel.tsx'

const day = Date.parse('2026-03-03')
const line = [
  [day - 86_400_000, 0],
  [day, 1.5],
] as [number, number][]

test('on the dashboard a benchmark that could not be loaded is named, and Retry asks for it again', async () => {
  let isBroken = true
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket({
      formingDay: null,
      isOpen: false,
      marketTime: Date.parse('2026-03-04T01:00:00Z'),
    }),
    'POST /v1/api/stock/find-instrument-historic-in-percentage': ({ body: { instrumentCode } }) =>
      instrumentCode === 'QQQ' && isBroken ? refused('busy') : line,
    'GET /v1/api/account/get-wallet-historic-by-account-percentage/{accountId}/{fromDate}/{toDate}/{timing}': line,
  })
  const { user } = await render(<WalletComparisonPanel account={sampleAccount()} />)
  expect(await screen.findByText(/^QQQ: .* The others are shown\.$/, {}, { timeout: 5_000 })).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => screen.queryByText(/^QQQ: /)).toBeNull()
})
