import type { OrderQuestion } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { answers, type Answers, noResponse, refused, sentTo } from '../../testing/answers.ts'
import { renderTicket, reviewButton, ticketField } from '../../testing/render-ticket.tsx'
import { cents, samplePreview } from '../../testing/samples.ts'

const preview = 'POST /v1/api/order/preview-order'
const put = 'POST /v1/api/order/put-order'
const putWithStop = 'POST /v1/api/order/put-order-with-trigger'
const placed = { message: 'The order was placed.', orderId: '4711', stopRejected: null }
const entry = { code: 'SPY', quantity: '10', price: '410' }

async function renderReview(answer: Answers = {}, request: Parameters<typeof renderTicket>[0] = entry) {
  const page = await renderTicket(request, answer)
  await waitFor(() => expect(reviewButton()).toBeEnabled())
  await page.user.click(reviewButton())
  await screen.findByText(/^Do you want to put this/)
  return page
}

const putButton = () => screen.getByRole('button', { name: /^Put .* order$/ })
const ready = () => waitFor(() => expect(putButton()).not.toHaveAttribute('aria-disabled', 'true'))
const ticketIsGone = () => waitFor(() => expect(orderTicket.get()).toBeUndefined())

describe('the confirmation', () => {
  test('shows the order, its cost and its account', async () => {
    await renderReview(
      { [preview]: samplePreview({ stopPrice: '395.00', lossAtStop: cents(150), lossPercent: '0.14' }) },
      {
        ...entry,
        stopPrice: '395',
      },
    )
    await ready()
    const order = screen.getByLabelText('Order')
    for (const text of [
      'SPY',
      '10 shares',
      'Stop',
      '$410.00',
      '$395.00',
      '-$150.00',
      'Margin account •••• 2207 · Paper',
    ])
      expect(within(order).getAllByText(text).length).toBeGreaterThan(0)
  })

  test('sends the order once by a double click, says so and closes the ticket', async () => {
    const { user } = await renderReview({ [put]: placed })
    await ready()
    await user.dblClick(putButton())
    await ticketIsGone()
    expect(sentTo(put)).toMatchObject([
      { ticket: 'SPY', quantity: '10', price: '410', directionality: 'BUY', orderType: 'STOP', answered: [] },
    ])
    expect(screen.getByText('The order was placed.')).toBeInTheDocument()
  })

  test('sends an entry and its stop in one call', async () => {
    const { user } = await renderReview({ [putWithStop]: placed }, { ...entry, stopPrice: '395', cancelPrice: '400' })
    await ready()
    await user.click(putButton())
    await ticketIsGone()
    expect(sentTo(putWithStop)).toMatchObject([{ childPrice: '395', childQuantity: '10', cancelPrice: '400' }])
  })

  test('goes back to the fields as they were', async () => {
    const { user } = await renderReview()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(ticketField('Price')).toHaveValue('410')
    expect(ticketField('Qty')).toHaveValue('10')
  })

  test('sends nothing before the preview has arrived', async () => {
    let answer: () => void = () => undefined
    const waiting = new Promise<ReturnType<typeof samplePreview>>(
      (resolve) => (answer = () => resolve(samplePreview())),
    )
    const { user } = await renderReview({ [preview]: () => waiting })
    expect(putButton()).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Asking the brokerage…')).toBeInTheDocument()
    await user.click(putButton())
    expect(sentTo(put)).toEqual([])
    act(answer)
    await ready()
  })
})

describe('questions', () => {
  const through: OrderQuestion = {
    id: 'limitThrough',
    kind: 'limitThrough',
    text: 'The limit is 5% through the market.',
  }
  const usual: OrderQuestion = {
    id: 'usualQuantity',
    kind: 'usualQuantity',
    text: 'That is 10 times the usual quantity.',
  }

  test('each has to be confirmed before the order is sent, and is sent with it', async () => {
    const { user } = await renderReview({ [preview]: samplePreview({ questions: [through, usual] }), [put]: placed })
    expect(await screen.findByText('2 questions are open')).toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: through.text }))
    expect(screen.getByText('1 question is open')).toBeInTheDocument()
    await user.click(putButton())
    expect(sentTo(put)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: usual.text }))
    await ready()
    await user.click(putButton())
    await ticketIsGone()
    expect(sentTo(put)).toMatchObject([{ answered: ['limitThrough', 'usualQuantity'] }])
  })

  test('an answer taken back keeps the order again', async () => {
    const { user } = await renderReview({ [preview]: samplePreview({ questions: [through] }) })
    await user.click(await screen.findByRole('checkbox', { name: through.text }))
    await ready()
    await user.click(screen.getByRole('checkbox', { name: through.text }))
    expect(putButton()).toHaveAttribute('aria-disabled', 'true')
  })

  test('that came up meanwhile are asked about the same order', async () => {
    const { user } = await renderReview({ [put]: refused('orderQuestioned', { reason: through.text }) })
    await ready()
    answers({ [preview]: samplePreview({ questions: [through] }) })
    await user.click(putButton())
    expect(await screen.findByRole('checkbox', { name: through.text })).not.toBeChecked()
    expect(putButton()).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('an order that is not taken', () => {
  test('because the brokerage would reject it cannot be sent', async () => {
    const { user } = await renderReview({ [preview]: samplePreview({ rejects: ['The buying power is short.'] }) })
    expect(await screen.findByText('The brokerage would reject it: The buying power is short.')).toBeInTheDocument()
    await user.click(putButton())
    expect(screen.getByText('This order is not sent.')).toBeInTheDocument()
    expect(sentTo(put)).toEqual([])
  })

  test('says why and loses no input', async () => {
    const { user } = await renderReview({ [put]: refused('orderRejected', { reason: 'No trading in SPY today.' }) })
    await ready()
    await user.click(putButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The brokerage rejected the order: No trading in SPY today.',
    )
    expect(ticketField('Price')).toHaveValue('410')
  })

  test('but whose stop was rejected opens the next ticket for the missing stop', async () => {
    const { user } = await renderReview(
      {
        [putWithStop]: {
          ...placed,
          message: 'The entry is filled, its stop was rejected.',
          stopRejected: 'Too close.',
        },
      },
      { ...entry, stopPrice: '395' },
    )
    await ready()
    await user.click(putButton())
    expect(await screen.findByText('The entry is filled, its stop was rejected.')).toBeInTheDocument()
    await waitFor(() => expect(ticketField('Price')).toHaveValue('395'))
    expect(screen.getByRole('radio', { name: 'Sell' })).toBeChecked()
  })
})

test('an order whose answer is lost is never sent twice, and its fate closes the ticket', async () => {
  const { user } = await renderReview({
    [put]: noResponse,
    'POST /v1/api/request/settle': { fate: 'DONE', reason: null, reply: placed },
  })
  await ready()
  await user.click(putButton())
  await ticketIsGone()
  expect(sentTo(put)).toHaveLength(1)
})
