import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { LinkedSignInPanel } from './linked-sign-in-panel.tsx'

const provider = 'GET /v1/api/security/find-oidc-provider'
const find = 'GET /v1/api/security/find-linked-sign-ins'
const remove = 'POST /v1/api/security/remove-linked-sign-in'
const id = '018f3b5e-0000-7000-8000-000000000001'

beforeEach(() => signIn())

test('without links it says what linking does', async () => {
  answers({ [provider]: { provider: { name: 'Example' } }, [find]: [] })
  await render(<LinkedSignInPanel />)
  expect(await screen.findByText(/No sign-in is linked/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Link Example' })).toBeVisible()
})

test('a link is removed with the password, also when its provider is no longer offered', async () => {
  answers({
    [provider]: { provider: null },
    [find]: [{ id, provider: 'https://login.example.test', email: 'ada@example.com', linkedAt: 1, lastUsedAt: null }],
    [remove]: { message: 'The linked sign-in was removed.' },
  })
  const { user } = await render(<LinkedSignInPanel />)
  await user.click(await screen.findByRole('button', { name: 'Remove the sign-in with https://login.example.test' }))
  await user.type(await screen.findByLabelText('Your password'), 'quiet harbour{Enter}')
  await waitFor(() => expect(sentTo(remove)).toEqual([{ id, password: 'quiet harbour' }]))
})
