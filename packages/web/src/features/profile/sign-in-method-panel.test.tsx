import type { SignInMethods } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { SignInMethodPanel } from './sign-in-method-panel.tsx'

const find = 'GET /v1/api/security/find-my-sign-in-methods'
const start = 'POST /v1/api/security/start-authenticator'
const confirm = 'POST /v1/api/security/confirm-authenticator'
const make = 'POST /v1/api/security/make-recovery-codes'
const remove = 'POST /v1/api/security/remove-sign-in-method'
const id = '018f3b5e-0000-7000-8000-000000000001'
const none: SignInMethods = { methods: [], recoveryCodesLeft: 0, isSmsOn: true, isStrongFactorRequired: false }
const one: SignInMethods = {
  methods: [{ id, kind: 'AUTHENTICATOR', name: 'My phone', addedAt: 1, lastUsedAt: null }],
  recoveryCodesLeft: 7,
  isSmsOn: true,
  isStrongFactorRequired: false,
}

beforeEach(() => signIn())

test('adding an app leads from the password over the QR code to the recovery codes', async () => {
  answers({
    [find]: none,
    [start]: { id, secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Clubfolio:ada?secret=JBSWY3DPEHPK3PXP' },
    [confirm]: { message: 'The authenticator app was added.' },
    [make]: { codes: ['AAAA-BBBB-CCCC-DDDD', '1111-2222-3333-4444'] },
  })
  const { user } = await render(<SignInMethodPanel email="ada@example.com" />)
  await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }))
  await user.type(await screen.findByLabelText('Name'), 'My phone')
  await user.type(screen.getByLabelText('Your password'), 'quiet harbour')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await user.click(screen.getByLabelText('Digit 1 of 6'))
  await user.keyboard('123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['AAAA-BBBB-CCCC-DDDD', '1111-2222-3333-4444'])
  expect(sentTo(confirm)).toEqual([{ id, code: '123456' }])
  expect(sentTo(make)).toEqual([{ password: 'quiet harbour' }])
})

test('a wrong code says so and empties the boxes; a code that was not judged stays', async () => {
  answers({
    [find]: none,
    [start]: { id, secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Clubfolio:ada?secret=JBSWY3DPEHPK3PXP' },
    [confirm]: refused('wrongCode'),
  })
  const { user } = await render(<SignInMethodPanel email="ada@example.com" />)
  await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }))
  await user.type(await screen.findByLabelText('Name'), 'My phone')
  await user.type(screen.getByLabelText('Your password'), 'quiet harbour')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.keyboard('123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.')
  expect(screen.getByLabelText('Digit 1 of 6')).toHaveValue('')
  answers({ [confirm]: refused('signInPaused', { seconds: 30 }) })
  await user.click(screen.getByLabelText('Digit 1 of 6'))
  await user.keyboard('654321')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sentTo(confirm)).toHaveLength(2))
  expect(screen.getByLabelText('Digit 6 of 6')).toHaveValue('1')
  expect(screen.queryByText('This code is wrong.')).toBeNull()
})

test('a wrong password is shown at its field, and nothing is removed', async () => {
  answers({ [find]: one, [remove]: refused('wrongPassword') })
  const { user } = await render(<SignInMethodPanel email="ada@example.com" />)
  expect(await screen.findByText('7 of 10 left')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove My phone' }))
  expect(await screen.findByText(/It is your last one/)).toBeVisible()
  await user.type(screen.getByLabelText('Your password'), 'loud harbour{Enter}')
  expect(await screen.findByText('The password is wrong.')).toBeVisible()
})
