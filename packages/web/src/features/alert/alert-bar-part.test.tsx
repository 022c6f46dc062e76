import type { Alert } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { AlertBarPart } from './alert-bar-part.tsx'

const alert = (index: number, fields: Partial<Alert> = {}): Alert => ({
  id: `0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a0${index}`,
  kind: 'ORDER_UNPROTECTED',
  severity: 'CRITICAL',
  title: `${index}00 ACME without a stop`,
  text: 'Your stop was rejected.',
  link: '/operation',
  raisedAt: 0,
  resolvedAt: null,
  seenAt: null,
  ...fields,
})

async function renderBar(alerts: Alert[]) {
  signIn()
  answers({ 'GET /v1/api/alert/find-current': alerts })
  await render(<AlertBarPart />)
  return within(await screen.findByRole('region', { name: 'Alert' }))
}

test('the bar shows the most urgent alert, says how many there are, and opens all of them', async () => {
  const bar = await renderBar([
    alert(1),
    alert(2),
    alert(3, { severity: 'WARNING' }),
    alert(4, { severity: 'INFO' }),
    alert(5, { seenAt: 1 }),
  ])
  expect(bar.getByText('100 ACME without a stop.')).toBeInTheDocument()
  expect(bar.getByRole('link', { name: '1 of 3 alerts' })).toHaveAttribute('href', '/alert')
})

test('a single alert is not counted', async () => {
  const bar = await renderBar([alert(1)])
  expect(bar.queryByRole('link', { name: /alerts$/ })).not.toBeInTheDocument()
})
