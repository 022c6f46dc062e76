import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ScreenerScreen } from './screener-screen.tsx'

const run = 'POST /v1/api/screener/run'

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/screener/find-screens': [],
    'GET /v1/api/screener/find-sectors': [],
    [run]: { day: '2026-03-03', total: 12, result: [] },
  })
})

const lastBounds = () => sentTo(run).at(-1)?.criteria.bounds

test('during a session the screen says which close its figures are from, and which session is not in them', async () => {
  await render(<ScreenerScreen />)
  expect(
    await screen.findByText('12 instruments as of the close of 2026-03-03, without the session of 2026-03-04'),
  ).toBeVisible()
})

test('between sessions it only says which close', async () => {
  answers({ 'GET /v1/api/market/find-state': sampleMarket({ formingDay: null, isOpen: false }) })
  await render(<ScreenerScreen />)
  expect(await screen.findByText('12 instruments as of the close of 2026-03-03')).toBeVisible()
})

test('a typed limit counts on Enter or when its field is left, and an emptied field opens it', async () => {
  const { user } = await render(<ScreenerScreen />)
  const most = await screen.findByRole('textbox', { name: 'Below the 52-week high at most' })
  expect(most).toHaveValue('10')
  await user.clear(most)
  await user.type(most, '7.5{Enter}')
  await waitFor(() => expect(lastBounds()?.belowHigh).toEqual([2, 7.5]))
  // Beyond the end of the slider.
  await user.type(screen.getByRole('textbox', { name: 'Close at most' }), '2500')
  await user.tab()
  await waitFor(() => expect(lastBounds()?.price).toEqual([null, 2500]))
  await user.type(screen.getByRole('textbox', { name: 'Change of the day at least' }), '-3{Enter}')
  await waitFor(() => expect(lastBounds()?.dailyChange).toEqual([-3, null]))
  await user.clear(most)
  await user.tab()
  await waitFor(() => expect(lastBounds()?.belowHigh).toEqual([2, null]))
})

test('a lower limit above the upper one is refused at its field, and asks for nothing', async () => {
  const { user } = await render(<ScreenerScreen />)
  const least = await screen.findByRole('textbox', { name: 'Below the 52-week high at least' })
  await waitFor(() => expect(sentTo(run)).toHaveLength(1))
  await user.clear(least)
  await user.type(least, '12{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 10.')
  expect(least).toBeInvalid()
  expect(sentTo(run)).toHaveLength(1)
})
