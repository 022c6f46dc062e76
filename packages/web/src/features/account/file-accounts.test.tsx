// Accounts from files on the Accounts screen: how one is added, and the way to its statements.
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestForm } from '../../kernel/form-request.ts'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { accountId, sampleFileAccount } from '../../testing/statement-samples.ts'
import { AccountScreen } from './account-screen.tsx'

const listAccounts = 'GET /v1/api/account/view-my-account/{userId}'
const connected = sampleAccount({ id: accountId.replace('0a', '0b'), number: '8841-2207', accessExpirationDate: null })

beforeEach(() => signIn())

async function renderScreen(accounts = [connected, sampleFileAccount({ isDefault: false })]) {
  answers({ [listAccounts]: accounts, 'GET /v1/api/account/find-brokerages': [] })
  return render(<AccountScreen />, { at: '/account' })
}

const form = () => screen.findByRole('dialog', { name: 'Account from files' })

test('an account from files leads to its statements, needs no access and is not read at a brokerage', async () => {
  await renderScreen()
  const row = within((await screen.findByRole('cell', { name: /^Depot at Aurora/ })).closest('tr')!)
  const link = row.getByRole('link', { name: 'Statements of Depot at Aurora' })
  expect(link).toHaveAttribute('href', `/account/statement-files?account=${accountId}`)
  expect(row.getByText('From files')).toBeInTheDocument()
  expect(screen.getByText(/· from statement files$/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Read now: Depot at Aurora' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Read now: 8841-2207' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Statements of 8841-2207' })).not.toBeInTheDocument()
})

test('its form opens beside the brokerages and from the screen without accounts', async () => {
  const { user } = await renderScreen([])
  await user.click(await screen.findByRole('button', { name: 'New account from files' }))
  await form()
  await user.keyboard('{Escape}')
  await user.click(screen.getAllByRole('button', { name: 'Link an account' })[0]!)
  await user.click(await screen.findByRole('button', { name: /^From files/ }))
  expect(await form()).toBeInTheDocument()
})

test('the command palette asks the screen to open it', async () => {
  await renderScreen()
  act(() => requestForm('fileAccount'))
  expect(await form()).toBeInTheDocument()
})

test('without the permission to link accounts neither is offered', async () => {
  signIn(['VMA'])
  await renderScreen()
  await screen.findByRole('cell', { name: /^Depot at Aurora/ })
  expect(screen.queryByRole('button', { name: 'Link an account' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Statements of Depot at Aurora' })).not.toBeInTheDocument()
})
