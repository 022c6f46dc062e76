// An invitation offers the provider next to the password, and takes it along.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { InvitationForm } from './invitation-form.tsx'

const token = 'x'.repeat(43)
const invitation = 'POST /v1/api/security/find-invitation'
const provider = 'GET /v1/api/security/find-oidc-provider'
const start = 'POST /v1/api/security/start-oidc-invitation'
const reset = 'POST /v1/api/security/reset-password'

const leave = vi.fn<(address: string | URL) => void>()
const onPassword = vi.fn<(message: string, email: string) => void>()
beforeEach(() => {
  leave.mockReset()
  onPassword.mockReset()
  vi.stubGlobal('location', Object.assign(new URL(location.href), { assign: leave }))
})
// Other files run in the same worker.
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <InvitationForm token={token} onCodeStep={() => undefined} onPassword={onPassword} onLogin={() => undefined} />,
  )

test('an invited user continues with the provider in place of a first password', async () => {
  answers({
    [invitation]: { email: 'ada@example.com', isKnown: true, isToAdminister: false },
    [provider]: { provider: { name: 'Example' } },
    [start]: { authoriseUrl: 'https://example.test/authorise' },
  })
  const { user } = await show()
  expect(await screen.findByText(/Choose a password, or continue with Example instead/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Continue with Example' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://example.test/authorise'))
  expect(sentTo(start)).toEqual([{ token }])
})

test('an invited user chooses a first password, without a provider as before', async () => {
  answers({
    [invitation]: { email: 'ada@example.com', isKnown: true, isToAdminister: false },
    [provider]: { provider: null },
    [reset]: { message: 'Your password was changed.' },
  })
  const { user } = await show()
  await user.type(await screen.findByLabelText('New password', { selector: 'input' }), 'quiet harbour lights')
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onPassword).toHaveBeenCalledWith('Your password was changed.', 'ada@example.com'))
})

test('a new administrator enters names and phone first, which go along', async () => {
  answers({
    [invitation]: { email: 'ada@example.com', isKnown: false, isToAdminister: true },
    [provider]: { provider: { name: 'Example' } },
    [start]: { authoriseUrl: 'https://example.test/authorise' },
  })
  const { user } = await show()
  const button = await screen.findByRole('button', { name: 'Continue with Example' })
  expect(button).toHaveAccessibleDescription('Fill in: First name, Last name, Phone number')
  await user.click(button)
  expect(sentTo(start)).toEqual([])
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Berg')
  await user.type(screen.getByLabelText('Phone number'), '+12125557001')
  await user.click(button)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  expect(sentTo(start)).toEqual([{ token, firstName: 'Ada', lastName: 'Berg', phoneNumber: '+12125557001' }])
})

test('a link that is used up says so', async () => {
  answers({ [invitation]: refused('linkDead'), [provider]: { provider: { name: 'Example' } } })
  await show()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue with Example' })).toBeNull()
})
