import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { accountId } from '../../testing/statement-samples.ts'
import { NewFileAccountModal } from './new-file-account-modal.tsx'

const create = 'POST /v1/api/account/create-file-account'
const onClose = vi.fn<() => void>()

beforeEach(() => {
  signIn()
  onClose.mockClear()
})

async function renderForm(answer: Answers = {}) {
  answers(answer)
  const page = await render(<NewFileAccountModal onClose={onClose} />, { at: '/account' })
  const dialog = await screen.findByRole('dialog', { name: 'Account from files' })
  return { ...page, dialog, submit: screen.getByRole('button', { name: 'Create account' }) }
}

test('an account is created with what was entered, and its statement files open', async () => {
  const { user, submit, address } = await renderForm({
    [create]: { message: 'The account was created', id: accountId },
  })
  expect(submit).toBeDisabled()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Depot at Aurora ')
  await user.type(screen.getByRole('textbox', { name: 'Broker' }), 'Aurora Bank')
  await user.click(screen.getByRole('combobox', { name: 'Currency' }))
  await user.click(await screen.findByRole('option', { name: 'EUR · Euro' }))
  await user.click(screen.getByRole('radio', { name: 'Cash' }))
  await user.click(screen.getByRole('radio', { name: 'Practice money' }))
  await user.click(submit)
  await waitFor(() => expect(address()).toBe(`/account/statement-files?account=${accountId}`))
  expect(sentTo(create)).toMatchObject([
    { name: 'Depot at Aurora', brokerName: 'Aurora Bank', type: 'CASH', currency: 'EUR', isPaper: true },
  ])
  expect(onClose).toHaveBeenCalledOnce()
  expect(await screen.findByText('The account was created')).toBeInTheDocument()
})

test('a taken name is refused at its field, and everything stays as it was entered', async () => {
  const { user, submit } = await renderForm({ [create]: refused('accountNameTaken') })
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.type(name, 'Depot')
  await user.type(screen.getByRole('textbox', { name: 'Broker' }), 'Aurora Bank')
  await user.click(submit)
  await waitFor(() =>
    expect(name).toHaveAccessibleDescription(
      expect.stringContaining('You already have an account from files with this name. Choose another name.'),
    ),
  )
  expect(name).toHaveValue('Depot')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

test('name and broker are needed, and end at their longest text', async () => {
  const { user, submit } = await renderForm()
  const name = screen.getByRole('textbox', { name: 'Name' })
  const broker = screen.getByRole('textbox', { name: 'Broker' })
  expect(screen.getByText('2 fields need attention')).toBeInTheDocument()
  await user.click(name)
  await user.click(broker)
  expect(name).toBeInvalid()
  await user.click(name)
  await user.paste('x'.repeat(41))
  expect(name).toHaveValue('x'.repeat(40))
  await user.click(broker)
  await user.paste('y'.repeat(61))
  expect(broker).toHaveValue('y'.repeat(60))
  expect(submit).toBeEnabled()
})

test('what was entered is lost by Escape only after a question', async () => {
  const { user } = await renderForm()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Depot')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Depot')
})
