import type { Account, InstrumentTrading } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { OwnTradesPanel } from './own-trades-panel.tsx'
import { ownTrades } from './own-trades.ts'
import type { OwnTradesState } from './use-own-trades.ts'

const noTrading: InstrumentTrading = { code: 'ACME', isSameMarket: true, position: null, fills: [], orders: [] }

const none = () => undefined

async function renderPanel(
  account: Account,
  trading: Partial<InstrumentTrading> = {},
  lines: Partial<Pick<OwnTradesState, 'trades' | 'listeners'>> = {},
) {
  const { user } = await render(
    <OwnTradesPanel
      symbol="ACME"
      state={{
        account: {
          account,
          lost: undefined,
          expectedId: undefined,
          choices: [account],
          choose: () => undefined,
          failure: null,
          retry: () => undefined,
          isRetrying: false,
        },
        isShown: true,
        setShown: () => undefined,
        trading: { ...noTrading, ...trading },
        failure: null,
        retry: () => undefined,
        trades: undefined,
        movableTo: () => [],
        exitsAt: () => [],
        ...lines,
        listeners: lines.listeners ?? { previewMove: () => ({ note: '' }), onMove: none, onRemove: none, onOpen: none },
      }}
    />,
  )
  return { ...within(await screen.findByRole('region', { name: 'My trades' })), user }
}

test('the trades on a chart are of an account that is named, and marked where its money is paper', async () => {
  const panel = await renderPanel(sampleAccount())
  expect(
    within(panel.getByLabelText('Held in 8841-2207 · Paper')).getByText('Account').nextElementSibling,
  ).toHaveTextContent('8841-2207 Paper')
  expect(panel.getByText('No position')).toBeInTheDocument()
})

test('an account with real money is named without a mark', async () => {
  const panel = await renderPanel(sampleAccount({ isPaper: false }))
  expect(panel.getByLabelText('Held in 8841-2207')).toBeInTheDocument()
  expect(panel.queryByText('Paper')).not.toBeInTheDocument()
})

test('a paper account in another market than the chart is named as paper too', async () => {
  const panel = await renderPanel(sampleAccount(), { isSameMarket: false })
  expect(
    panel.getByText('Account 8841-2207 · Paper trades in another market than the one shown here.'),
  ).toBeInTheDocument()
})

test('an open order is changed and cancelled from the list, also while its line is out of view', async () => {
  const orders: InstrumentTrading['orders'] = [
    {
      orderId: '52',
      parentOrderId: null,
      side: 'SELL',
      orderType: 'STOP',
      role: 'STOP',
      status: 'WORKING',
      quantity: 93,
      price: 59.78,
      trail: null,
      cancelPrice: null,
      change: { orderId: '52', field: 'price' },
      fixed: null,
    },
  ]
  const [onOpen, onRemove] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()]
  const panel = await renderPanel(
    sampleAccount(),
    { orders },
    {
      trades: ownTrades({ ...noTrading, orders }, '_D', { canTrade: true }),
      listeners: { previewMove: () => ({ note: '' }), onMove: none, onOpen, onRemove },
    },
  )
  await panel.user.click(panel.getByRole('button', { name: 'Change Sell 93 stop' }))
  await panel.user.click(panel.getByRole('button', { name: 'Cancel Sell 93 stop' }))
  expect([onOpen.mock.lastCall, onRemove.mock.lastCall]).toEqual([['52'], ['52']])
})
