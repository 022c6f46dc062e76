import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { positionAction } from '../../kernel/position-action.ts'
import { sampleAllocation, samplePlan, sampleProposal, sampleSale } from '../../testing/allocation-samples.ts'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, sampleAccount, sampleMarket, sampleOrder } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { AllocationScreen } from './allocation-screen.tsx'

const findAllocation = 'GET /v1/api/target/find-allocation/{accountId}/{grouping}'
const findPlan = 'GET /v1/api/target/find-plan/{accountId}'
const savePlan = 'POST /v1/api/target/save-plan'
const propose = 'POST /v1/api/target/propose-orders'
const findOrders = 'POST /v1/api/order/find-orders'

const choices = { ASSET_TYPE: ['Stock'], SECTOR: ['Energy', 'Technology'], COUNTRY: ['US'] }
const saved = { version: 3, plan: samplePlan, savedAt: Date.parse('2026-03-01T15:00:00Z'), choices }
const withoutPlan = sampleAllocation({
  version: 0,
  band: null,
  outside: 0,
  classes: sampleAllocation().classes.map((one) => ({
    ...one,
    parent: null,
    level: 0,
    isLeaf: true,
    target: null,
    targetValue: null,
    driftPoints: null,
    drift: null,
    isWithinBand: null,
  })),
})

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    [findAllocation]: sampleAllocation(),
    [findPlan]: saved,
    [findOrders]: [],
    [propose]: sampleProposal(),
  })
})

const show = (at = '/allocation') => render(<AllocationScreen />, { at })
const rowOf = (table: HTMLElement, name: string) =>
  within(table).getByRole('rowheader', { name }).closest('tr')?.textContent

test('each class says its value, part, target, drift and band in words, and its bar says the same', async () => {
  const { user } = await show()
  const table = await screen.findByRole('table', { name: 'Classes' })
  expect(rowOf(table, 'Technology')).toBe('Technology$54,000.0054.00%45.00%+9.00 pts+$9,000.00Above')
  expect(rowOf(table, 'Own picks')).toBe('Own picks$34,000.0034.00%45.00%-11.00 pts-$11,000.00Below')
  expect(rowOf(table, 'Cash')).toBe('Cash$12,000.0012.00%10.00%+2.00 pts+$2,000.00In band')
  expect(screen.getByRole('img', { name: 'Part 12.00%, target 10.00%, band 7.50% to 12.50%' })).toBeVisible()
  expect(screen.getByText('2 classes are outside their band.')).toBeVisible()
  expect(within(table).queryByText('FLUX')).toBeNull()
  await user.click(within(table).getByRole('button', { name: 'Technology', expanded: false }))
  expect(rowOf(table, 'FLUX Fluxworks')).toMatch('$54,000.0054.00%45.00%+9.00 pts+$9,000.00600 at 90.00')
})

test('without targets the same allocation is shown by a class of the listing, and targets are offered', async () => {
  answers({ [findAllocation]: withoutPlan })
  const { user, address } = await show()
  const table = await screen.findByRole('table', { name: 'Classes' })
  expect(within(table).queryByRole('columnheader', { name: 'Target' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Classes by/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Country' }))
  await waitFor(() => expect(address()).toBe('/allocation?by=COUNTRY'))
  await user.click(screen.getByRole('button', { name: 'Set targets' }))
  expect(await screen.findByRole('form', { name: 'Targets' })).toBeVisible()
})

test('a level that does not sum to 100 says what is missing, and nothing is saved until it does', async () => {
  answers({ [savePlan]: { message: 'Saved.', version: 4 } })
  const { user, address } = await show('/allocation?view=targets')
  const picks = await screen.findByRole('group', { name: 'Own picks' })
  await user.clear(within(picks).getByLabelText('Percent'))
  await user.type(within(picks).getByLabelText('Percent'), '45')
  expect(screen.getByText('5% missing to 100%')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save targets' })).toBeDisabled()
  const tech = screen.getByRole('group', { name: 'Technology' })
  await user.clear(within(tech).getByLabelText('Percent'))
  await user.type(within(tech).getByLabelText('Percent'), '55')
  await user.click(screen.getByRole('button', { name: 'Save targets' }))
  await waitFor(() => expect(sentTo(savePlan)).toHaveLength(1))
  expect(sentTo(savePlan)[0]).toMatchObject({ accountId, version: 3 })
  await waitFor(() => expect(address()).toBe('/allocation'))
})

test('targets that were changed meanwhile can be taken over, or replaced by what was typed', async () => {
  let version = 3
  answers({
    [findPlan]: () => ({ ...saved, version }),
    [savePlan]: ({ body }) =>
      body.version === 3 ? refused('targetPlanChanged') : { message: 'Saved.', version: body.version + 1 },
  })
  const { user, address } = await show('/allocation?view=targets')
  const cash = await screen.findByRole('group', { name: 'Cash' })
  await user.type(within(cash).getByLabelText('Name'), ' reserve')
  version = 7
  await user.click(screen.getByRole('button', { name: 'Save targets' }))
  expect(await screen.findByText(/^Not saved: the targets were changed/)).toBeVisible()
  expect(screen.getByDisplayValue('Cash reserve')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(address()).toBe('/allocation'))
  expect(sentTo(savePlan).map((body) => (body as { version: number }).version)).toEqual([3, 7])
})

test('leaving with unsaved changes asks first', async () => {
  const { user, address } = await show('/allocation?view=targets')
  const cash = await screen.findByRole('group', { name: 'Cash' })
  await user.type(within(cash).getByLabelText('Name'), '!')
  await user.click(screen.getByRole('radio', { name: 'Proposal' }))
  expect(await screen.findByText('Do you want to leave without saving?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe('/allocation?view=targets')
})

test('a proposed line says why, what it realises and what it waits for, and opens the ordinary ticket', async () => {
  const { user } = await show('/allocation?view=proposal')
  await user.click(await screen.findByRole('button', { name: 'Propose orders' }))
  const lines = within(await screen.findByRole('list', { name: 'Proposed orders' })).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent('Technology is $9,000.00 above its target.')
  expect(lines[0]).toHaveTextContent('Realises +$120.00 short term, -$30.00 long term')
  expect(screen.getByText(/^Waits for the sales/)).toBeVisible()
  expect(screen.getByText('QUI has no price, so it is not bought.')).toBeVisible()
  expect(sentTo(propose)).toEqual([
    { accountId, mode: 'REBALANCE', smallestOrder: cents(100), feePerOrder: cents(0), neverSold: [] },
  ])
  await user.click(screen.getByRole('button', { name: 'Open ticket: Buy 200.5 SBLR' }))
  expect(orderTicket.get()).toEqual({
    accountNumber: '8841-2207',
    code: 'SBLR',
    directionality: 'BUY',
    orderType: 'LIMIT',
    duration: 'DAY',
    quantity: '200.5',
  })
})

test('what became of a sent order stands in its line: filled, partly filled or rejected with its reason', async () => {
  const sentMs = Date.parse('2026-03-04T15:01:00Z')
  answers({
    [findOrders]: [
      sampleOrder({ orderId: '1', code: 'FLUX', instruction: 'SELL', status: 'FILLED', enteredTime: sentMs }),
      sampleOrder({
        orderId: '2',
        code: 'SBLR',
        status: 'REJECTED',
        description: 'Not enough buying power.',
        enteredTime: sentMs,
      }),
    ],
  })
  const { user } = await show('/allocation?view=proposal')
  await user.click(await screen.findByRole('button', { name: 'Propose orders' }))
  expect(await screen.findByText('Filled')).toBeVisible()
  expect(screen.getByText('Not enough buying power.')).toBeVisible()
  expect(screen.getByText('The sales that pay for it are filled.')).toBeVisible()
  // What is filled is not sent twice; what was rejected can be sent again.
  expect(screen.getAllByRole('button', { name: /^Open ticket/ }).map(({ textContent }) => textContent)).toHaveLength(1)
  expect(screen.getByText(/^Orders were sent since this proposal/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Propose again' })).toBeVisible()
})

test('a sale of shares that open orders claim says so and opens the close of a part', async () => {
  answers({ [propose]: sampleProposal({ orders: [{ ...sampleSale, closesPart: true }] }) })
  const { user } = await show('/allocation?view=proposal')
  await user.click(await screen.findByRole('button', { name: 'Propose orders' }))
  expect(await screen.findByText(/^Open orders claim its shares, so the ticket cannot sell them/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close part: Sell 100 FLUX' }))
  expect(orderTicket.get()).toBeUndefined()
  expect(positionAction.get()).toEqual({
    accountNumber: '8841-2207',
    code: 'FLUX',
    choice: 'CLOSE',
    quantity: '100',
  })
})

test('a proposal is still there, with what was asked, for a user who comes back from another view', async () => {
  const { user } = await show('/allocation?view=proposal')
  const smallest = await screen.findByRole('textbox', { name: 'Smallest order' })
  await user.clear(smallest)
  await user.type(smallest, '250.5')
  await user.click(screen.getByRole('button', { name: 'Propose orders' }))
  await screen.findByRole('list', { name: 'Proposed orders' })
  await user.click(screen.getByRole('radio', { name: 'Allocation' }))
  expect(await screen.findByRole('table', { name: 'Classes' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Proposal' }))
  expect(await screen.findByRole('list', { name: 'Proposed orders' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Smallest order' })).toHaveValue('250.50')
  expect(sentTo(propose)).toHaveLength(1)
})

test('nothing to do is said plainly, and a refusal in its own words', async () => {
  answers({
    [propose]: sampleProposal({ orders: [], notes: [], isWithinBands: true, sales: cents(0), purchases: cents(0) }),
  })
  const { user } = await show('/allocation?view=proposal')
  await user.click(await screen.findByRole('button', { name: 'Propose orders' }))
  expect(await screen.findByText('Every class is in its band. No order is proposed.')).toBeVisible()
  answers({ [propose]: refused('targetPlanMissing') })
  await user.click(screen.getByRole('button', { name: 'Propose again' }))
  expect(await screen.findByText('This account has no target plan. Save one first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Set targets' })).toBeVisible()
})
