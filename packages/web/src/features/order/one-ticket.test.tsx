// One ticket for every kind of order: what it sends, sized and by keys alone.
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openOrderTicket, orderTicket } from '../../kernel/order-ticket.ts'
import { type Answers, sentTo } from '../../testing/answers.ts'
import { missingField, renderTicket, reviewButton, ticketField } from '../../testing/render-ticket.tsx'
import { cents, sampleAccount, sampleOperation, samplePreview } from '../../testing/samples.ts'

const quotedMs = Date.parse('2026-03-04T15:00:00Z')
const previewOrder = 'POST /v1/api/order/preview-order'
const placed = { message: 'The order was placed.', orderId: '4711', stopRejected: null }
const lastPreviewed = () => sentTo(previewOrder).at(-1)
const quoted: Answers = {
  'POST /v1/api/quote/find': [{ code: 'SPY', last: 50, bid: 49.9, ask: 50.1, atMs: quotedMs }],
}
const atMarket = { code: 'SPY', orderType: 'LIMIT' } as const
const holds = (quantity: number): Answers => ({
  'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
    sampleOperation({
      code: 'SPY',
      longQuantity: Math.max(quantity, 0),
      shortQuantity: Math.max(-quantity, 0),
      averagePrice: 45,
      riskQty: cents(300),
    }),
  ],
})
const put = () => screen.getByRole('button', { name: /^Put .* order$/ })
const ready = () => waitFor(() => expect(put()).not.toHaveAttribute('aria-disabled', 'true'))

describe('by keys alone', () => {
  test('a bracket is typed, reviewed and sent: quantity, stop, target, Enter, Enter', async () => {
    const { user } = await renderTicket(atMarket, {
      ...quoted,
      [previewOrder]: samplePreview({
        price: '50.10',
        stopPrice: '48.50',
        targetPrice: '54.53',
        lossAtStop: cents(160),
        reward: cents(443),
        rewardToRisk: '2.77',
      }),
      'POST /v1/api/order/put-order-with-trigger': placed,
    })
    await waitFor(() => expect(ticketField('Qty')).toHaveFocus())
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
    await user.keyboard('100{Tab}48.5{Tab}54.53{Enter}')
    const orders = await screen.findByRole('list', { name: 'Orders to be sent' })
    await waitFor(() =>
      expect(
        within(orders)
          .getAllByRole('listitem')
          .map(({ firstChild }) => firstChild?.textContent),
      ).toEqual(['Buy 100 SPY at limit $50.10', 'Sell 100 SPY at stop $48.50', 'Sell 100 SPY at limit $54.53']),
    )
    await ready()
    expect(sentTo('POST /v1/api/order/put-order-with-trigger')).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo('POST /v1/api/order/put-order-with-trigger')).toMatchObject([
      { quantity: '100', price: '50.1', childPrice: '48.5', targetPrice: '54.53', childOrderType: 'STOP' },
    ])
  })

  test('Ctrl Enter reviews from any field, and sends from the confirmation only once it may be sent', async () => {
    const { user } = await renderTicket(
      { ...atMarket, quantity: '10', price: '50' },
      { 'POST /v1/api/order/put-order': placed },
    )
    await waitFor(() => expect(reviewButton()).toBeEnabled())
    await user.click(ticketField('Target'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/^Do you want to put this/)
    expect(sentTo('POST /v1/api/order/put-order')).toEqual([])
    await ready()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo('POST /v1/api/order/put-order')).toHaveLength(1)
  })
})

test('what became of an order is said while its account is still being read again', async () => {
  let readings = 0
  const { user } = await renderTicket(
    { ...atMarket, quantity: '10', price: '50' },
    {
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': () =>
        ++readings === 1 ? [] : new Promise(() => {}),
      'POST /v1/api/order/put-order': placed,
    },
  )
  await waitFor(() => expect(reviewButton()).toBeEnabled())
  await user.click(reviewButton())
  await ready()
  await user.click(put())
  await waitFor(() => expect(orderTicket.get()).toBeUndefined())
  expect(readings).toBe(2)
})

describe('a limit without a price', () => {
  test('starts at the ask, of a sale at the bid', async () => {
    await renderTicket({ ...atMarket, directionality: 'SELL_SHORT' }, quoted)
    await waitFor(() => expect(ticketField('Price')).toHaveValue('49.90'))
  })

  test('comes into no field that the cursor is in', async () => {
    let answerQuote: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answerQuote = resolve))
    const spy = { code: 'SPY', last: 50, bid: 49.9, ask: 50.1, atMs: quotedMs }
    const { user } = await renderTicket(atMarket, { 'POST /v1/api/quote/find': () => held.then(() => [spy]) })
    await user.click(ticketField('Price'))
    answerQuote()
    expect(await screen.findByText('$50.10')).toBeVisible()
    expect(ticketField('Price')).toHaveValue('')
    await user.tab()
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
  })

  test('keeps what is typed, and stays empty once it is cleared', async () => {
    const { user } = await renderTicket(atMarket, quoted)
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
    await user.clear(ticketField('Price'))
    expect(ticketField('Price')).toHaveValue('')
    await user.type(ticketField('Price'), '49.5')
    expect(ticketField('Price')).toHaveValue('49.5')
  })
})

describe('the size', () => {
  const bySize = async (mode: string) => {
    const page = await renderTicket({ ...atMarket, price: '50', stopPrice: '48' }, quoted)
    await page.choose('Qty by', mode)
    return page
  }

  test('follows the risk to the stop, shows live, and is what is sent', async () => {
    const { user } = await bySize('Risk')
    await user.type(ticketField('Risk %'), '1')
    // 1 percent of 104,310.55 over 2.00 per share.
    expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('521 shares')
    await user.clear(ticketField('Stop Loss'))
    await user.type(ticketField('Stop Loss'), '46')
    expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('260 shares')
    await user.type(ticketField('Capital'), '20000')
    expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('50 shares')
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ quantity: '50', childQuantity: '50' }))
  })

  test('is remembered with its risk for the next ticket', async () => {
    const { user } = await bySize('Risk')
    await user.type(ticketField('Risk %'), '0.5')
    act(() => openOrderTicket({ ...atMarket, price: '50', stopPrice: '48' }))
    expect(ticketField('Risk %')).toHaveValue('0.5')
  })

  test('goes on in shares from what the amount came to', async () => {
    const { user, choose } = await bySize('Dollars')
    await user.type(ticketField('Dollars'), '1020')
    expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('20 shares')
    await choose('Qty by', 'Shares')
    expect(ticketField('Qty')).toHaveValue('20')
  })
})

describe('exits', () => {
  test('of an entry can trail by percent', async () => {
    const { user, choose } = await renderTicket({ ...atMarket, quantity: '10', price: '50' })
    await choose('Stop Type', 'Trailing stop')
    await user.click(screen.getByRole('radio', { name: 'Percent' }))
    await user.type(ticketField('Stop Trail'), '4')
    await waitFor(() =>
      expect(lastPreviewed()).toMatchObject({
        childOrderType: 'TRAILING_STOP',
        childPrice: null,
        childTrail: { offset: '4', unit: 'PERCENT' },
      }),
    )
  })

  test('of a held position go out as a pair, for all that is held', async () => {
    const previewed = 'POST /v1/api/order/preview-order-pair'
    const { user, choose } = await renderTicket(
      { code: 'SPY', directionality: 'SELL', orderType: 'LIMIT' },
      {
        ...holds(100),
        [previewed]: samplePreview({ brokerInstruction: 'SELL', stopPrice: '48', targetPrice: '56' }),
        'POST /v1/api/order/put-order-pair': placed,
      },
    )
    await waitFor(async () => {
      await choose('Type', 'OCO')
    })
    expect(missingField('Price')).not.toBeInTheDocument()
    expect(ticketField('Qty')).toHaveValue('100')
    await user.type(ticketField('Stop Loss'), '48')
    await user.type(ticketField('Target'), '56')
    await waitFor(() => expect(sentTo(previewed).at(-1)).toMatchObject({ quantity: '100', directionality: 'SELL' }))
    await user.keyboard('{Enter}')
    await screen.findByText('Do you want to put this sell order?')
    await ready()
    expect(within(screen.getByLabelText('Order')).getByText('OCO')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo('POST /v1/api/order/put-order-pair')).toMatchObject([
      { targetPrice: '56', stopPrice: '48', stopOrderType: 'STOP', quantity: '100' },
    ])
  })

  test('as a pair are not offered where nothing is held', async () => {
    const { user } = await renderTicket({ code: 'SPY', directionality: 'SELL', orderType: 'LIMIT' })
    await user.click(screen.getByRole('combobox', { name: 'Type' }))
    await screen.findByRole('option', { name: 'Trailing stop' })
    expect(screen.queryByRole('option', { name: 'OCO' })).not.toBeInTheDocument()
  })
})

describe('hours outside the session', () => {
  const hours = { name: 'Hours' } as const

  test('are offered where the brokerage has them, and make a limit order for the day', async () => {
    const { user, choose } = await renderTicket(
      { code: 'SPY', quantity: '10', orderType: 'STOP', price: '50' },
      { 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ sessions: ['AM', 'PM', 'SEAMLESS'] })] },
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    await choose('Hours', 'Pre-market')
    expect(ticketField('Type')).toHaveValue('Limit')
    expect(screen.getByText(/^Outside regular hours brokerages take limit orders/)).toBeInTheDocument()
    await waitFor(() => expect(lastPreviewed()).toMatchObject({ session: 'AM', orderType: 'LIMIT', duration: 'DAY' }))
  })

  test('are not offered where it has none', async () => {
    const { user } = await renderTicket({ code: 'SPY' })
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.queryByRole('combobox', hours)).not.toBeInTheDocument()
  })
})

test('an order till a day proposes a market day a week ahead', async () => {
  const { choose } = await renderTicket({ ...atMarket, quantity: '10', price: '50' })
  await choose('Duration', 'Till a day')
  await waitFor(() => expect(lastPreviewed()).toMatchObject({ duration: 'GOOD_TILL_CANCEL', goodTill: '2026-03-11' }))
})

test('the plan says what is risked, what is to be won, and the risk at all stops before and after', async () => {
  await renderTicket(
    { ...atMarket, quantity: '100', price: '50', stopPrice: '48.5', targetPrice: '54.53' },
    {
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
        sampleOperation({ code: 'AAA', riskQty: cents(300) }),
        sampleOperation({ code: 'BBB', riskQty: null }),
      ],
      [previewOrder]: samplePreview({
        price: '50.00',
        lastPrice: '50.20',
        stopPrice: '48.50',
        targetPrice: '54.53',
        lossAtStop: cents(150),
        lossPercent: '0.14',
        reward: cents(453),
        rewardToRisk: '3.02',
        commission: cents(1),
      }),
    },
  )
  const effect = await screen.findByRole('region', { name: 'What the order does' })
  for (const words of [
    'True loss at stop-$150.00 · 0.14% of the account value',
    'With fees-$152.00',
    'Reward at target$453.00 · 3.02 to 1 risked',
    'Risk at stops$300.00 → $450.00 · 0.43%, 1 without a stop',
  ])
    expect(effect).toHaveTextContent(words)
  expect(
    within(effect).getByRole('img', { name: 'Target $54.53, Last $50.20, Buy $50.00, Sell stop $48.50' }),
  ).toBeInTheDocument()
})
