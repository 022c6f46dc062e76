// A target that is placed on the chart beside a stop: the dialog shows the orders that will be sent, and one button
// sends them.
import type { PositionAction, PositionActionPreview } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closePositionAction } from '../../kernel/position-action.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleOperation } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { PositionActionPart } from '../position-action/position-action-part.tsx'
import { PlaceMenu } from './place-menu.tsx'

const account = sampleAccount()
const step = {
  code: 'BRK/B',
  kind: 'REPLACE',
  orderId: '7',
  text: 'Replace order 7 (sell 100 BRK/B at a stop of $48.00) by: sell 100 BRK/B at a target of $60.00 or a stop of $48.00',
  uncovered: '0',
  waitsForFill: false,
} as const
const preview: PositionActionPreview = {
  code: 'BRK/B',
  held: '100',
  averagePrice: '50',
  lastPrice: '52',
  steps: [step],
  heldAfter: '100',
  coveredBefore: '100',
  coveredAfter: '100',
  resultAtStop: null,
  value: null,
  warnings: [],
  faults: [],
  questions: [],
  breaches: [],
  rejects: [],
}
const taken: PositionAction = {
  actionId: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6b77',
  kind: 'SET_TARGET',
  code: 'BRK/B',
  title: 'Target of 100 BRK/B at $60.00',
  state: 'DONE',
  steps: [],
  message: 'All of its orders were sent.',
  restoresAt: null,
  createdAt: 0,
  endedAt: 0,
}
const actCall = 'POST /v1/api/position-action/act-on-position'

afterEach(() => act(closePositionAction))

test('a target beside a stop becomes a pair: its orders are shown, and one confirmation sends them', async () => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [account],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
      sampleOperation({ code: 'BRK/B', longQuantity: 100, shortQuantity: 0, lastPrice: 52 }),
    ],
    'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
    'POST /v1/api/position-action/preview-position-action': preview,
    [actCall]: taken,
  })
  const { user } = await render(
    <>
      <PlaceMenu
        request={{ price: 60, clientX: 10, clientY: 10 }}
        place={{
          code: 'BRK.B',
          accountNumber: account.number,
          last: 52,
          held: 100,
          exits: [{ role: 'STOP', quantity: 100, isMovable: false }],
          levels: { direction: 'long' },
        }}
        whyNoOrder={undefined}
        movable={[]}
        onMove={() => undefined}
        onClose={() => undefined}
      />
      <PositionActionPart />
    </>,
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Target for 100 long at $60.00' }))
  const orders = await screen.findByRole('list', { name: 'Orders that will be sent' })
  expect(within(orders).getByText(step.text)).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Target' })).toHaveValue('60.00')
  const send = await screen.findByRole('button', { name: 'Send order' })
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(send)
  await waitFor(() =>
    expect(sentTo(actCall)).toMatchObject([
      { ticket: 'BRK/B', held: '100', action: { kind: 'SET_TARGET', targetPrice: '60' } },
    ]),
  )
})
