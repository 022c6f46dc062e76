// The best and worst lines of the last close: three each, only what is a line of an instrument, and the way to all.
import type { Attribution, AttributionLine } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { BestAndWorst } from './best-and-worst.tsx'

const none = cents(0)
const line = (name: string, dollars: number, kind: AttributionLine['kind'] = 'LINES'): AttributionLine => ({
  kind,
  name,
  code: kind === 'LINES' ? name : null,
  detail: null,
  price: cents(dollars),
  income: none,
  fees: none,
  profit: cents(dollars),
  contribution: 0,
  excess: null,
  weight: 1,
  daysHeld: 1,
  isHeld: true,
})
const found: Attribution = {
  currency: 'USD',
  startDay: '2026-03-02',
  endDay: '2026-03-03',
  firstDay: '2025-03-04',
  lastDay: '2026-03-03',
  closes: 1,
  missing: 0,
  benchmark: null,
  lines: [
    line('AAA', 5),
    line('BBB', 40),
    line('CCC', 10),
    line('DDD', 20),
    line('EEE', 0),
    line('FFF', -3),
    line('GGG', -9),
    line('Cash', -50, 'CASH'),
  ],
  total: { price: none, income: none, fees: none, profit: none, contribution: 0, excess: null },
}
const find = 'GET /v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}'
const wordsOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => signIn())

test('the three best and the three worst lines of the last close, the most first', async () => {
  let asked: unknown
  answers({
    [find]: ({ params }) => {
      asked = params
      return found
    },
  })
  await render(<BestAndWorst accountId={accountId} />)
  expect(await screen.findByText('Close of 2026-03-03')).toBeVisible()
  expect(wordsOf('Best')).toEqual(['BBB +$40.00', 'DDD +$20.00', 'CCC +$10.00'])
  expect(wordsOf('Worst')).toEqual(['GGG -$9.00', 'FFF -$3.00'])
  expect(asked).toMatchObject({ from: 'DAY', to: 'last', grouping: 'INSTRUMENT' })
  expect(screen.getByRole('link', { name: 'Performance' })).toHaveAttribute(
    'href',
    `/performance?fund=${accountId}&period=DAY`,
  )
})

test('a member reads their own part', async () => {
  answers({ 'GET /v1/api/fund/find-my-attribution/{accountId}/{memberId}/{from}/{to}/{grouping}': found })
  await render(<BestAndWorst accountId={accountId} memberId={memberId} />)
  expect(await screen.findByRole('link', { name: 'Performance' })).toHaveAttribute(
    'href',
    `/performance?fund=${accountId}&member=${memberId}&period=DAY`,
  )
})

test('before the first close it says when lines appear, and a failure offers to try again', async () => {
  answers({ [find]: refused('busy') })
  const { user } = await render(<BestAndWorst accountId={accountId} />)
  await screen.findByText('The best and worst lines could not be loaded')
  answers({ [find]: { ...found, endDay: null, lines: [] } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The best and worst lines appear with the next close.')).toBeVisible()
})
