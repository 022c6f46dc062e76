// Passkeys, alone and after the password, against a device in software.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { SoftwareAuthenticator, type AnswerTwist } from '../../testing/software-authenticator.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'

const origin = 'https://club.example'
const password = testPassword

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { CLUBFOLIO_ORIGIN: origin } })
})
afterAll(() => app.stop())

async function addPasskey(person: TestUser, twist: AnswerTwist = {}): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(origin)
  const creation = await person.client.signInMethod.startPasskey({ body: { password } })
  const answer = device.create(creation, twist)
  await person.client.signInMethod.finishPasskey({ body: { challengeId: creation.challengeId, name: 'Key', answer } })
  return device
}

async function withPasskey() {
  const person = await app.signUp(['INVESTORS'])
  return { ...person, device: await addPasskey(person) }
}

const start = () => app.client().security.startPasskeySignIn()

async function signInAlone(device: SoftwareAuthenticator, twist: AnswerTwist = {}) {
  const request = await start()
  const answer = device.get(request, twist)
  return app.client().security.finishPasskeySignIn({ body: { challengeId: request.challengeId, answer } })
}

const login = (email: string) => app.client().security.login({ body: { email, password } })

/** The test client keeps the cookie of the password step by e-mail. */
async function stepWith(email: string, device: SoftwareAuthenticator, twist: AnswerTwist = {}) {
  const request = await app.client().security.startPasskeyStep({ body: { email } })
  const answer = device.get(request, twist)
  return app.client().security.finishPasskeyStep({ body: { email, challengeId: request.challengeId, answer } })
}

const strangerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

describe('adding a passkey', () => {
  test('needs the password, names the user by random bytes, and is mailed', async () => {
    const { client, user, email } = await app.signUp(['INVESTORS'])
    expect(await refusalOf(client.signInMethod.startPasskey({ body: { password: 'a wrong one' } }))).toBe(
      '400 wrongPassword',
    )
    const { options } = await client.signInMethod.startPasskey({ body: { password } })
    expect(options.rp).toEqual({ id: 'club.example', name: 'Clubfolio' })
    const handle = Buffer.from(options.user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect(handle.toString('latin1')).not.toContain(user.id)
    expect(handle.toString('latin1')).not.toContain(email)
    await addPasskey({ client, user, email })
    expect((await client.signInMethod.findMySignInMethods()).methods).toMatchObject([{ kind: 'PASSKEY', name: 'Key' }])
    await app.services.background.idle()
    const mail = await app.services.db
      .selectFrom('outbox_message')
      .select('body')
      .where('recipient', '=', email)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('The passkey "Key" was added')
    // A device that has it already is not offered again.
    const again = await client.signInMethod.startPasskey({ body: { password } })
    expect(again.options.excludeCredentials).toMatchObject([{ type: 'public-key', transports: ['internal'] }])
    expect(again.options.user.id).toBe(options.user.id)
  })

  test.each<[string, AnswerTwist]>([
    ['another origin', { origin: 'https://club.example.evil.test' }],
    ['another place', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an answer of the other kind', { type: 'webauthn.get' }],
  ])('refuses %s', async (_what, twist) => {
    const person = await app.signUp(['INVESTORS'])
    expect(await refusalOf(addPasskey(person, twist))).toBe('400 passkeyRefused')
    expect((await person.client.signInMethod.findMySignInMethods()).methods).toEqual([])
  })

  test('refuses the challenge of another user, a used one, and the passkey of another user', async () => {
    const anna = await app.signUp(['INVESTORS'])
    const ben = await app.signUp(['INVESTORS'])
    const device = new SoftwareAuthenticator(origin)
    const creation = await anna.client.signInMethod.startPasskey({ body: { password } })
    const body = { challengeId: creation.challengeId, name: 'Key', answer: device.create(creation) }
    expect(await refusalOf(ben.client.signInMethod.finishPasskey({ body }))).toBe('400 passkeyRefused')
    await anna.client.signInMethod.finishPasskey({ body })
    expect(await refusalOf(anna.client.signInMethod.finishPasskey({ body }))).toBe('400 passkeyRefused')
    const benCreation = await ben.client.signInMethod.startPasskey({ body: { password } })
    expect(
      await refusalOf(
        ben.client.signInMethod.finishPasskey({
          body: { challengeId: benCreation.challengeId, name: 'Key', answer: device.create(benCreation) },
        }),
      ),
    ).toBe('400 passkeyRefused')
  })

  test('is refused where the address of the server is a number', async () => {
    const other = await startTestApp()
    try {
      const { client } = await other.signUp(['INVESTORS'])
      expect(await refusalOf(client.signInMethod.startPasskey({ body: { password } }))).toBe('409 passkeysUnavailable')
      expect(await refusalOf(other.client().security.startPasskeySignIn())).toBe('409 passkeysUnavailable')
    } finally {
      await other.stop()
    }
  })
})

describe('signing in by a passkey alone', () => {
  test('opens a session, and the challenge names nobody', async () => {
    const { device, email } = await withPasskey()
    expect((await start()).options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    const user = await signInAlone(device)
    expect(user.email).toBe(email)
    expect((await app.client(user.token).security.findMySessions())[0]).toMatchObject({ openedBy: 'PASSKEY' })
  })

  test.each<[string, AnswerTwist]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another place', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an answer of the other kind', { type: 'webauthn.create' }],
    ['a device that did not verify its user', { isUserVerified: false }],
    ['the signature of another key', { key: strangerKey }],
    ['the handle of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['an answer without a handle', { userHandle: undefined }],
  ])('refuses %s', async (_what, twist) => {
    const { device } = await withPasskey()
    expect(await refusalOf(signInAlone(device, twist))).toBe('400 passkeyRefused')
  })

  test('refuses an unknown passkey, and one that was removed', async () => {
    const { device, client } = await withPasskey()
    const unknown = new SoftwareAuthenticator(origin)
    expect(await refusalOf(signInAlone(unknown, { userHandle: 'AAAA' }))).toBe('400 passkeyRefused')
    const { methods } = await client.signInMethod.findMySignInMethods()
    await client.signInMethod.removeSignInMethod({ body: { id: methods[0]!.id, password } })
    expect(await refusalOf(signInAlone(device))).toBe('400 passkeyRefused')
  })

  test('refuses a disabled user', async () => {
    const { device, email } = await withPasskey()
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('email', '=', email).execute()
    expect(await refusalOf(signInAlone(device))).toBe('400 passkeyRefused')
  })

  test('takes an answer once, also from 20 parallel requests', async () => {
    const { device } = await withPasskey()
    const request = await start()
    const body = { challengeId: request.challengeId, answer: device.get(request) }
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.client().security.finishPasskeySignIn({ body })),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(app.client().security.finishPasskeySignIn({ body }))).toBe('400 passkeyRefused')
  })

  test('takes no answer after five minutes, and none to a challenge of another purpose', async () => {
    const { device, email } = await withPasskey()
    const request = await start()
    app.clock.advance(5 * 60_000)
    const late = { challengeId: request.challengeId, answer: device.get(request) }
    expect(await refusalOf(app.client().security.finishPasskeySignIn({ body: late }))).toBe('400 passkeyRefused')
    await login(email)
    const step = await app.client().security.startPasskeyStep({ body: { email } })
    const other = { challengeId: step.challengeId, answer: device.get(step) }
    expect(await refusalOf(app.client().security.finishPasskeySignIn({ body: other }))).toBe('400 passkeyRefused')
  })

  test('refuses a count that did not rise, and tells the user that the passkey may be copied', async () => {
    const { device, email } = await withPasskey()
    await signInAlone(device, { counter: 7 })
    expect(await refusalOf(signInAlone(device, { counter: 7 }))).toBe('400 passkeyRefused')
    expect(await refusalOf(signInAlone(device, { counter: 3 }))).toBe('400 passkeyRefused')
    expect(await refusalOf(signInAlone(device, { counter: 0 }))).toBe('400 passkeyRefused')
    await app.services.background.idle()
    const mails = await app.services.db
      .selectFrom('outbox_message')
      .select('subject')
      .where('recipient', '=', email)
      .where('subject', '=', 'A passkey of your Clubfolio user may have been copied')
      .execute()
    expect(mails).toHaveLength(3)
    await expect(signInAlone(device, { counter: 8 })).resolves.toMatchObject({ email })
  })

  test('accepts devices that do not count', async () => {
    const { device, email } = await withPasskey()
    await signInAlone(device, { counter: 0 })
    await expect(signInAlone(device, { counter: 0 })).resolves.toMatchObject({ email })
  })
})

test("over a page that waits, somebody else's passkey opens nothing", async () => {
  const { email, device } = await withPasskey()
  const other = await app.signUp(['INVESTORS'])
  const answerFor = async (waiting: string) => {
    const request = await start()
    return { challengeId: request.challengeId, answer: device.get(request), email: waiting }
  }
  const { finishPasskeySignIn } = app.client().security
  expect(await refusalOf(finishPasskeySignIn({ body: await answerFor(other.email) }))).toBe('400 passkeyRefused')
  expect((await finishPasskeySignIn({ body: await answerFor(email) })).email).toBe(email)
})

describe('a passkey after the password', () => {
  test('is offered first, needs no verified user, and opens a session', async () => {
    const { device, email } = await withPasskey()
    expect((await login(email)).methods).toEqual(['PASSKEY', 'SMS'])
    const user = await stepWith(email, device, { isUserVerified: false, userHandle: undefined })
    expect(user.email).toBe(email)
  })

  test('counts only in the browser that gave the password', async () => {
    const { email } = await withPasskey()
    await login(email)
    const stranger = await fetch(`${app.url}/v1/api/security/start-passkey-step`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(await stranger.json()).toMatchObject({ refusal: 'codeDead' })
    expect(await refusalOf(app.client().security.startPasskeyStep({ body: { email: 'nobody@example.test' } }))).toBe(
      '400 codeDead',
    )
  })

  test("refuses another user's passkey, and counts it as a try", async () => {
    const { email } = await withPasskey()
    const { device: others } = await withPasskey()
    await login(email)
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(await refusalOf(stepWith(email, others))).toBe('400 passkeyRefused')
    await login(email)
    expect(await refusalOf(stepWith(email, others))).toBe('429 signInPaused')
  })

  test('lets a user without text messages in, who lost it by a recovery code only', async () => {
    const { client, email, device } = await withPasskey()
    const { codes } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    await client.signInMethod.switchSmsCodes({ body: { isOn: false, password } })
    expect((await login(email)).methods).toEqual(['PASSKEY', 'RECOVERY_CODE'])
    await expect(stepWith(email, device)).resolves.toMatchObject({ email })
    await login(email)
    expect(await refusalOf(app.client().security.sendVerificationCode({ body: { email } }))).toBe('400 smsOff')
    const recovery = { email, method: 'RECOVERY_CODE' as const, code: codes[0]! }
    await expect(app.client().security.checkMethodCode({ body: recovery })).resolves.toMatchObject({ email })
  })
})
