import type { OptionContract } from '@clubfolio/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { ChainPanel } from './chain-panel.tsx'

const contract: OptionContract = {
  symbol: 'SPY   260306C00450000',
  description: 'SPY 450 call 2026-03-06',
  putCall: 'CALL',
  strikePrice: 450,
  bid: 2,
  ask: 2.1,
  last: 2.05,
  mark: 2.05,
  netChange: 0,
  totalVolume: 10,
  openInterest: 20,
  volatility: 18,
  delta: 0.5,
  gamma: 0.01,
  theta: -0.1,
  vega: 0.1,
  rho: 0.01,
  intrinsicValue: 0,
  timeValue: 2.05,
  inTheMoney: false,
  expirationDate: '2026-03-06',
  daysToExpiration: 2,
  multiplier: 100,
}

test('a click on a contract opens the order ticket for it in the account of the chain', async () => {
  signIn()
  const { user } = await render(
    <ChainPanel
      side="CALL"
      asked={{ code: 'SPY', accountNumber: '8841-2207' }}
      window={{
        symbol: 'SPY',
        underlyingPrice: 450.5,
        isDelayed: false,
        callExpDateMap: { '2026-03-06:2': { '450.0': [contract] } },
        putExpDateMap: {},
      }}
      windowEnd="2026-04-06"
      expirations={[{ expirationDate: '2026-03-06', daysToExpiration: 2, isStandard: false }]}
      day="2026-03-06"
      onDay={() => undefined}
      price={450.5}
      isRefreshing={false}
    />,
  )
  await user.click(await screen.findByText('450.00'))
  expect(orderTicket.get()).toEqual({ accountNumber: '8841-2207', code: contract.symbol })
})
