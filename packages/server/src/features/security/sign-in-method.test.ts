// Signing in with an authenticator app or a recovery code, and that nothing lets a text message in once it is off.
import type { StepMethod } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { addAuthenticator, codeAt, wrongCodeAt } from '../../testing/authenticator-app.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { solveCaptcha } from '../../testing/solve-captcha.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { acceptTotp, useStep } from '../sign-in-method/totp.ts'
import { inviteAdministrator } from './invite.ts'
import { runSignInUpkeep } from '../../jobs/sign-in-upkeep-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const stepMs = 30_000
const password = testPassword
const login = (email: string) => app.client().security.login({ body: { email, password } })
const check = (email: string, method: 'AUTHENTICATOR' | 'RECOVERY_CODE', code: string) =>
  app.client().security.checkMethodCode({ body: { email, method, code } })
const checkSms = (email: string, code: string) => app.client().security.checkVerificationCode({ body: { email, code } })

async function lastMail(email: string): Promise<{ subject: string; body: string } | undefined> {
  await app.services.background.idle()
  const mail = await app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', email)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail && { subject: mail.subject ?? '', body: mail.body }
}

/** A user with an authenticator app, added by the calls of the profile. */
async function withApp(): Promise<TestUser & { readonly secret: string; readonly methodId: string }> {
  const person = await app.signUp(['INVESTORS'])
  const { id, secret } = await person.client.signInMethod.startAuthenticator({ body: { name: 'Phone', password } })
  await person.client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, app.clock.nowMs()) } })
  app.clock.advance(2 * stepMs)
  return { ...person, secret, methodId: id }
}

/** The same with recovery codes and without text messages. */
async function withoutSms() {
  const person = await withApp()
  const { codes } = await person.client.signInMethod.makeRecoveryCodes({ body: { password } })
  await person.client.signInMethod.switchSmsCodes({ body: { isOn: false, password } })
  return { ...person, codes }
}

describe('adding an authenticator app', () => {
  test('needs the password, and opens nothing before a code confirms it', async () => {
    const { client, email } = await app.signUp(['INVESTORS'])
    expect(
      await refusalOf(client.signInMethod.startAuthenticator({ body: { name: 'Phone', password: 'a wrong one' } })),
    ).toBe('400 wrongPassword')
    const { id, secret, address } = await client.signInMethod.startAuthenticator({ body: { name: 'Phone', password } })
    expect(address).toBe(
      `otpauth://totp/Clubfolio:${encodeURIComponent(email)}?issuer=Clubfolio&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await client.signInMethod.findMySignInMethods()).methods).toEqual([])
    expect(await login(email)).toEqual({ messageType: 'phone', email, expiresInSeconds: 60, resendInSeconds: 30 })
    expect(await refusalOf(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs())))).toBe('400 codeDead')

    const nowMs = app.clock.nowMs()
    expect(
      await refusalOf(client.signInMethod.confirmAuthenticator({ body: { id, code: wrongCodeAt(secret, nowMs) } })),
    ).toBe('400 wrongCode')
    await client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, nowMs) } })
    expect(await client.signInMethod.findMySignInMethods()).toEqual({
      methods: [{ id, kind: 'AUTHENTICATOR', name: 'Phone', addedAt: nowMs, lastUsedAt: null }],
      recoveryCodesLeft: 0,
      isSmsOn: true,
      isStrongFactorRequired: false,
    })
    expect(await lastMail(email)).toMatchObject({ subject: 'Your Clubfolio sign-in methods were changed' })
    expect(
      await refusalOf(client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, nowMs) } })),
    ).toBe('400 setupDead')
  })

  test('must be finished within 15 minutes, and what is left over is removed after a day', async () => {
    const { client, user } = await app.signUp(['INVESTORS'])
    const { id, secret } = await client.signInMethod.startAuthenticator({ body: { name: 'Phone', password } })
    app.clock.advance(15 * 60_000)
    expect(
      await refusalOf(
        client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, app.clock.nowMs()) } }),
      ),
    ).toBe('400 setupDead')
    app.clock.advance(24 * 60 * 60_000)
    await runSignInUpkeep(app.services)
    expect(
      await app.services.db.selectFrom('sign_in_factor').select('id').where('user_id', '=', user.id).execute(),
    ).toEqual([])
  })

  test('stops at ten', async () => {
    const person = await app.signUp(['INVESTORS'])
    for (let count = 1; count <= 10; count++) await addAuthenticator(app, person)
    expect(
      await refusalOf(person.client.signInMethod.startAuthenticator({ body: { name: 'Eleventh', password } })),
    ).toBe('409 tooManyMethods')
  })

  test('stores the secret sealed', async () => {
    const { secret, methodId } = await withApp()
    const { secret_sealed: sealed } = await app.services.db
      .selectFrom('sign_in_factor')
      .select('secret_sealed')
      .where('id', '=', methodId)
      .executeTakeFirstOrThrow()
    expect(sealed!.toString('latin1')).not.toContain(secret)
  })
})

describe('a code of an authenticator app', () => {
  test('opens a session after the password, and no text message is sent', async () => {
    const { email, secret, client } = await withApp()
    const codeBefore = await app.readCode(email)
    expect(await login(email)).toEqual({
      messageType: 'phone',
      email,
      expiresInSeconds: 300,
      resendInSeconds: 0,
      methods: ['AUTHENTICATOR', 'SMS'] satisfies StepMethod[],
    })
    const user = await check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))
    expect((await app.client(user.token).security.findMySessions())[0]).toMatchObject({ openedBy: 'AUTHENTICATOR' })
    expect(await app.readCode(email)).toBe(codeBefore)
    expect((await client.signInMethod.findMySignInMethods()).methods[0]!.lastUsedAt).toBe(app.clock.nowMs())
  })

  test.each([
    [-2, '400 wrongCode'],
    [-1, 'signed in'],
    [0, 'signed in'],
    [1, 'signed in'],
    [2, '400 wrongCode'],
  ])('that is %i steps away: %s', async (steps, expected) => {
    const { email, secret } = await withApp()
    await login(email)
    const code = codeAt(secret, app.clock.nowMs() + steps * stepMs)
    const checking = check(email, 'AUTHENTICATOR', code)
    const outcome = await checking.then(
      () => 'signed in',
      () => refusalOf(checking),
    )
    expect(outcome).toBe(expected)
  })

  test('is not accepted a second time, nor is an earlier one after it', async () => {
    const { email, secret } = await withApp()
    const code = codeAt(secret, app.clock.nowMs())
    const earlier = codeAt(secret, app.clock.nowMs() - stepMs)
    await login(email)
    await check(email, 'AUTHENTICATOR', code)
    await login(email)
    expect(await refusalOf(check(email, 'AUTHENTICATOR', code))).toBe('400 wrongCode')
    expect(await refusalOf(check(email, 'AUTHENTICATOR', earlier))).toBe('400 wrongCode')
    app.clock.advance(stepMs)
    await expect(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))).resolves.toMatchObject({ email })
  })

  test('opens exactly one session for 50 parallel requests', async () => {
    const { email, secret, user } = await withApp()
    await login(email)
    const code = codeAt(secret, app.clock.nowMs())
    const sent = await Promise.allSettled(Array.from({ length: 50 }, () => check(email, 'AUTHENTICATOR', code)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      await app.services.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', user.id)
        .where('factor', '=', 'AUTHENTICATOR')
        .execute(),
    ).toHaveLength(1)
  })

  test('is used up by the database: 50 transactions of different sign-ins accept it once', async () => {
    const { secret, user } = await withApp()
    const code = codeAt(secret, app.clock.nowMs())
    const accepted = await Promise.all(
      Array.from({ length: 50 }, () =>
        inTransaction(app.services.db, (trx) => acceptTotp(app.services, trx, user.id, code)),
      ),
    )
    expect(accepted.filter(Boolean)).toHaveLength(1)
    const step = Math.floor(app.clock.nowMs() / stepMs)
    expect(await inTransaction(app.services.db, (trx) => useStep(trx, user.id, step))).toBe(false)
  })

  test('counts only in the browser that gave the password', async () => {
    const { email, secret } = await withApp()
    await login(email)
    const stranger = await fetch(`${app.url}/v1/api/security/check-method-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, method: 'AUTHENTICATOR', code: codeAt(secret, app.clock.nowMs()) }),
    })
    expect(await stranger.json()).toMatchObject({ refusal: 'codeDead' })
    await expect(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))).resolves.toMatchObject({ email })
  })

  test('is not taken after five minutes', async () => {
    const { email, secret } = await withApp()
    await login(email)
    app.clock.advance(5 * 60_000)
    expect(await refusalOf(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs())))).toBe('400 codeDead')
  })
})

describe('guessing', () => {
  test('has five tries of all methods together, and further sign-ins give no more', async () => {
    const { email, secret } = await withApp()
    await login(email)
    const wrong = () => check(email, 'AUTHENTICATOR', wrongCodeAt(secret, app.clock.nowMs()))
    expect(await refusalOf(wrong())).toBe('400 wrongCode')
    expect(await refusalOf(wrong())).toBe('400 wrongCode')
    expect(await refusalOf(check(email, 'RECOVERY_CODE', 'AAAA-AAAA-AAAA-AAAA'))).toBe('400 wrongCode')
    await app.client().security.sendVerificationCode({ body: { email } })
    const sms = await app.readCode(email)
    const wrongSms = sms === '000000' ? '000001' : '000000'
    expect(await refusalOf(checkSms(email, wrongSms))).toBe('400 wrongCode')
    expect(await refusalOf(checkSms(email, wrongSms))).toBe('400 wrongCode')
    // A new password step gives a new pending sign-in, and no new tries.
    await login(email)
    expect(await refusalOf(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs())))).toBe('429 signInPaused')
    app.clock.advance(30_001)
    await login(email)
    await expect(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))).resolves.toMatchObject({ email })
  })

  test('of one pending sign-in ends with its fifth try', async () => {
    const { email, secret } = await withApp()
    await login(email)
    const wrong = () => check(email, 'AUTHENTICATOR', wrongCodeAt(secret, app.clock.nowMs()))
    for (let attempt = 1; attempt <= 4; attempt++) expect(await refusalOf(wrong())).toBe('400 wrongCode')
    expect(await refusalOf(wrong())).toBe('400 codeDead')
  })

  test('of strangers slows nobody down', async () => {
    const { email, secret } = await withApp()
    for (let attempt = 1; attempt <= 20; attempt++) {
      await fetch(`${app.url}/v1/api/security/check-method-code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, method: 'AUTHENTICATOR', code: '000000' }),
      })
    }
    await login(email)
    await expect(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))).resolves.toMatchObject({ email })
  })
})

describe('a text message beside an authenticator app', () => {
  test('is sent only when it is asked for, and then opens a session as ever', async () => {
    const { email } = await withApp()
    await login(email)
    expect(await app.client().security.sendVerificationCode({ body: { email } })).toMatchObject({
      expiresInSeconds: 60,
      resendInSeconds: 30,
    })
    const again = app.client().security.sendVerificationCode({ body: { email } })
    expect(await refusalOf(again)).toBe('429 resendTooSoon')
    const user = await checkSms(email, await app.readCode(email))
    expect((await app.client(user.token).security.findMySessions())[0]).toMatchObject({ openedBy: 'SMS' })
  })

  test('leaves the app usable in the same sign-in', async () => {
    const { email, secret } = await withApp()
    await login(email)
    await app.client().security.sendVerificationCode({ body: { email } })
    await expect(check(email, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))).resolves.toMatchObject({ email })
  })
})

describe('recovery codes', () => {
  test('are ten, need another method first, and are stored as hashes', async () => {
    const plain = await app.signUp(['INVESTORS'])
    expect(await refusalOf(plain.client.signInMethod.makeRecoveryCodes({ body: { password } }))).toBe(
      '409 strongMethodFirst',
    )
    const { client, user } = await withApp()
    const { codes } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const rows = await app.services.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(10)
    expect(codes.some((code) => JSON.stringify(rows).includes(code))).toBe(false)
  })

  test('open a session once each, and the user gets a mail with the number left', async () => {
    const { client, email } = await withApp()
    const { codes } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    await login(email)
    await expect(check(email, 'RECOVERY_CODE', codes[0]!.toLowerCase().replaceAll('-', ' '))).resolves.toMatchObject({
      email,
    })
    expect((await client.signInMethod.findMySignInMethods()).recoveryCodesLeft).toBe(9)
    const mail = await lastMail(email)
    expect(mail!.body).toContain('9 codes are left.')
    await login(email)
    expect(await refusalOf(check(email, 'RECOVERY_CODE', codes[0]!))).toBe('400 wrongCode')
  })

  test('open one session for 20 parallel requests with the same code', async () => {
    const { client, email } = await withApp()
    const { codes } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    await login(email)
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => check(email, 'RECOVERY_CODE', codes[3]!)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await client.signInMethod.findMySignInMethods()).recoveryCodesLeft).toBe(9)
  })

  test('end with a new set, and those of another user open nothing', async () => {
    const { client, email } = await withApp()
    const { codes: first } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    const { codes: second } = await client.signInMethod.makeRecoveryCodes({ body: { password } })
    const other = await withApp()
    const { codes: others } = await other.client.signInMethod.makeRecoveryCodes({ body: { password } })
    await login(email)
    expect(await refusalOf(check(email, 'RECOVERY_CODE', first[0]!))).toBe('400 wrongCode')
    expect(await refusalOf(check(email, 'RECOVERY_CODE', others[0]!))).toBe('400 wrongCode')
    await expect(check(email, 'RECOVERY_CODE', second[9]!)).resolves.toMatchObject({ email })
  })
})

describe('removing and renaming a sign-in method', () => {
  test('asks for the password, ends no session, and writes audit and mail', async () => {
    const { client, email, methodId, user } = await withApp()
    await client.signInMethod.renameSignInMethod({ body: { id: methodId, name: 'Old phone' } })
    expect(
      await refusalOf(client.signInMethod.removeSignInMethod({ body: { id: methodId, password: 'a wrong one' } })),
    ).toBe('400 wrongPassword')
    await client.signInMethod.removeSignInMethod({ body: { id: methodId, password } })
    expect((await client.security.getMyUser()).id).toBe(user.id)
    expect((await lastMail(email))!.body).toContain('"Old phone" was removed')
    const actions = await app.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', user.id)
      .where('object_id', '=', methodId)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'sign-in-method.add',
      'sign-in-method.rename',
      'sign-in-method.remove',
    ])
  })

  test('of the last one ends the recovery codes and switches text messages on', async () => {
    const { client, email, methodId } = await withoutSms()
    await client.signInMethod.removeSignInMethod({ body: { id: methodId, password } })
    expect(await client.signInMethod.findMySignInMethods()).toEqual({
      methods: [],
      recoveryCodesLeft: 0,
      isSmsOn: true,
      isStrongFactorRequired: false,
    })
    expect(await login(email)).toEqual({ messageType: 'phone', email, expiresInSeconds: 60, resendInSeconds: 30 })
    await expect(checkSms(email, await app.readCode(email))).resolves.toMatchObject({ email })
  })
})

describe('with text messages switched off', () => {
  test('it needs another method and recovery codes first', async () => {
    const { client } = await app.signUp(['INVESTORS'])
    const off = () => client.signInMethod.switchSmsCodes({ body: { isOn: false, password } })
    expect(await refusalOf(off())).toBe('409 strongMethodFirst')
    const withMethod = await withApp()
    expect(await refusalOf(withMethod.client.signInMethod.switchSmsCodes({ body: { isOn: false, password } }))).toBe(
      '409 recoveryCodesFirst',
    )
  })

  /** What the password step offers, and what asking for a text message and entering its code are answered. */
  const smsWay = async (email: string) => [
    (await login(email)).methods,
    await refusalOf(app.client().security.sendVerificationCode({ body: { email } })),
    await refusalOf(checkSms(email, '000000')),
  ]
  const closed = [['AUTHENTICATOR', 'RECOVERY_CODE'], '400 smsOff', '400 codeDead']

  test('signing in sends no code and takes none', async () => {
    const { email, codes } = await withoutSms()
    expect(await smsWay(email)).toEqual(closed)
    await expect(check(email, 'RECOVERY_CODE', codes[0]!)).resolves.toMatchObject({ email })
  })

  test('a code that was sent before is dead', async () => {
    const person = await withApp()
    await person.client.signInMethod.makeRecoveryCodes({ body: { password } })
    await login(person.email)
    await app.client().security.sendVerificationCode({ body: { email: person.email } })
    const code = await app.readCode(person.email)
    await person.client.signInMethod.switchSmsCodes({ body: { isOn: false, password } })
    expect(await refusalOf(checkSms(person.email, code))).toBe('400 codeDead')
  })

  test('a session that a text message opened before ends, and this one stays', async () => {
    const person = await withApp()
    await login(person.email)
    await app.client().security.sendVerificationCode({ body: { email: person.email } })
    const older = await checkSms(person.email, await app.readCode(person.email))
    await login(person.email)
    const byApp = await check(person.email, 'AUTHENTICATOR', codeAt(person.secret, app.clock.nowMs()))
    await person.client.signInMethod.makeRecoveryCodes({ body: { password } })
    await person.client.signInMethod.switchSmsCodes({ body: { isOn: false, password } })
    expect(await refusalOf(app.client(older.token).security.getMyUser())).toBe('401 sessionEnded')
    await expect(app.client(byApp.token).security.getMyUser()).resolves.toMatchObject({ email: person.email })
    await expect(person.client.security.getMyUser()).resolves.toMatchObject({ email: person.email })
  })

  test('a new password by mail opens nothing and changes nothing about it', async () => {
    const { email } = await withoutSms()
    await app.client().security.requestPasswordReset({ body: { email } })
    const token = /#reset=(\S+)/.exec((await lastMail(email))!.body)![1]!
    await app.client().security.resetPassword({ body: { token, password } })
    expect(await smsWay(email)).toEqual(closed)
  })

  test('a new e-mail address changes nothing about it', async () => {
    const { email, client } = await withoutSms()
    const newEmail = `new.${email}`
    await client.profile.changeMyEmail({ body: { email: newEmail, password } })
    const token = /#email=(\S+)/.exec((await lastMail(newEmail))!.body)![1]!
    await app.client().profile.confirmMyEmail({ body: { token } })
    expect(await smsWay(newEmail)).toEqual(closed)
  })

  test('a new phone number changes nothing about it', async () => {
    const { email, client } = await withoutSms()
    await client.profile.changeMyPhone({ body: { phoneNumber: '+12125557777', password } })
    const { body } = await app.services.db
      .selectFrom('outbox_message')
      .select('body')
      .where('recipient', '=', '+12125557777')
      .executeTakeFirstOrThrow()
    await client.profile.confirmMyPhone({ body: { code: /\b(\d{6})\b/.exec(body)![1]! } })
    expect(await smsWay(email)).toEqual(closed)
  })

  test('a browser that signed in before gets no further', async () => {
    const { email, secret } = await withoutSms()
    const post = (call: string, cookie: string, body: unknown) =>
      fetch(`${app.url}/v1/api/security/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const cookieOf = (response: Response, name: string) =>
      response.headers
        .getSetCookie()
        .find((one) => one.startsWith(`${name}=`))!
        .split(';')[0]!
    const attempt = cookieOf(await post('login', '', { email, password }), 'sign-in')
    const code = codeAt(secret, app.clock.nowMs())
    const device = cookieOf(
      await post('check-method-code', attempt, { email, method: 'AUTHENTICATOR', code }),
      'device',
    )
    const again = await post('login', device, { email, password })
    expect(await again.clone().json()).not.toHaveProperty('token')
    const both = `${device}; ${cookieOf(again, 'sign-in')}`
    expect(await (await post('send-verification-code', both, { email })).json()).toMatchObject({ refusal: 'smsOff' })
    expect(await (await post('check-verification-code', both, { email, code: '000000' })).json()).toMatchObject({
      refusal: 'codeDead',
    })
  })

  test('an invitation of an administrator opens nothing by text message', async () => {
    const { email } = await withoutSms()
    const link = await inviteAdministrator(app.services.db, app.clock, app.services.config.origin, email)
    const token = link.split('#invite=')[1]!
    const pending = await app.client().security.acceptInvitation({ body: { token, password } })
    expect(pending.methods).toEqual(['AUTHENTICATOR', 'RECOVERY_CODE'])
    expect(await refusalOf(app.client().security.sendVerificationCode({ body: { email } }))).toBe('400 smsOff')
  })

  test('registering the same address sends no code and opens nothing', async () => {
    const { email } = await withoutSms()
    const before = await app.readCode(email)
    await app.client().security.createUser({
      body: {
        firstName: 'Some',
        lastName: 'Body',
        email,
        phoneNumber: '+12125558888',
        password,
        reCaptchaCode: await solveCaptcha(app.client()),
      },
    })
    expect(await app.readCode(email)).toBe(before)
    expect(await refusalOf(checkSms(email, '000000'))).toBe('400 wrongCode')
    expect((await login(email)).methods).toEqual(['AUTHENTICATOR', 'RECOVERY_CODE'])
  })

  test('they are switched on again with the password', async () => {
    const { email, client } = await withoutSms()
    expect(await refusalOf(client.signInMethod.switchSmsCodes({ body: { isOn: true, password: 'a wrong one' } }))).toBe(
      '400 wrongPassword',
    )
    await client.signInMethod.switchSmsCodes({ body: { isOn: true, password } })
    expect((await login(email)).methods).toEqual(['AUTHENTICATOR', 'SMS', 'RECOVERY_CODE'])
  })
})
