// The best and worst lines of the day: three each, only what is a line of an instrument, since when they count, and the
// way to all.
import type { DayLine } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleDayLines } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { BestAndWorst } from './best-and-worst.tsx'

const line = (name: string, dollars: number, kind: DayLine['kind'] = 'LINES'): DayLine => ({
  kind,
  name,
  detail: null,
  profit: cents(dollars),
})
const underWay = sampleDayLines({
  isUnderWay: true,
  closeDay: '2026-03-03',
  lines: [
    line('BBB', 40),
    line('DDD', 20),
    line('CCC', 10),
    line('AAA', 5),
    line('EEE', 0),
    line('FFF', -3),
    line('GGG', -9),
    line('Cash', -50, 'CASH'),
  ],
  total: cents(13),
})
const find = 'GET /v1/api/fund/find-day-lines/{accountId}'
const wordsOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => signIn())

test('the three best and the three worst lines of the day under way, the most first, and what all of them are', async () => {
  answers({ [find]: underWay })
  await render(<BestAndWorst accountId={accountId} readAt={1} />)
  const since = await screen.findByRole('button', { name: 'Since the close of 2026-03-03' })
  expect(since).toHaveAccessibleDescription(/add up to the Today of the account/)
  expect(screen.getByText('+$13.00')).toBeVisible()
  expect(wordsOf('Best')).toEqual(['BBB +$40.00', 'DDD +$20.00', 'CCC +$10.00'])
  expect(wordsOf('Worst')).toEqual(['GGG -$9.00', 'FFF -$3.00'])
  expect(screen.getByRole('link', { name: 'Performance' })).toHaveAttribute(
    'href',
    `/performance?fund=${accountId}&period=DAY`,
  )
})

test('while no day is under way it names the close whose lines they are', async () => {
  answers({ [find]: { ...underWay, isUnderWay: false } })
  await render(<BestAndWorst accountId={accountId} readAt={1} />)
  expect(await screen.findByText('Close of 2026-03-03')).toBeVisible()
  expect(screen.queryByText(/Since the close/)).toBeNull()
  expect(screen.queryByText('+$13.00')).toBeNull()
})

function Readings() {
  const [readAt, setReadAt] = useState(1)
  return (
    <>
      <button onClick={() => setReadAt(readAt + 1)}>Read</button>
      <BestAndWorst accountId={accountId} readAt={readAt} />
    </>
  )
}

test('another reading of the account brings its lines', async () => {
  let asked = 0
  answers({ [find]: () => ({ ...underWay, total: cents(13 * (asked += 1)) }) })
  const { user } = await render(<Readings />)
  expect(await screen.findByText('+$13.00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Read' }))
  expect(await screen.findByText('+$26.00')).toBeVisible()
})

test('a member reads their own part', async () => {
  answers({ 'GET /v1/api/fund/find-my-day-lines/{accountId}/{memberId}': underWay })
  await render(<BestAndWorst accountId={accountId} memberId={memberId} />)
  expect(await screen.findByRole('button', { name: 'Since the close of 2026-03-03' })).toHaveAccessibleDescription(
    /fees and expenses follow at the next close/,
  )
  expect(screen.getByRole('link', { name: 'Performance' })).toHaveAttribute(
    'href',
    `/performance?fund=${accountId}&member=${memberId}&period=DAY`,
  )
})

test('before the first close it says when lines appear, and a failure offers to try again', async () => {
  answers({ [find]: refused('busy') })
  const { user } = await render(<BestAndWorst accountId={accountId} readAt={1} />)
  await screen.findByText('The best and worst lines could not be loaded')
  answers({ [find]: sampleDayLines() })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The best and worst lines appear with the next close.')).toBeVisible()
})
