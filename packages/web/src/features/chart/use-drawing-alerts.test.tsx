// An alert follows its drawing through the calls for rules, in the order of what the user did, and the page says so.
import type { Drawing } from '@clubfolio/charts'
import type { AlertRule } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { answers, refused, sentTo, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { useDrawingAlerts } from './use-drawing-alerts.ts'

const ruleId = '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6b77'
const rule: AlertRule = {
  id: ruleId,
  terms: { kind: 'PRICE', direction: 'BELOW', price: '48' },
  code: 'ACME',
  accountId: null,
  words: 'ACME at or below $48.00',
  state: 'WAITING',
  next: '',
  note: 'Support',
  isRepeating: true,
  expiresOn: null,
  drawingId: 'l',
  createdAt: 0,
  firedCount: 0,
  lastFiredAt: null,
}
const at = (price: number): Drawing => ({ id: 'l', tool: 'horizontalLine', points: [{ timeMs: 1, price }] })
const updateCall = 'POST /v1/api/alert/update-rule'
const pauseCall = 'POST /v1/api/alert/pause-rule'

function Chart() {
  const [drawings, setDrawings] = useState<readonly Drawing[]>([at(48)])
  const countOf = useDrawingAlerts(drawings, { timing: '_D', scale: 'linear', last: 50 })
  return (
    <>
      <output>{countOf('l')}</output>
      <button type="button" onClick={() => setDrawings([at(47)])}>
        Move
      </button>
      <button type="button" onClick={() => setDrawings([at(48)])}>
        Undo
      </button>
      <button type="button" onClick={() => setDrawings([])}>
        Delete
      </button>
    </>
  )
}

async function openChart(more: Answers = {}) {
  signIn()
  answers({
    'GET /v1/api/alert/find-rules': [rule],
    [updateCall]: { message: 'Changed' },
    [pauseCall]: { message: 'Paused' },
    ...more,
  })
  const { user } = await render(<Chart />)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1'))
  return (name: string) => user.click(screen.getByRole('button', { name }))
}

test('a moved drawing moves its alert, and undo moves it back at once', async () => {
  const press = await openChart()
  await press('Move')
  await press('Undo')
  await waitFor(() => expect(sentTo(updateCall)).toHaveLength(2))
  expect(sentTo(updateCall)).toMatchObject([
    { id: ruleId, terms: { price: '47' }, code: 'ACME', note: 'Support', isRepeating: true, drawingId: 'l' },
    { id: ruleId, terms: { price: '48' } },
  ])
  expect(await screen.findByText('The alert on the drawing moved with it. Undo moves both back.')).toBeInTheDocument()
})

test('a deleted drawing pauses its alert, which undo resumes', async () => {
  const press = await openChart()
  await press('Delete')
  expect(await screen.findByText(/^Its drawing is deleted: ACME at or below \$48\.00\./)).toBeInTheDocument()
  await press('Undo')
  expect(await screen.findByText('Its drawing is back: ACME at or below $48.00.')).toBeInTheDocument()
  expect(sentTo(pauseCall)).toEqual([
    { id: ruleId, isPaused: true },
    { id: ruleId, isPaused: false },
  ])
})

test('an alert that could not follow says so', async () => {
  const press = await openChart({ [updateCall]: refused('notFound') })
  await press('Move')
  expect(await screen.findByText('The alert did not follow its drawing')).toBeInTheDocument()
  expect(screen.getByText(/ACME at or below \$48\.00 stays as it was\. Change it under Alerts\./)).toBeInTheDocument()
})
