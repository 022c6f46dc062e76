// A call that is refused for its factor asks the user, is repeated as it was, and leaves the form alone when they
// cancel.
import type { SignInMethods } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../kernel/api.ts'
import { watchEffects } from '../../kernel/effect/pending-effects.ts'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'

const find = 'GET /v1/api/security/find-my-sign-in-methods'
const update = 'POST /v1/api/group/update'
const byCode = 'POST /v1/api/security/confirm-by-code'
const id = '018f3b5e-0000-7000-8000-000000000001'
const none: SignInMethods = { methods: [], recoveryCodesLeft: 0, isSmsOn: true, isStrongFactorRequired: false }
const withApp: SignInMethods = {
  ...none,
  methods: [{ id, kind: 'AUTHENTICATOR', name: 'My phone', addedAt: 1, lastUsedAt: null }],
  recoveryCodesLeft: 3,
}

beforeEach(() => {
  signIn()
  watchEffects(api)
})

/** Refuses a call until the session is confirmed. */
function refuseUntilConfirmed(need: 'freshFactorNeeded' | 'strongFactorNeeded', methods: SignInMethods) {
  let isConfirmed = false
  answers({
    [find]: methods,
    [update]: () => (isConfirmed ? { message: 'Board was saved.' } : refused(need)),
    [byCode]: ({ body }) => {
      if (body.code !== '123456' && body.code !== 'AAAA-BBBB-CCCC-DDDD') return refused('wrongCode')
      isConfirmed = true
      return { message: 'You confirmed that it is you.' }
    },
    'POST /v1/api/security/send-confirmation-code': { expiresInSeconds: 60, resendInSeconds: 30 },
  })
}
const save = () => api.group.update({ body: { id, name: 'Board' } }, { inForm: true })

async function type(user: Awaited<ReturnType<typeof render>>['user'], code: string) {
  await user.click(await screen.findByRole('textbox', { name: 'Digit 1 of 6' }))
  await user.keyboard(code)
}

test('a code of the app confirms, and the call is sent again', async () => {
  refuseUntilConfirmed('freshFactorNeeded', withApp)
  const { user } = await render(<p>Page</p>)
  const saved = save()
  await screen.findByRole('dialog', { name: "Confirm it's you" })
  await type(user, '654321')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('This code is wrong.')).toBeVisible()
  await type(user, '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await expect(saved).resolves.toEqual({ message: 'Board was saved.' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a recovery code confirms as well', async () => {
  refuseUntilConfirmed('strongFactorNeeded', withApp)
  const { user } = await render(<p>Page</p>)
  const saved = save()
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'AAAA-BBBB-CCCC-DDDD')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await expect(saved).resolves.toEqual({ message: 'Board was saved.' })
})

test('a user without a method confirms by text message, sent when they ask for it', async () => {
  refuseUntilConfirmed('freshFactorNeeded', none)
  const { user } = await render(<p>Page</p>)
  const saved = save()
  await user.click(await screen.findByRole('button', { name: 'Send a code' }))
  await type(user, '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await expect(saved).resolves.toEqual({ message: 'Board was saved.' })
})

test('cancelling answers the call with plain words', async () => {
  refuseUntilConfirmed('freshFactorNeeded', withApp)
  const { user } = await render(<p>Page</p>)
  const failed = save().catch((error: unknown) => error)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await failed).toMatchObject({
    status: 403,
    message: "You did not confirm it's you. Nothing was changed.",
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a user without a method whose group requires one adds it, keeps their recovery codes, and goes on', async () => {
  let hasMethod = false
  answers({
    [find]: () => ({ ...(hasMethod ? withApp : none), isStrongFactorRequired: true }),
    [update]: () => (hasMethod ? { message: 'Board was saved.' } : refused('strongFactorNeeded')),
    'POST /v1/api/security/start-authenticator': { id, secret: 'NAXPYG27D3XVFY43', address: 'otpauth://totp/one' },
    'POST /v1/api/security/confirm-authenticator': () => {
      hasMethod = true
      return { message: 'Added.' }
    },
    'POST /v1/api/security/make-recovery-codes': { codes: ['AAAA-BBBB-CCCC-DDDD'] },
  })
  const { user } = await render(<p>Page</p>)
  const saved = save()
  await screen.findByRole('dialog', { name: 'Add a sign-in method' })
  await user.click(screen.getByRole('button', { name: 'Add authenticator app' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My phone')
  await user.type(screen.getByLabelText('Your password'), 'a long enough password')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await type(user, '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  await expect(saved).resolves.toEqual({ message: 'Board was saved.' })
})

test('what is typed stays when the confirmation could not be judged', async () => {
  refuseUntilConfirmed('freshFactorNeeded', withApp)
  answers({ [byCode]: refused('signInPaused') })
  const { user } = await render(<p>Page</p>)
  void save().catch(() => undefined)
  await type(user, '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled())
  expect(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveValue('1')
  expect(screen.queryByText('This code is wrong.')).toBeNull()
})

test('a call of a timer asks nobody', async () => {
  refuseUntilConfirmed('freshFactorNeeded', withApp)
  await render(<p>Page</p>)
  await expect(api.group.update({ body: { id, name: 'Board' } }, { background: true })).rejects.toMatchObject({
    body: { refusal: 'freshFactorNeeded' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})
