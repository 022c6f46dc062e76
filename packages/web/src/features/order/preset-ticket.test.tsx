// A ticket of an account that has a preset: what it begins with, what follows the market, and what the user changes.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { followShortcut, holdMs, isShortcutHeld } from '../../kernel/held-shortcut.ts'
import { orderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { type Answers, sentTo } from '../../testing/answers.ts'
import { renderTicket, reviewButton, ticketField } from '../../testing/render-ticket.tsx'
import { sampleAccount, sampleOperation, samplePreview } from '../../testing/samples.ts'
import { signIn, userId } from '../../testing/sign-in.ts'

const quotedMs = Date.parse('2026-03-04T15:00:00Z')
const putOrder = 'POST /v1/api/order/put-order-with-trigger'
const answer: Answers = {
  'POST /v1/api/quote/find': [{ code: 'SPY', last: 50, bid: 49.9, ask: 50.1, atMs: quotedMs }],
  'POST /v1/api/order/preview-order': ({ body: { price, childPrice = null, targetPrice = null } }) =>
    samplePreview({ price, stopPrice: childPrice, targetPrice }),
  [putOrder]: { message: 'The order was placed.', orderId: '4711', stopRejected: null },
}
const atMarket = { code: 'SPY', directionality: 'BUY', orderType: 'LIMIT' } as const
const saveButton = () => screen.getByRole('button', { name: 'Save as preset' })
const note = () => screen.getByRole('note', { name: 'Preset' })
const put = () => screen.getByRole('button', { name: /^Put .* order$/ })
const sendable = () => waitFor(() => expect(put()).not.toHaveAttribute('aria-disabled', 'true'))
const kept = { sizeMode: 'SHARES', amount: '100', stopPercent: '3', targetTimes: '2' }
const heldOn = { ...kept, holdSends: true }

/** As another tab leaves it. */
function keepPreset(preset: typeof kept | undefined) {
  const presets = preset === undefined ? {} : { [sampleAccount().number]: preset }
  localStorage.setItem('userPreference', JSON.stringify({ userId, preference: { orderPresets: presets } }))
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'userPreference' }))
  })
}

async function openWithPreset(request: OrderTicketRequest = atMarket, given: Answers = {}, preset = kept) {
  signIn()
  keepPreset(preset)
  return renderTicket(request, { ...answer, ...given })
}

const filled = () =>
  waitFor(() => {
    expect(ticketField('Qty')).toHaveValue('100')
    expect(ticketField('Stop Loss')).toHaveValue('48.6')
    expect(ticketField('Target')).toHaveValue('53.1')
  })

test('the figures of a ticket are saved as the preset of its account', async () => {
  signIn()
  keepPreset(undefined)
  const { user } = await renderTicket({ ...atMarket, price: '50.10' }, answer)
  await user.type(ticketField('Qty'), '100')
  await user.type(ticketField('Stop Loss'), '48.60')
  await user.type(ticketField('Target'), '53.10')
  await user.click(saveButton())
  const modal = within(await screen.findByRole('dialog', { name: /^Preset/ }))
  expect(modal.getByLabelText('Qty')).toHaveValue('100')
  expect(modal.getByLabelText('Target distance')).toHaveValue('2')
  expect(modal.getByLabelText('Stop distance')).toHaveValue('2.99')
  await user.clear(modal.getByLabelText('Stop distance'))
  await user.type(modal.getByLabelText('Stop distance'), '3')
  // The form of the modal is its own: the ticket neither reviews nor closes.
  await user.click(modal.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(note()).toHaveTextContent('Preset: 100 shares, stop 3% away, target 2 × the risk'))
  expect(localStorage.getItem('userPreference')).toContain('"stopPercent":"3"')
  expect(reviewButton()).toBeInTheDocument()
})

test('Escape closes the dialog of the preset, not the ticket', async () => {
  const { user } = await openWithPreset()
  await filled()
  await user.click(screen.getByRole('button', { name: 'Edit preset' }))
  await screen.findByRole('dialog', { name: /^Preset/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Preset/ })).not.toBeInTheDocument())
  expect(orderTicket.get()).toBeDefined()
})

describe('the next ticket', () => {
  test('begins with the preset and goes out with Enter, Enter', async () => {
    const { user } = await openWithPreset()
    await filled()
    expect(note()).toHaveTextContent('Preset: 100 shares, stop 3% away, target 2 × the risk')
    await waitFor(() => expect(ticketField('Qty')).toHaveFocus())
    await waitFor(() => expect(reviewButton()).toBeEnabled())
    await user.keyboard('{Enter}')
    const orders = await screen.findByRole('list', { name: 'Orders to be sent' })
    expect(within(orders).getAllByRole('listitem')).toHaveLength(3)
    await sendable()
    expect(sentTo(putOrder)).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo(putOrder)).toMatchObject([
      { quantity: '100', price: '50.1', childPrice: '48.6', childOrderType: 'STOP', targetPrice: '53.1' },
    ])
  })

  test('moves stop and target with the price that is typed, and typing replaces what it proposes', async () => {
    const { user } = await openWithPreset()
    await filled()
    await user.clear(ticketField('Price'))
    await user.type(ticketField('Price'), '60')
    expect(ticketField('Stop Loss')).toHaveValue('58.2')
    expect(ticketField('Target')).toHaveValue('63.6')
    await user.click(ticketField('Qty'))
    await user.keyboard('7')
    expect(ticketField('Qty')).toHaveValue('7')
    await user.click(ticketField('Stop Loss'))
    await user.keyboard('59')
    expect(ticketField('Stop Loss')).toHaveValue('59')
    expect(ticketField('Target')).toHaveValue('62')
    // What was typed stays, whatever the price does.
    await user.clear(ticketField('Price'))
    await user.type(ticketField('Price'), '61')
    expect(ticketField('Qty')).toHaveValue('7')
    expect(ticketField('Stop Loss')).toHaveValue('59')
    expect(ticketField('Target')).toHaveValue('65')
  })

  test('keeps the rest of a part that is changed', async () => {
    const { user, choose } = await openWithPreset(atMarket, {}, { ...kept, sizeMode: 'RISK', amount: '0.5' })
    // 0.5 percent of 104,310.55 over 1.50 per share.
    await waitFor(() => expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('347 shares'))
    await user.clear(ticketField('Risk %'))
    await user.type(ticketField('Risk %'), '1')
    expect(screen.getByLabelText('Qty of the order')).toHaveTextContent('695 shares')
    await choose('Stop Type', 'Stop limit')
    expect(ticketField('Stop Loss')).toHaveValue('48.6')
  })

  test('turns the exits with the side, and leaves a sale alone', async () => {
    const { user } = await openWithPreset()
    await filled()
    await user.click(screen.getByRole('radio', { name: 'Sell short' }))
    expect(ticketField('Stop Loss')).toHaveValue('51.6')
    await user.click(screen.getByRole('radio', { name: 'Sell' }))
    expect(ticketField('Qty')).toHaveValue('')
    expect(screen.queryByRole('note', { name: 'Preset' })).not.toBeInTheDocument()
  })

  test('is cleared and filled again by a button', async () => {
    const { user } = await openWithPreset()
    await filled()
    await user.click(screen.getByRole('button', { name: 'Clear preset' }))
    expect(ticketField('Qty')).toHaveValue('')
    expect(ticketField('Stop Loss')).toHaveValue('')
    expect(note()).toHaveTextContent(/^Preset not used: /)
    await user.click(screen.getByRole('button', { name: 'Use preset' }))
    await filled()
  })

  test('is empty once the preset is deleted', async () => {
    const { user } = await openWithPreset()
    await filled()
    await user.click(screen.getByRole('button', { name: 'Edit preset' }))
    await user.click(await screen.findByRole('button', { name: 'Delete preset' }))
    await waitFor(() => expect(ticketField('Qty')).toHaveValue(''))
    expect(ticketField('Stop Loss')).toHaveValue('')
    expect(saveButton()).toBeInTheDocument()
  })
})

describe('the preset', () => {
  test('adds nothing to a ticket that comes with a plan', async () => {
    await openWithPreset({ ...atMarket, quantity: '5' })
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
    expect(ticketField('Qty')).toHaveValue('5')
    expect(ticketField('Stop Loss')).toHaveValue('')
  })

  test('adds nothing to an order that covers what is sold short', async () => {
    await openWithPreset(atMarket, {
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
        sampleOperation({ code: 'SPY', longQuantity: 0, shortQuantity: 40 }),
      ],
    })
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit preset' })).not.toBeInTheDocument())
    expect(ticketField('Qty')).toHaveValue('')
    expect(screen.queryByRole('note', { name: 'Preset' })).not.toBeInTheDocument()
  })

  test('holds the review of a market order back until the market has a price for the stop', async () => {
    await openWithPreset({ code: 'SPY', directionality: 'BUY', orderType: 'MARKET' }, { 'POST /v1/api/quote/find': [] })
    await waitFor(() => expect(ticketField('Qty')).toHaveValue('100'))
    expect(ticketField('Stop Loss')).toHaveValue('')
    expect(reviewButton()).toBeDisabled()
  })
})

describe('a ticket that begins with its review', () => {
  const hasty = { ...atMarket, isReview: true } as const

  test('shows what will be sent, and Enter sends it', async () => {
    const { user } = await openWithPreset(hasty)
    const orders = await screen.findByRole('list', { name: 'Orders to be sent' })
    await waitFor(() =>
      expect(
        within(orders)
          .getAllByRole('listitem')
          .map(({ firstChild }) => firstChild?.textContent),
      ).toEqual(['Buy 100 SPY at limit $50.10', 'Sell 100 SPY at stop $48.60', 'Sell 100 SPY at limit $53.10']),
    )
    expect(sentTo(putOrder)).toEqual([])
    await sendable()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sentTo(putOrder)).toHaveLength(1))
  })

  test('goes back to its fields, and stays there', async () => {
    const { user } = await openWithPreset(hasty)
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await filled()
    expect(reviewButton()).toBeInTheDocument()
  })

  test('without a preset begins with its fields', async () => {
    signIn()
    keepPreset(undefined)
    const { user } = await renderTicket(hasty, answer)
    await waitFor(() => expect(ticketField('Price')).toHaveValue('50.10'))
    await user.type(ticketField('Qty'), '100')
    await waitFor(() => expect(reviewButton()).toBeEnabled())
    expect(screen.queryByText(/^Do you want to put this/)).not.toBeInTheDocument()
  })
})

describe('the key that opened the review', () => {
  afterEach(() => {
    vi.useRealTimers()
    fireEvent.keyUp(window, { key: 'B' })
  })

  async function openHeld(given: Answers = {}, preset: typeof kept = heldOn) {
    signIn()
    keepPreset(preset)
    followShortcut()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 5 })
    const page = await renderTicket({ ...atMarket, isReview: true }, { ...answer, ...given })
    await screen.findByRole('list', { name: 'Orders to be sent' })
    return page
  }

  test('sends the orders once it was held for a second since they could be read', async () => {
    await openHeld()
    await screen.findByText('Hold the key to send')
    expect(sentTo(putOrder)).toEqual([])
    act(() => void vi.advanceTimersByTime(holdMs))
    await waitFor(() => expect(orderTicket.get()).toBeUndefined())
    expect(sentTo(putOrder)).toMatchObject([{ quantity: '100', childPrice: '48.6', targetPrice: '53.1' }])
  })

  test.each([
    ['released', () => fireEvent.keyUp(window, { key: 'B' })],
    ['joined by another key', () => fireEvent.keyDown(window, { key: 'x' })],
    ['followed by a press of the pointer', () => fireEvent.pointerDown(document.body)],
    ['held in a window that loses the keyboard', () => fireEvent.blur(window)],
  ])('sends nothing when it is %s, and the review stays', async (_name, end) => {
    await openHeld()
    await screen.findByText('Hold the key to send')
    act(() => void end())
    expect(isShortcutHeld.get()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(2 * holdMs))
    expect(sentTo(putOrder)).toEqual([])
    await sendable()
  })

  test('sends nothing where the preset does not say so', async () => {
    await openHeld({}, kept)
    await sendable()
    expect(screen.queryByText('Hold the key to send')).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2 * holdMs))
    expect(sentTo(putOrder)).toEqual([])
  })

  test('answers no question and overrides no obstacle', async () => {
    const question = { id: 'limit', kind: 'limitThrough', text: 'The limit is above the market. Send it?' } as const
    await openHeld({
      'POST /v1/api/order/preview-order': ({ body: { price, childPrice = null, targetPrice = null } }) =>
        samplePreview({ price, stopPrice: childPrice, targetPrice, questions: [question] }),
    })
    await screen.findByText(question.text)
    expect(screen.queryByText('Hold the key to send')).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2 * holdMs))
    expect(sentTo(putOrder)).toEqual([])
    expect(put()).toHaveAttribute('aria-disabled', 'true')
  })
})
