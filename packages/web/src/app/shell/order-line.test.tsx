// An order that is typed into the command palette: how it is read while it is typed, and its way to the review.
import { type PermissionKey, permissionKeys } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { OrderTicketPart } from '../../features/order/order-ticket-part.tsx'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { type Answers, answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleMarket, sampleOperation, samplePreview } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { registerPaletteSources } from '../palette-sources.ts'
import { CommandPalette } from './command-palette.tsx'

registerPaletteSources()

const quotedMs = Date.parse('2026-03-04T15:00:00Z')
const putOrder = 'POST /v1/api/order/put-order-with-trigger'
const search = () => screen.getByRole('combobox', { name: 'Search screens and actions' })
const line = () => screen.getByRole('region', { name: 'Order line' })
const fact = (name: string) => within(line()).getByText(name).nextElementSibling
const reviewOption = () => screen.findByRole('option', { name: /^Review order/ })
const ticket = () => screen.queryByRole('dialog', { name: /^Put order/ })

interface Opened {
  readonly at?: string
  readonly permissions?: readonly PermissionKey[]
  readonly given?: Answers
}

async function openPalette({ at = '/chart/SPY/_D', permissions = permissionKeys, given = {} }: Opened = {}) {
  signIn(permissions)
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
    'GET /v1/api/stock/searchByKeyword/{keyword}': [],
    'GET /v1/api/member/findMemberByKeyword/{keyword}': [],
    'GET /v1/api/static-report/get-static-report': [],
    'POST /v1/api/quote/find': ({ body: { codes } }) =>
      codes.includes('NOPE') ? [] : [{ code: codes[0]!, last: 50, bid: 49.9, ask: 50.1, atMs: quotedMs }],
    'POST /v1/api/order/preview-order': ({ body: { price, childPrice = null, targetPrice = null } }) =>
      samplePreview({ price, stopPrice: childPrice, targetPrice }),
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [],
    'GET /v1/api/market/find-state': sampleMarket(),
    [putOrder]: { message: 'The order was placed.', orderId: '4711', stopRejected: null },
    ...given,
  })
  const page = await render(<Page />, { at })
  await screen.findByRole('dialog', { name: 'Command palette' })
  return page
}

function Page() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <OrderTicketPart />
      {isOpen ? <CommandPalette onClose={() => setOpen(false)} /> : null}
    </>
  )
}

describe('a bracket that is typed on the chart', () => {
  test('is read back in words, reviewed with Enter and sent with Enter', async () => {
    const { user } = await openPalette()
    await user.type(search(), 'buy 100 stop 48.60 target 53.10')
    expect(within(line()).getByRole('status')).toHaveTextContent('Buy 100 SPY')
    expect(fact('Symbol')).toHaveTextContent('SPY, from the chart')
    await waitFor(() => expect(fact('Price')).toHaveTextContent('Limit at the ask, $50.10 now'))
    expect(fact('Stop Loss')).toHaveTextContent('$48.60')
    expect(fact('Target')).toHaveTextContent('$53.10')
    expect(fact('Account')).toHaveTextContent(sampleAccount().number)
    expect(await reviewOption()).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    const orders = await screen.findByRole('list', { name: 'Orders to be sent' })
    expect(
      within(orders)
        .getAllByRole('listitem')
        .map(({ firstChild }) => firstChild?.textContent),
    ).toEqual(['Buy 100 SPY at limit $50.10', 'Sell 100 SPY at stop $48.60', 'Sell 100 SPY at limit $53.10'])
    expect(sentTo(putOrder)).toEqual([])
    const put = screen.getByRole('button', { name: 'Put long order' })
    await waitFor(() => expect(put).not.toHaveAttribute('aria-disabled', 'true'))
    await waitFor(() => expect(put).toHaveFocus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo(putOrder)).toMatchObject([
      { ticket: 'SPY', quantity: '100', price: '50.1', childPrice: '48.6', targetPrice: '53.1' },
    ])
  })

  test('goes back to the fields of the ticket with what was typed', async () => {
    const { user } = await openPalette()
    await user.type(search(), 'b100 s3% t2r{Enter}')
    // The price that the distances are measured from was still on its way.
    await waitFor(() => expect(fact('Stop Loss')).toHaveTextContent('3% from the price: $48.60'))
    expect(ticket()).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('Qty', { selector: 'input' })).toHaveValue('100')
    expect(screen.getByLabelText('Stop Loss', { selector: 'input' })).toHaveValue('48.6')
    expect(screen.getByLabelText('Target', { selector: 'input' })).toHaveValue('53.1')
  })
})

test('a size by risk comes to shares in the line and in the ticket', async () => {
  const { user } = await openPalette({ at: '/wallet' })
  await user.type(search(), 'buy risk 0.5% AAPL limit 50.10 stop 48.60')
  // 0.5 percent of 104,310.55 over 1.50 per share.
  await waitFor(() => expect(within(line()).getByRole('status')).toHaveTextContent('Buy 347 AAPL'))
  await user.click(await reviewOption())
  expect(await screen.findByText('Do you want to put this long order?')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText('Risk %', { selector: 'input' })).toHaveValue('0.5')
  expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('347 shares')
})

describe('a line that is not an order yet', () => {
  test.each([
    ['buy AAPL stop 190', 'How many?'],
    ['buy 100 stop 48 target', 'Add a price, a percentage or a multiple of the risk'],
    ['buy 100 48', 'Say what 48 is'],
    ['buy 100 stop 60', 'is on the wrong side'],
    ['buy 100 NOPE', 'The brokerage has no price for NOPE'],
    ['sell 100', 'The account holds no SPY to sell'],
  ])('%s says what is missing, and Enter opens nothing', async (words, text) => {
    const { user } = await openPalette()
    await user.type(search(), words)
    await waitFor(() => expect(within(line()).getByRole('status')).toHaveTextContent(text))
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
    expect(orderTicket.get()).toBeUndefined()
  })

  test('leaves the other results to the arrows', async () => {
    const { user, address } = await openPalette({
      given: {
        'GET /v1/api/stock/searchByKeyword/{keyword}': [
          { id: '7', code: 'TBF', name: 'Short 20+ Year Treasury', assetType: 'ETF' },
        ],
      },
    })
    await user.type(search(), 'short 20+')
    const found = (await screen.findAllByRole('option', { name: /TBF/ }))[0]!
    expect(found).toHaveAttribute('aria-selected', 'false')
    await user.keyboard('{ArrowDown}')
    expect(found).toHaveAttribute('aria-selected', 'true')
    expect(address()).toBe('/chart/SPY/_D')
  })

  test('without a symbol, off the chart, asks for one', async () => {
    const { user } = await openPalette({ at: '/wallet' })
    await user.type(search(), 'buy 100 stop 48')
    expect(within(line()).getByRole('status')).toHaveTextContent('Which symbol?')
    await user.type(search(), ' spy')
    expect(await reviewOption()).toBeInTheDocument()
  })
})

test('what is short is covered, and nothing else', async () => {
  const { user } = await openPalette({
    given: {
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
        sampleOperation({ code: 'SPY', longQuantity: 0, shortQuantity: 40 }),
      ],
    },
  })
  await user.type(search(), 'cover 41')
  await waitFor(() => expect(within(line()).getByRole('status')).toHaveTextContent('The account is short 40 SPY.'))
  await user.type(search(), '{Backspace}0')
  await reviewOption()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(orderTicket.get()).toMatchObject({ directionality: 'BUY', quantity: '40' }))
})

test('an account that takes no orders is named', async () => {
  const { user } = await openPalette({
    given: { 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ isReadOnly: true })] },
  })
  await user.type(search(), 'buy 100')
  await waitFor(() => expect(within(line()).getByRole('status')).toHaveTextContent('The account is read only.'))
})

test('users who may not put orders search as before', async () => {
  const { user } = await openPalette({ permissions: [] })
  await user.type(search(), 'buy 100 AAPL')
  expect(screen.queryByRole('region', { name: 'Order line' })).not.toBeInTheDocument()
  expect(await screen.findByText(/^Nothing found/)).toBeInTheDocument()
})
