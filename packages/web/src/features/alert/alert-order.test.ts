import type { Alert } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { urgentAlerts } from './alert-order.ts'

const standing: Alert = {
  id: 'a',
  kind: 'ACCESS_LAPSING',
  severity: 'WARNING',
  title: 'Access lapses',
  text: 'In 2 days.',
  link: '/account/activate',
  raisedAt: 1,
  resolvedAt: null,
  seenAt: null,
}

it('puts into the bar what is active, not dismissed, and more than good to know', () => {
  const critical: Alert = { ...standing, id: 'b', severity: 'CRITICAL' }
  const shown = urgentAlerts([
    critical,
    standing,
    { ...standing, id: 'c', severity: 'INFO' },
    { ...standing, id: 'd', seenAt: 2 },
    { ...standing, id: 'e', resolvedAt: 2 },
  ])
  expect(shown.map(({ id }) => id)).toEqual(['b', 'a'])
})

it('shows no bar when there is nothing to look at', () => {
  expect(urgentAlerts([])).toEqual([])
})
