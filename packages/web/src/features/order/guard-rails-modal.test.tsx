import type { AccountLimitState, OrderGuardRails } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { GuardRailsModal } from './guard-rails-modal.tsx'

const saveRails = 'POST /v1/api/order/save-guard-rails'
const saveLimits = 'POST /v1/api/order/save-question-limits'
const number = '8841-2207'
const noRails: OrderGuardRails = {
  largestOrder: null,
  largestPosition: null,
  largestPositionPercent: null,
  dailyLoss: null,
  openHeat: null,
  openHeatPercent: null,
  heatWithoutStop: null,
  openPositions: null,
  symbolRule: null,
  symbols: [],
  priceDistance: null,
  cancelsEntries: false,
}

async function openRails(state: Partial<AccountLimitState> = {}) {
  signIn()
  answers({
    'GET /v1/api/order/find-guard-rails/{accountNumber}': {
      ...noRails,
      largestOrder: cents(25_000),
      priceDistance: '8',
    },
    'GET /v1/api/order/find-limit-state/{accountNumber}': { uses: [], stopped: null, reached: [], ...state },
    'GET /v1/api/order/find-question-limits': { limitThrough: '5', buyingPower: '25', usualQuantity: '10' },
    [saveRails]: { message: 'Saved' },
    [saveLimits]: { message: 'Saved' },
  })
  const onClose = vi.fn<() => void>()
  const { user } = await render(
    <GuardRailsModal subject="8841-2207 · Paper" accountNumber={number} onClose={onClose} />,
  )
  await screen.findByRole('textbox', { name: 'Largest order' })
  const retype = async (name: string, text: string) => {
    await user.clear(field(name))
    if (text !== '') await user.type(field(name), text)
  }
  return { user, onClose, retype, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

const field = (name: string) => screen.getByRole('textbox', { name })

test('shows the limits of the account and those of the questions', async () => {
  await openRails()
  for (const [name, value] of [
    ['Largest order', '25000.00'],
    ['Largest position', ''],
    ['Distance from the market', '8'],
    ['Limit through the market', '5'],
    ['Share of buying power', '25'],
    ['Times the usual quantity', '10'],
  ] as const)
    expect(field(name)).toHaveValue(value)
})

test('saves the limits of the questions alone when only they are changed; an empty one never asks', async () => {
  const { retype, save, onClose } = await openRails()
  await retype('Limit through the market', '50')
  await retype('Share of buying power', '')
  await retype('Times the usual quantity', '1000')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo(saveLimits)).toEqual([{ limitThrough: '50', buyingPower: null, usualQuantity: '1000' }])
  expect(sentTo(saveRails)).toEqual([])
})

test('saves the limits of the account alone when only they are changed', async () => {
  const { retype, save, onClose } = await openRails()
  await retype('Daily loss', '1500.50')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo(saveRails)).toEqual([
    {
      accountNumber: number,
      ...noRails,
      largestOrder: cents(25_000),
      dailyLoss: cents(1_500.5),
      priceDistance: '8',
    },
  ])
  expect(sentTo(saveLimits)).toEqual([])
})

test('saves heat, positions, the list of symbols and the cancelling of entries', async () => {
  const { user, retype, save } = await openRails()
  await retype('Open heat', '1000')
  await retype('Open heat in percent', '2.5')
  await retype('Without a stop', '20')
  await retype('Largest position in percent', '10')
  await retype('Open positions', '6')
  await user.click(screen.getByRole('switch', { name: 'Cancel working entries when it is reached' }))
  await user.click(screen.getByRole('radio', { name: 'Only these' }))
  await user.type(screen.getByRole('textbox', { name: 'Only these may be opened' }), 'spy, qqq  spy')
  await save()
  await waitFor(() => expect(sentTo(saveRails)).toHaveLength(1))
  expect(sentTo(saveRails)).toEqual([
    {
      accountNumber: number,
      ...noRails,
      largestOrder: cents(25_000),
      priceDistance: '8',
      openHeat: cents(1_000),
      openHeatPercent: '2.5',
      heatWithoutStop: '20',
      largestPositionPercent: '10',
      openPositions: 6,
      cancelsEntries: true,
      symbolRule: 'ALLOW',
      symbols: ['SPY', 'QQQ'],
    },
  ])
})

test('shows what each limit holds, and which ones cannot be loosened today', async () => {
  await openRails({
    uses: [
      { measure: 'openHeat', used: '620', after: null, limit: '1000', code: null },
      { measure: 'largestPositionPercent', used: '12.5', after: null, limit: '10', code: 'ACME' },
    ],
    reached: ['openHeat'],
  })
  const heat = await screen.findByRole('meter', { name: 'Open heat' })
  expect(heat).toHaveAttribute('aria-valuetext', '$620.00 of $1,000.00')
  expect(screen.getByRole('meter', { name: 'Position in ACME' })).toHaveAttribute('data-state', 'over')
  expect(within(screen.getByRole('region', { name: 'Heat' })).getByText('$620.00 of $1,000.00')).toBeVisible()
  expect(screen.getByText(/^Reached today: open heat\. It can be loosened in the next session\./)).toBeVisible()
})

test('asks for symbols when a list of them is chosen', async () => {
  const { user, save } = await openRails()
  await user.click(screen.getByRole('radio', { name: 'All but these' }))
  await save()
  expect(screen.getByRole('textbox', { name: 'These may not be opened' })).toHaveAccessibleDescription(
    expect.stringContaining('Enter at least one symbol.'),
  )
  expect(sentTo(saveRails)).toEqual([])
})

test.each([
  ['Open heat', '10.005', 'Enter dollars with at most 2 decimals.'],
  ['Open heat in percent', '12345', 'Enter a percentage.'],
  ['Without a stop', '101', 'Enter a percentage of at most 100.'],
  ['Open positions', '1001', 'Enter a whole number of at most 1,000.'],
  ['Largest order', '10.005', 'Enter dollars with at most 2 decimals.'],
  ['Distance from the market', '12345', 'Enter a percentage.'],
  ['Times the usual quantity', '1', 'Enter a number above 1.'],
])('%s refuses %s', async (name, text, message) => {
  const { retype, save } = await openRails()
  await retype(name, text)
  await save()
  expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
  expect([...sentTo(saveRails), ...sentTo(saveLimits)]).toEqual([])
})
