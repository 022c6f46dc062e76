import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { sampleBooks, sampleOverview, sampleFeePolicy, sampleFees } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FundRightsProvider } from './fund-rights.tsx'
import { SettingView } from './setting-view.tsx'

const close = 'POST /v1/api/fund/close-period'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-02-28T15:00:00Z') })
  signIn()
  answers({
    'GET /v1/api/member/findAllMembers': [],
    'GET /v1/api/fund/find-fees/{accountId}': sampleFees({ policies: [sampleFeePolicy()], open: ['2026-02-27'] }),
    'GET /v1/api/fund/find-opening-days/{accountId}': [],
  })
})

afterEach(() => {
  vi.useRealTimers()
})

async function chooseDay(user: Awaited<ReturnType<typeof render>>['user'], name: string) {
  await user.click(screen.getByLabelText('Up to'))
  await user.click(await screen.findByRole('button', { name }))
}

test('while fees are due the period close says so, and leads to the charge', async () => {
  const onShowFees = vi.fn<() => void>()
  const { user } = await render(
    <SettingView
      books={sampleBooks()}
      club={null}
      isChargeAsked={false}
      marketDay="2026-03-04"
      onShowFees={onShowFees}
    />,
  )
  expect(await screen.findByText(/^The fees of the period that ended on 2026-02-27 are neither charged/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Look at the charge' }))
  expect(onShowFees).toHaveBeenCalledTimes(1)
})

test('a charge that waits for a second person is said to wait', async () => {
  await render(
    <SettingView books={sampleBooks()} club={null} isChargeAsked marketDay="2026-03-04" onShowFees={() => undefined} />,
  )
  expect(await screen.findByText(/^The charge of the period that ended on 2026-02-27 waits/)).toBeVisible()
})

test('the books close up to a day before the end of the period that is due', async () => {
  const { user } = await render(
    <SettingView
      books={sampleBooks()}
      club={null}
      isChargeAsked={false}
      marketDay="2026-03-04"
      onShowFees={() => undefined}
    />,
  )
  await screen.findByRole('button', { name: 'Look at the charge' })
  await chooseDay(user, '27 February 2026')
  const button = screen.getByRole('button', { name: 'Close the books' })
  await waitFor(() =>
    expect(button).toHaveAccessibleDescription('Charge or waive the fees of the period that ended on 2026-02-27 first'),
  )
  await user.click(button)
  expect(sentTo(close)).toEqual([])
  await chooseDay(user, '26 February 2026')
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  expect(screen.queryByRole('button', { name: 'Look at the charge' })).not.toBeInTheDocument()
})

test.each([
  ['OWNER', true],
  ['TREASURER', true],
  ['AUDITOR', false],
  ['APPROVER', false],
] as const)('what papers carry of the club is a setting of the %s: %s', async (place, isShown) => {
  await render(
    <FundRightsProvider overview={sampleOverview({ place })}>
      <SettingView
        books={sampleBooks()}
        club={<p>The club</p>}
        isChargeAsked={false}
        marketDay="2026-03-04"
        onShowFees={() => undefined}
      />
    </FundRightsProvider>,
  )
  expect(screen.queryByText('The club') !== null).toBe(isShown)
})

test.each([
  ['MONTHLY', 'Monthly'],
  ['QUARTERLY', 'Quarterly'],
  ['YEARLY', 'Yearly'],
] as const)(
  'somebody who cannot change the settings reads how often statements are mailed: %s',
  async (frequency, name) => {
    const statements = { timing: { frequency, monthDay: 5, hour: 8 }, nextAt: 0, held: null, runs: [] }
    await render(
      <FundRightsProvider overview={sampleOverview({ place: 'AUDITOR' })}>
        <SettingView
          books={sampleBooks({ statements })}
          club={null}
          isChargeAsked={false}
          marketDay="2026-03-04"
          onShowFees={() => undefined}
        />
      </FundRightsProvider>,
    )
    expect(screen.getByText('Statements by mail').nextElementSibling).toHaveTextContent(name)
  },
)
