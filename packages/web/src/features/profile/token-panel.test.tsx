import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { TokenPanel } from './token-panel.tsx'

const list = 'GET /v1/api/token/find-my-tokens'
const create = 'POST /v1/api/token/create-token'
const secret = `clf_${'a'.repeat(71)}`
const row = {
  id: '019cb95c-e980-703a-b076-491ba624b72b',
  name: 'Spreadsheet',
  keys: ['VMA', 'VW'],
  isReadOnly: true,
  accounts: [{ id: '019cb95c-e980-703a-b076-491ba624b72c', number: '8841-2207' }],
  createdAt: Date.parse('2026-03-04T15:00:00.000Z'),
  expiresAt: Date.parse('2026-06-04T15:00:00.000Z'),
  isExpired: false,
  lastUsedAt: null,
  lastAddress: null,
}

beforeEach(() => signIn())

async function openForm(answer: unknown) {
  answers({ [list]: [], [create]: answer as never, 'GET /v1/api/account/view-my-account/{userId}': [] })
  const { user } = await render(<TokenPanel />)
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  const form = within(await screen.findByRole('dialog', { name: 'New API token' }))
  await user.type(form.getByLabelText(/^Name/), 'Spreadsheet')
  await user.type(form.getByLabelText(/^Your password/), 'quiet harbour')
  await user.click(form.getByRole('button', { name: 'Create token' }))
  return { user, form }
}

test('a new token is shown once and gone when its dialog is closed', async () => {
  const { user } = await openForm({ id: row.id, token: secret, expiresAt: row.expiresAt })
  const shown = within(await screen.findByRole('dialog', { name: 'Your new API token' }))
  expect(shown.getByLabelText('API token')).toHaveValue(secret)
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByText('Copied.')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(secret)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(secret)).not.toBeInTheDocument()
})

test('a wrong password is shown at its field', async () => {
  const { form } = await openForm(refused('wrongPassword'))
  expect(await form.findByText('The password is wrong.')).toBeInTheDocument()
})

test('the list says in words what a token may do', async () => {
  answers({ [list]: [row] as never })
  await render(<TokenPanel />)
  const table = within(await screen.findByRole('table', { name: 'API tokens' }))
  for (const text of ['Spreadsheet', 'Read only', '8841-2207', 'View my accounts, View watchlist'])
    expect(await table.findByText(text)).toBeInTheDocument()
  expect(table.getByRole('button', { name: 'Revoke Spreadsheet' })).toBeInTheDocument()
})
