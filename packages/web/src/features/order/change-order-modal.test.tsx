import type { Account } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers, type Answers, noResponse, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount, sampleChild, sampleOrder, samplePreview } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ChangeOrderModal } from './change-order-modal.tsx'

const preview = 'POST /v1/api/order/preview-replacement'
const accounts = 'GET /v1/api/account/view-my-account/{userId}'
const effectOfChange = samplePreview({
  code: 'ACME',
  lastPrice: '50.01',
  price: '51',
  inversion: cents(12_345.6),
  commission: cents(1.5),
  buyingPowerBefore: cents(60_000),
  buyingPowerAfter: cents(59_500),
  stopPrice: '48.5',
  lossAtStop: cents(250),
  lossPercent: '0.24',
})
const entry = sampleOrder({ children: [sampleChild] })
const ofOrder = (fields: Partial<Account> = {}) => sampleAccount({ number: entry.accountNumber, ...fields })

async function openChange(answer: Answers = {}, order = entry) {
  signIn()
  answers({ 'POST /v1/api/order/find-orders': [order], [accounts]: [ofOrder()], [preview]: effectOfChange, ...answer })
  return render(<ChangeOrderModal order={order} onClose={() => undefined} />)
}

const field = (name: string) => screen.getByRole('textbox', { name })
const review = () => screen.getByRole('button', { name: 'Review change' })
const retype = async ({ user }: Awaited<ReturnType<typeof openChange>>, name: string, text: string) => {
  await user.clear(field(name))
  await user.type(field(name), text)
}

test('the market, the cost and the effect are shown while the change is typed', async () => {
  const page = await openChange()
  expect(await screen.findByRole('img', { name: 'Buy $51.00, Last $50.01, Sell stop $48.50' })).toBeInTheDocument()
  await retype(page, 'Stop Price', '51')
  await waitFor(() => expect(sentTo(preview).at(-1)).toMatchObject({ orderId: '41', price: '51', quantity: '100' }))
  const effect = screen.getByRole('region', { name: 'What the order does' })
  for (const text of [
    'Buy 100 ACME at stop $51.00',
    'Takes the place of order 41.',
    '$12,347.10 with $1.50 commission',
    '$60,000.00 → $59,500.00',
    '-$250.00 · 0.24% of the account value',
  ])
    expect(within(effect).getByText(text)).toBeInTheDocument()
})

test('the last price is shown for an order without a stop too, which has no ladder', async () => {
  await openChange({ [preview]: { ...effectOfChange, stopPrice: null } }, sampleOrder({ children: [] }))
  const effect = await screen.findByRole('region', { name: 'What the order does' })
  expect(within(effect).queryByRole('img')).not.toBeInTheDocument()
  expect(within(effect).getByText('Last price').nextElementSibling).toHaveTextContent('$50.01')
})

describe('the account of the order', () => {
  const money = (name: string) => screen.findByText(name, { selector: 'strong' })

  test('says that its money is paper, and which brokerage gets the change', async () => {
    await openChange()
    expect((await money('Paper')).parentElement).toHaveTextContent('Paper Paper brokerage')
  })

  test('says that its money is real, in the fields and in the review', async () => {
    const elsewhere = ofOrder({ id: 'c54a2b0e-6f0c-4f42-a3f8-0f5a4b2f7c11', number: '9001' })
    const real = ofOrder({ isPaper: false, brokerName: 'Charles Schwab' })
    const page = await openChange({ [accounts]: [elsewhere, real] })
    expect((await money('Real money')).parentElement).toHaveTextContent('Real money Charles Schwab')
    expect(screen.queryByText('Paper')).not.toBeInTheDocument()
    await retype(page, 'Qty', '90')
    await waitFor(() => expect(review()).toBeEnabled())
    await page.user.click(review())
    expect(screen.getByRole('button', { name: 'Replace order' })).toBeInTheDocument()
    expect((await money('Real money')).parentElement).toHaveTextContent('Real money Charles Schwab')
  })

  test('that takes no orders says why, and not even a preview is asked for', async () => {
    const page = await openChange(
      { [accounts]: [ofOrder({ isReadOnly: true })] },
      sampleOrder({ isCancellable: false, status: 'AWAITING_STOP_CONDITION' }),
    )
    expect((await money('Read only')).parentElement).toHaveTextContent('No orders can be sent from here.')
    await retype(page, 'Qty', '90')
    expect(review()).toBeDisabled()
    expect(screen.getByText('The account is read only')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Withdraw order' })).toBeDisabled()
    expect(screen.queryByRole('region', { name: 'What the order does' })).not.toBeInTheDocument()
    expect(sentTo(preview)).toEqual([])
  })
})

describe('what the brokerage would refuse', () => {
  const rejected = (field_: string, message: string) =>
    samplePreview({ rejects: [message], wrongFields: [{ field: field_, message }] })

  test.each([
    ['price', 'Stop Price', 'A stop to buy has to be above the ask of $50.02.'],
    ['quantity', 'Qty', 'The buying power is short by $12,345.60.'],
    ['childPrice', 'Stop Loss', 'The stop loss of $52.00 is on the wrong side.'],
  ])('about the %s is said at the field, and nothing can be sent', async (name, label, message) => {
    const page = await openChange({ [preview]: rejected(name, message) })
    await retype(page, 'Qty', '90')
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message))
    expect(review()).toBeDisabled()
    expect(screen.getByText('A field needs attention')).toBeInTheDocument()
  })

  test('is no objection to an order that is left as it is', async () => {
    await openChange({ [preview]: rejected('price', 'A stop to buy has to be above the ask of $50.52.') })
    await screen.findByRole('region', { name: 'What the order does' })
    expect(field('Stop Price')).toBeValid()
    expect(screen.getByText('Nothing is changed')).toBeInTheDocument()
  })

  test('in the review keeps Replace disabled, with its reason', async () => {
    const page = await openChange()
    await retype(page, 'Qty', '90')
    await waitFor(() => expect(review()).toBeEnabled())
    answers({ [preview]: rejected('quantity', 'Only 50 shares are held.') })
    await page.user.click(review())
    expect(await screen.findByText('The brokerage would reject it: Only 50 shares are held.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Replace order' })).toBeDisabled()
  })
})

test('a guard rail keeps the change from being reviewed, with its words', async () => {
  const words = 'The order is worth $12,345.60; the largest order of this account is $5,000.00.'
  const page = await openChange({ [preview]: samplePreview({ breaches: [words] }) })
  await retype(page, 'Qty', '200')
  await waitFor(() => expect(review()).toBeDisabled())
  expect(screen.getAllByText(words)).toHaveLength(2)
})

test('the review repeats the market, the cost and the loss of exactly this change', async () => {
  const page = await openChange()
  await retype(page, 'Qty', '90')
  await waitFor(() => expect(review()).toBeEnabled())
  await page.user.click(review())
  const effect = await screen.findByLabelText('Effect')
  for (const text of ['$50.01', '$12,347.10', '-$250.00', '$60,000.00 → $59,500.00'])
    expect(within(effect).getByText(text)).toBeInTheDocument()
  expect(within(screen.getByLabelText('Change')).getByText('100 → 90')).toBeInTheDocument()
})

test('each question about the change has to be confirmed before it is sent, and is sent with it', async () => {
  const replace = 'POST /v1/api/order/replace-order'
  const questions = [
    { id: 'limitThrough', kind: 'limitThrough', text: 'The limit of $54.00 is 7.98% above the market.' },
    { id: 'equalOrder:40', kind: 'equalOrder', text: 'Order 40 was placed at 10:01:00 ET. It is equal to this order.' },
  ] as const
  const page = await openChange({
    [replace]: { message: 'The order was replaced.', orderId: '43', stopRejected: null },
  })
  await retype(page, 'Qty', '90')
  await waitFor(() => expect(review()).toBeEnabled())
  answers({ [preview]: { ...effectOfChange, questions: [...questions] } })
  await page.user.click(review())
  const send = screen.getByRole('button', { name: 'Replace order' })
  expect(await screen.findByText('2 questions are open')).toBeInTheDocument()
  expect(send).toBeDisabled()
  await page.user.click(screen.getByRole('checkbox', { name: questions[0].text }))
  expect(screen.getByText('1 question is open')).toBeInTheDocument()
  expect(send).toBeDisabled()
  await page.user.click(screen.getByRole('checkbox', { name: questions[1].text }))
  await page.user.click(send)
  await waitFor(() =>
    expect(sentTo(replace)).toMatchObject([{ quantity: '90', answered: ['limitThrough', 'equalOrder:40'] }]),
  )
})

test('a change that cannot be previewed is still open to the review, which says so', async () => {
  const page = await openChange({ [preview]: noResponse })
  expect(await screen.findByText(/^No preview is available: The server cannot be reached/)).toBeInTheDocument()
  await retype(page, 'Qty', '90')
  await waitFor(() => expect(review()).toBeEnabled())
})
