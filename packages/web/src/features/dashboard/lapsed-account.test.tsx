// What the dashboard and the shell say of an account whose access has lapsed.
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { AccountFigures } from './wallet-row.tsx'
import { AccountHealth } from '../account/account-health.tsx'
import { AccountNoticePart } from '../account/account-notice-part.tsx'
import { StaleFigures } from '../account/stale-figures.tsx'

const hourMs = 3_600_000
const endedMs = Date.now() - 5 * hourMs
/** The first reading that failed came three hours after the access had ended. */
const lapsed = sampleAccount({
  accessExpirationDate: endedMs,
  syncFailure: 'LAPSED',
  syncFailedAt: endedMs + 3 * hourMs,
  todayChange: cents(120.4),
})

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [lapsed],
    'POST /v1/api/risk/find-portfolio-risk': refused('busy'),
  })
})

const nothing = () => undefined

test('every place gives the end of the access as the time of the lapse', async () => {
  await render(
    <>
      <AccountNoticePart />
      <StaleFigures accounts={[lapsed]} />
      <AccountHealth
        accounts={[lapsed]}
        nowMs={Date.now()}
        readingId={undefined}
        onRead={nothing}
        onRenew={undefined}
        onAccept={undefined}
      />
    </>,
  )
  const ended = formatDateTime(endedMs)
  expect(await screen.findByText(new RegExp(`^Access to account 8841-2207 ended ${ended}\\.`))).toBeVisible()
  expect(screen.getByText(new RegExp(`^The access has lapsed since ${ended}\\. The figures of`))).toBeVisible()
  expect(screen.getByText(new RegExp(`^The access has lapsed since ${ended} ·`))).toBeVisible()
})

test('there is no change of today once the access has lapsed', async () => {
  await render(
    <>
      <AccountFigures account={lapsed} />
      <AccountFigures account={sampleAccount({ accessExpirationDate: null })} />
    </>,
  )
  const [gone, good] = screen.getAllByText('Today').map((label) => label.parentElement)
  expect(gone).toHaveTextContent(/^Today--$/)
  expect(good).toHaveTextContent('+$120.40')
})
