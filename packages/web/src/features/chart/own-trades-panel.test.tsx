import type { Account, InstrumentTrading } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { OwnTradesPanel } from './own-trades-panel.tsx'

const noTrading: InstrumentTrading = { code: 'ACME', isSameMarket: true, position: null, fills: [], orders: [] }

const none = () => undefined

async function renderPanel(account: Account, trading: Partial<InstrumentTrading> = {}) {
  await render(
    <OwnTradesPanel
      symbol="ACME"
      state={{
        account: {
          account,
          lost: undefined,
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
        listeners: { previewMove: () => ({ note: '' }), onMove: none, onRemove: none, onOpen: none },
      }}
    />,
  )
  return within(await screen.findByRole('region', { name: 'My trades' }))
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
