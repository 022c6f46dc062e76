import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { GuardRailsModal } from './guard-rails-modal.tsx'

const saveRails = 'POST /v1/api/order/save-guard-rails'
const saveLimits = 'POST /v1/api/order/save-question-limits'
const number = '8841-2207'

async function openRails() {
  signIn()
  answers({
    'GET /v1/api/order/find-guard-rails/{accountNumber}': {
      largestOrder: cents(25_000),
      largestPosition: null,
      dailyLoss: null,
      priceDistance: '8',
    },
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
      largestOrder: cents(25_000),
      largestPosition: null,
      dailyLoss: cents(1_500.5),
      priceDistance: '8',
    },
  ])
  expect(sentTo(saveLimits)).toEqual([])
})

test.each([
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
