import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Failure, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { PasswordPanel } from './password-panel.tsx'

const change = 'POST /v1/api/security/change-password'

beforeEach(() => signIn())

const current = () => screen.getByLabelText('Current password')
const wanted = () => screen.getByLabelText('New password')

async function changePassword(answer: Failure | { message: string }) {
  answers({ [change]: answer, 'GET /v1/api/security/find-my-sessions': [] })
  const { user } = await render(<PasswordPanel />)
  await user.type(current(), 'quiet harbour')
  await user.type(wanted(), 'loud harbour{Enter}')
  return user
}

test.each([
  ['wrongPassword', current, 'The password is wrong.'],
  ['commonPassword', wanted, /one of the commonest/],
] as const)('%s is shown at the password that it is about', async (refusal, field, words) => {
  await changePassword(refused(refusal))
  await waitFor(() => expect(field()).toHaveAccessibleDescription(words))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('after a change the empty fields are not called missing', async () => {
  const user = await changePassword({ message: 'Your password was changed' })
  await waitFor(() => expect(wanted()).toHaveValue(''))
  expect(wanted()).toHaveFocus()
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(wanted()).not.toHaveAccessibleDescription()
  expect(current()).not.toHaveAccessibleDescription()
})
