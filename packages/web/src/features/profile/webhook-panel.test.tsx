import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { WebhookPanel } from './webhook-panel.tsx'

const list = 'GET /v1/api/webhook/find-my-webhooks'
const create = 'POST /v1/api/webhook/create-webhook'
const log = 'GET /v1/api/webhook/find-deliveries/{webhookId}/{start}/{count}'
const secret = `whsec_${'a'.repeat(43)}=`
const at = Date.parse('2026-03-04T15:00:00.000Z')
const row = {
  id: '019cb95c-e980-703a-b076-491ba624b72b',
  name: 'Ledger',
  url: 'https://hook.example/in',
  events: ['order.filled', 'access.lapsed'],
  accounts: null,
  state: 'FAILED',
  reason: 'Every attempt of three days failed.',
  createdAt: at,
  lastAttemptAt: at,
  lastStatus: 500,
  failingSince: at,
  oldSecretUntil: null,
}
const delivery = {
  id: '019cb95c-e980-703a-b076-491ba624b72c',
  messageId: 'msg_019cb95c-e980-703a-b076-491ba624b72c',
  event: 'order.filled',
  state: 'FAILED',
  createdAt: at,
  nextAt: null,
  payload: '{"type":"order.filled"}',
  attempts: [{ at, status: 500, durationMs: 12, reason: 'The address answered 500.', answer: 'broken' }],
}

beforeEach(() => signIn())

async function openForm(answer: unknown) {
  answers({ [list]: [], [create]: answer as never, 'GET /v1/api/account/view-my-account/{userId}': [] })
  const { user } = await render(<WebhookPanel />)
  await user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await user.type(form.getByLabelText(/^Name/), 'Ledger')
  await user.type(form.getByLabelText(/^Address/), row.url)
  await user.type(form.getByLabelText(/^Your password/), 'quiet harbour')
  await user.click(form.getByRole('button', { name: 'Create webhook' }))
  return { user, form }
}

test('the secret of a new webhook is shown once and gone when its dialog is closed', async () => {
  const { user } = await openForm({ id: row.id, secret })
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of your webhook' }))
  expect(shown.getByLabelText('Secret')).toHaveValue(secret)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(secret)).not.toBeInTheDocument()
})

test('an address that is never called is refused at its field', async () => {
  const { form } = await openForm(refused('webhookAddress', { reason: 'The address has to start with https://.' }))
  expect(await form.findByText('The address has to start with https://.')).toBeInTheDocument()
})

test('the list says in words what is sent where and why it is paused, and the log has payload and answer', async () => {
  answers({ [list]: [row] as never, [log]: { total: 1, result: [delivery] } as never })
  const { user } = await render(<WebhookPanel />)
  const table = within(await screen.findByRole('table', { name: 'Webhooks' }))
  for (const text of ['Ledger', 'Failed', row.url, 'Order filled, Brokerage access lapsed', row.reason])
    expect(await table.findByText(text)).toBeInTheDocument()
  await user.click(table.getByRole('button', { name: 'More for Ledger' }))
  expect(await screen.findByRole('menuitem', { name: 'Resume' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(table.getByRole('button', { name: 'Log of Ledger' }))
  const shown = within(await screen.findByRole('dialog', { name: /Deliveries/ }))
  expect(await shown.findByText(/The address answered 500/)).toBeInTheDocument()
  expect(shown.getByText(delivery.payload)).toBeInTheDocument()
  expect(shown.getByText('broken')).toBeInTheDocument()
  expect(shown.getByRole('button', { name: 'Send again' })).toBeDisabled()
})
