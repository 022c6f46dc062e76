// What happens to a line of an order that is dropped, opened and removed. How it is dragged is tested in
// packages/charts.
import type { InstrumentTrading } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers, sentTo, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import {
  cents,
  sampleAccount,
  sampleChild,
  sampleOperation,
  sampleOrder,
  samplePreview,
} from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { OrderChangePart } from '../order/order-change-part.tsx'
import { useTradeLines } from './use-trade-lines.ts'

const stopOrder = sampleOrder({
  orderId: '52',
  code: 'ACME',
  instruction: 'SELL',
  brokerInstruction: 'SELL',
  orderType: 'STOP',
  price: '48.5',
  stopPrice: '48.5',
  quantity: '100',
  children: [],
})
const entry = sampleOrder({ code: 'ACME', children: [sampleChild] })
const own = (orderId: string) => ({ change: { orderId, field: 'price' }, fixed: null }) as const
const line = { parentOrderId: null, trail: null, cancelPrice: null, quantity: 100 } as const
/** The pair of exits of a second entry. */
const bracketed = sampleOrder({
  orderId: '60',
  code: 'ACME',
  children: [
    {
      ...sampleChild,
      orderId: 'pair',
      orderType: null,
      price: null,
      stopPrice: null,
      orders: [
        { ...sampleChild, orderId: 'inner', price: '49.8', stopPrice: '49.8' },
        { ...sampleChild, orderId: 'target', orderType: 'LIMIT', price: '58', stopPrice: null },
      ],
    },
  ],
})
const trading: InstrumentTrading = {
  code: 'ACME',
  isSameMarket: true,
  position: { quantity: 100, averagePrice: 50 },
  fills: [],
  orders: [
    {
      ...line,
      ...own('52'),
      orderId: '52',
      side: 'SELL',
      orderType: 'STOP',
      role: 'STOP',
      status: 'WORKING',
      price: 48.5,
    },
    {
      ...line,
      ...own(entry.orderId),
      orderId: entry.orderId,
      side: 'BUY',
      orderType: 'STOP',
      role: 'ENTRY',
      status: 'WORKING',
      price: 50.5,
    },
    {
      ...line,
      change: { orderId: entry.orderId, field: 'childPrice' },
      fixed: null,
      orderId: 'child',
      parentOrderId: entry.orderId,
      side: 'SELL',
      orderType: 'STOP',
      role: 'STOP',
      status: 'AWAITING_PARENT_ORDER',
      price: 48.5,
    },
  ],
}
const preview = 'POST /v1/api/order/preview-replacement'
const effect = samplePreview({ code: 'ACME', stopPrice: '49', lossAtStop: cents(150), lossPercent: '0.14' })

/** An entry with two exits that wait for it, and a stop that trails. */
const exits: InstrumentTrading = {
  ...trading,
  orders: [
    {
      ...line,
      ...own('60'),
      orderId: '60',
      side: 'BUY',
      orderType: 'STOP',
      role: 'ENTRY',
      status: 'WORKING',
      price: 50.5,
    },
    {
      ...line,
      change: { orderId: '60', field: 'targetPrice' },
      fixed: null,
      orderId: 'target',
      parentOrderId: '60',
      side: 'SELL',
      orderType: 'LIMIT',
      role: 'TARGET',
      status: 'AWAITING_PARENT_ORDER',
      price: 58,
    },
    {
      ...line,
      change: { orderId: '61', field: null },
      fixed: 'It follows the market by $2.00. Open it to change the distance.',
      orderId: '61',
      side: 'SELL',
      orderType: 'TRAILING_STOP',
      role: 'STOP',
      status: 'WORKING',
      price: 48,
    },
  ],
}

interface DeskProps {
  readonly isReadOnly?: boolean
  readonly shown?: InstrumentTrading
}

function Desk({ isReadOnly = false, shown = trading }: DeskProps) {
  const account = sampleAccount({ number: stopOrder.accountNumber, isReadOnly })
  const { trades, listeners } = useTradeLines({ symbol: 'ACME', timing: '_D', account, trading: shown })
  return (
    <>
      <ul aria-label="Lines">
        {trades?.lines.map(({ id, title, price, note, isMovable = false, whyFixed = 'fixed', removal }) => (
          <li key={id}>{[title, price, note, isMovable ? 'movable' : whyFixed, removal].join(' | ')}</li>
        ))}
      </ul>
      <button type="button" onClick={() => listeners.onMove('52', 49)}>
        Drop the stop
      </button>
      <button type="button" onClick={() => listeners.onMove('child', 49)}>
        Drop the child
      </button>
      <button type="button" onClick={() => listeners.onMove('target', 57)}>
        Drop the target
      </button>
      <button type="button" onClick={() => listeners.onOpen('52')}>
        Open the stop
      </button>
      <button type="button" onClick={() => listeners.onRemove('52')}>
        Remove the stop
      </button>
      <OrderChangePart />
    </>
  )
}

async function openDesk(more: Answers = {}, desk: DeskProps = {}) {
  const { isReadOnly = false } = desk
  signIn()
  answers({
    'POST /v1/api/order/find-orders': [stopOrder, entry, bracketed],
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ number: stopOrder.accountNumber, isReadOnly })],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
      sampleOperation({ code: 'ACME', plOpen: cents(241.5), isLive: false }),
    ],
    'POST /v1/api/quote/find': [],
    'POST /v1/api/quote/create-ticket': { ticket: 'one', expiresAt: 1 },
    [preview]: effect,
    ...more,
  })
  const page = await render(<Desk {...desk} />)
  const lines = () =>
    within(screen.getByRole('list', { name: 'Lines' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
  return { ...page, lines, press }
}

const review = () => screen.findByText('Do you want to replace order 52?')

describe('a line', () => {
  test('says what it is worth: the position its open profit, an order its result', async () => {
    const { lines } = await openDesk()
    await waitFor(() => expect(lines()[0]).toBe('Long 100 at average | 50 | +$241.50 | fixed | '))
    expect(lines().slice(1)).toEqual([
      'Sell 100 stop | 48.5 | -$150.00 | movable | Cancel Sell 100 stop',
      `Buy 100 trigger | 50.5 |  | movable | Cancel Buy 100 trigger`,
      'Sell 100 stop, waits for its entry | 48.5 | -$200.00 | movable | ',
    ])
  })

  test('of an account that is read only stays where it is', async () => {
    const { lines } = await openDesk({}, { isReadOnly: true })
    expect(lines().every((text) => text.includes('fixed'))).toBe(true)
  })

  test('that is dropped asks once, and that sends the change', async () => {
    const { lines, press, user } = await openDesk({
      'POST /v1/api/order/replace-order': { message: 'The order was replaced.', orderId: '53', stopRejected: null },
    })
    await press('Drop the stop')
    await review()
    expect(lines()[1]).toContain('| 49 |')
    expect(screen.getByText('$48.50 → $49.00')).toBeInTheDocument()
    expect(screen.getByText('-$150.00 → -$100.00')).toBeInTheDocument()
    expect(lines()[1]).toContain('-$100.00')
    await user.click(await screen.findByRole('button', { name: 'Replace order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sentTo('POST /v1/api/order/replace-order')).toMatchObject([
      { orderId: '52', price: '49', quantity: '100', childPrice: null },
    ])
  })

  test('returns when its confirmation is closed with Escape, and nothing is sent', async () => {
    const { lines, press, user } = await openDesk()
    await press('Drop the stop')
    await review()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(lines()[1]).toContain('| 48.5 |'))
    expect(sentTo('POST /v1/api/order/replace-order')).toEqual([])
  })

  test('of a stop that waits for its entry changes the stop of the entry', async () => {
    const { press } = await openDesk()
    await press('Drop the child')
    expect(await screen.findByText(`Do you want to replace order ${entry.orderId}?`)).toBeInTheDocument()
    await waitFor(() => expect(sentTo(preview).at(-1)).toMatchObject({ orderId: entry.orderId, childPrice: '49' }))
  })

  test('of a target that waits beside a stop changes the target of the entry, after one confirmation', async () => {
    const { lines, press, user } = await openDesk(
      { 'POST /v1/api/order/replace-order': { message: 'The order was replaced.', orderId: '62', stopRejected: null } },
      { shown: exits },
    )
    expect(lines()).toContain('Sell 100 target, waits for its entry | 58 | +$750.00 | movable | ')
    await press('Drop the target')
    expect(await screen.findByText('Do you want to replace order 60?')).toBeInTheDocument()
    expect(screen.getByText('$58.00 → $57.00')).toBeInTheDocument()
    expect(screen.getByText('+$750.00 → +$650.00')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Replace order' }))
    await waitFor(() =>
      expect(sentTo('POST /v1/api/order/replace-order')).toMatchObject([
        { orderId: '60', price: '50.5', childPrice: '49.8', targetPrice: '57' },
      ]),
    )
  })

  test('that cannot be moved says why', async () => {
    const { lines } = await openDesk({}, { shown: exits })
    expect(lines().at(-1)).toBe(
      'Sell 100 stop | 48 | -$200.00 | It follows the market by $2.00. Open it to change the distance. | ' +
        'Cancel Sell 100 stop',
    )
  })

  test('says in its confirmation why the price cannot be sent', async () => {
    const { press } = await openDesk({ [preview]: { ...effect, faults: ['The stop is on the wrong side.'] } })
    await press('Drop the stop')
    await review()
    expect(await screen.findByText('The stop is on the wrong side.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Replace order' })).toBeDisabled()
  })

  test('opens its order with the fields as they are', async () => {
    const { press } = await openDesk()
    await press('Open the stop')
    expect(await screen.findByRole('textbox', { name: 'Stop Price' })).toHaveValue('48.5')
    expect(screen.getByText('Nothing is changed')).toBeInTheDocument()
  })

  test('is removed after a question that says what it protects', async () => {
    const { press, user } = await openDesk({
      'POST /v1/api/order/cancel-order': { message: 'The order is cancelled' },
    })
    await press('Remove the stop')
    expect(await screen.findByText('Do you want to cancel order 52?')).toBeInTheDocument()
    expect(
      screen.getByText('Sell 100 stop at 48.50. It protects a position, which stays open without it.'),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(sentTo('POST /v1/api/order/cancel-order')).toEqual([])
    await press('Remove the stop')
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(sentTo('POST /v1/api/order/cancel-order')).toMatchObject([{ orderId: '52' }]))
  })
})

test('an order that can only be cancelled says so instead of opening', async () => {
  const { press } = await openDesk({
    'POST /v1/api/order/find-orders': [{ ...stopOrder, isEditable: false }],
  })
  await press('Drop the stop')
  expect(await screen.findByText('This order cannot be changed here')).toBeInTheDocument()
})
