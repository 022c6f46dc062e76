import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, noResponse, refused, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { NewAccountForm } from './new-account-form.tsx'

const create = 'POST /v1/api/account/create'
const dollars = [{ code: 'USD', name: 'US dollar', symbol: '$' }]

beforeEach(() => signIn())

async function renderForm(answer: Answers) {
  answers(answer)
  const page = await render(<NewAccountForm currencies={dollars} />, { at: '/wallet' })
  return { ...page, name: screen.getByLabelText('Name (optional)'), open: openButton() }
}
test('an account is opened in dollars, also by a user who has one in euros', async () => {
  answers({})
  const euros = { code: 'EUR', name: 'Euro', symbol: '€' }
  const { user } = await render(<NewAccountForm currencies={[...dollars, euros]} />, { at: '/wallet' })
  await user.click(screen.getByRole('combobox', { name: 'Currency' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['USD · US dollar'])
})

const openButton = () => screen.getByRole('button', { name: 'Open account' })

test('a cash account with a name is opened once by a double click, and the form is empty again', async () => {
  const { user, name, open } = await renderForm({ [create]: sampleAccount({ number: '9001-7788' }) })
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByRole('option', { name: 'Cash' }))
  await user.type(name, '  Rainy days ')
  await user.dblClick(open)
  expect(await screen.findByText('Account 9001-7788 is open and linked.')).toBeInTheDocument()
  expect(sentTo(create)).toMatchObject([{ currency: 'USD', type: 'CASH', name: 'Rainy days' }])
  await waitFor(() => expect(name).toHaveValue(''))
})

test('the name may be absent', async () => {
  const { user, open } = await renderForm({ [create]: sampleAccount() })
  await user.click(open)
  await screen.findByText('Account 8841-2207 is open and linked.')
  expect(sentTo(create)).toHaveLength(1)
  expect(sentTo(create)[0]).not.toHaveProperty('name')
})

test('a name ends at 40 characters', async () => {
  const { user, name } = await renderForm({})
  await user.type(name, 'x'.repeat(41))
  expect(name).toHaveValue('x'.repeat(40))
})

test('a retry after a lost answer asks for the same account, the next opening for another', async () => {
  const { user, open } = await renderForm({
    [create]: noResponse,
    'POST /v1/api/request/settle': { fate: 'NOT_DONE', reason: null, reply: null },
  })
  await user.click(open)
  await screen.findByRole('alert')
  answers({ [create]: sampleAccount() })
  await waitFor(() => expect(open).toBeEnabled())
  await user.click(open)
  await screen.findByText('Account 8841-2207 is open and linked.')
  await waitFor(() => expect(open).toBeEnabled())
  await user.click(open)
  await waitFor(() => expect(sentTo(create)).toHaveLength(3))
  const [first, second, third] = sentTo(create).map(({ reference }) => reference)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('without a login of the brokerage it leads to linking', async () => {
  const { user, open, address } = await renderForm({ [create]: refused('fundingNotLinked') })
  await user.click(open)
  await screen.findByRole('dialog', { name: 'Link a login of the paper brokerage now?' })
  await user.click(screen.getByRole('button', { name: 'Go to linking' }))
  await waitFor(() => expect(address()).toBe('/account'))
})

test('a refused name says why at its field, and stays as it was typed', async () => {
  const { user, name, open } = await renderForm({ [create]: refusedFields({ name: 'This name is taken.' }) })
  await user.type(name, 'Rainy days')
  await user.click(open)
  await waitFor(() => expect(name).toHaveAccessibleDescription('This name is taken.'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(name).toHaveValue('Rainy days')
})
