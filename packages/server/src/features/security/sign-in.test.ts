import type { UserPreference } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('a sign-in', () => {
  test('needs the password and then the code, and only then gives a token', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const pending = await app.client().security.login({ body: { email, password: testPassword } })
    expect(pending).toEqual({ messageType: 'phone', email, expiresInSeconds: 60, resendInSeconds: 30 })
    const user = await app.client().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
    expect(user.tokenExpire).toBe(app.clock.nowMs() + 30 * 60_000)
    expect(user.permissions.map((permission) => permission.nameKey)).toContain('VMA')
    expect((await app.client(user.token).security.getMyUser()).id).toBe(user.id)
  })

  test('accepts an e-mail in any case', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    await expect(
      app.client().security.login({ body: { email: email.toUpperCase(), password: testPassword } }),
    ).resolves.toMatchObject({ email })
  })

  test('answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    expect(await refusalOf(app.client().security.login({ body: { email, password: 'wrong password' } }))).toBe(
      '400 wrongCredentials',
    )
    expect(
      await refusalOf(
        app.client().security.login({ body: { email: 'nobody@example.test', password: 'wrong password' } }),
      ),
    ).toBe('400 wrongCredentials')
  })

  test('refuses a disabled user with the words of a wrong password', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('email', '=', email).execute()
    expect(await refusalOf(app.client().security.login({ body: { email, password: testPassword } }))).toBe(
      '400 wrongCredentials',
    )
  })
})

describe('a code', () => {
  const check = (email: string, code: string) => app.client().security.checkVerificationCode({ body: { email, code } })
  const start = async () => {
    const { email } = await app.signUp(['INVESTORS'])
    await app.client().security.login({ body: { email, password: testPassword } })
    const code = await app.readCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    return { email, code, wrong }
  }

  test('is dead after five tries, even when it is right', async () => {
    const { email, code, wrong } = await start()
    for (let attempt = 1; attempt <= 4; attempt++) expect(await refusalOf(check(email, wrong))).toBe('400 wrongCode')
    expect(await refusalOf(check(email, wrong))).toBe('400 codeDead')
    expect(await refusalOf(check(email, code))).toBe('400 codeDead')
  })

  test('gives no more than five tries to 50 parallel guesses', async () => {
    const { email, code, wrong } = await start()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusalOf(check(email, wrong))))
    expect(outcomes.filter((outcome) => outcome === '400 wrongCode')).toHaveLength(4)
    expect(await refusalOf(check(email, code))).toBe('400 codeDead')
  })

  test('works once, and the second attempt is refused', async () => {
    const { email, code } = await start()
    const outcomes = await Promise.allSettled([check(email, code), check(email, code), check(email, code)])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  test('is dead after 60 seconds', async () => {
    const { email, code } = await start()
    app.clock.advance(60_001)
    expect(await refusalOf(check(email, code))).toBe('400 codeDead')
  })

  test('is replaced by a new one after 30 seconds, at most three times', async () => {
    const { email, code: first } = await start()
    const resend = () => app.client().security.sendVerificationCode({ body: { email } })
    expect(await refusalOf(resend())).toBe('429 resendTooSoon')
    for (let sends = 1; sends <= 3; sends++) {
      app.clock.advance(30_000)
      await resend()
    }
    app.clock.advance(30_000)
    expect(await refusalOf(resend())).toBe('429 resendExhausted')
    const last = await app.readCode(email)
    // With a probability of one in a million the new code equals the old one.
    const outcomeOfFirst = last === first ? '400 wrongCode' : await refusalOf(check(email, first))
    expect(outcomeOfFirst).toBe('400 wrongCode')
    await expect(check(email, last)).resolves.toMatchObject({ email })
  })

  test('cannot be asked for without a pending sign-in, whether the e-mail is known or not', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const ask = (address: string) => refusalOf(app.client().security.sendVerificationCode({ body: { email: address } }))
    expect(await ask(email)).toBe('400 noPendingSignIn')
    expect(await ask('nobody@example.test')).toBe('400 noPendingSignIn')
  })
})

describe('guessing passwords', () => {
  test('is slowed after five failures, and waiting lets the right password in', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const guess = (password: string) => app.client().security.login({ body: { email, password } })
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(await refusalOf(guess('wrong password'))).toBe('400 wrongCredentials')
    expect(await refusalOf(guess(testPassword))).toBe('429 signInPaused')
    app.clock.advance(30_001)
    await expect(guess(testPassword)).resolves.toMatchObject({ email })
  })

  test('lets no more than five of 30 parallel guesses reach the password', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    app.clock.advance(15 * 60_000)
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        refusalOf(app.client().security.login({ body: { email, password: 'wrong password' } })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === '400 wrongCredentials')).toHaveLength(5)
  })
})

describe('a session', () => {
  test('ends on logout, at once and for every later call', async () => {
    const { client } = await app.signUp(['INVESTORS'])
    expect((await client.security.logout()).message).toBe('You are signed out.')
    expect(await refusalOf(client.security.getMyUser())).toBe('401 sessionEnded')
  })

  test('ends after 30 idle minutes; background requests do not keep it, a touch does', async () => {
    const { client } = await app.signUp(['INVESTORS'])
    app.clock.advance(20 * 60_000)
    const touched = await client.security.touch()
    expect(touched.tokenExpire).toBe(app.clock.nowMs() + 30 * 60_000)
    app.clock.advance(29 * 60_000)
    await client.security.getMyUser({}, { background: true })
    app.clock.advance(2 * 60_000)
    expect(await refusalOf(client.security.getMyUser())).toBe('401 sessionEnded')
  })

  test('is refused from its tokenExpire on and not before; asking for it does not move it, any other call does', async () => {
    const { client, user } = await app.signUp(['INVESTORS'])
    app.clock.advance(20 * 60_000)
    // The specification's client asks every minute, and without our header for requests of a timer.
    expect((await client.security.getMyUser()).tokenExpire).toBe(user.tokenExpire)
    await client.currency.findAll()
    const moved = (await client.security.getMyUser()).tokenExpire
    expect(moved).toBe(app.clock.nowMs() + 30 * 60_000)
    app.clock.set(moved - 1)
    expect((await client.security.getMyUser()).tokenExpire).toBe(moved)
    app.clock.set(moved)
    expect(await refusalOf(client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await refusalOf(client.currency.findAll())).toBe('401 sessionEnded')
  })

  test('ends after 12 hours however busy it was', async () => {
    const { client } = await app.signUp(['INVESTORS'])
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      app.clock.advance(20 * 60_000)
      await client.security.touch()
    }
    app.clock.advance(20 * 60_000)
    expect(await refusalOf(client.security.touch())).toBe('401 sessionEnded')
  })

  test('loses a permission with the next request after it was taken away', async () => {
    const { client, user } = await app.signUp(['INVESTORS'])
    await app.services.db.deleteFrom('user_group_member').where('user_id', '=', user.id).execute()
    expect((await client.security.getMyUser()).permissions).toEqual([])
  })

  test('stores no token and no code in clear', async () => {
    const { user } = await app.signUp(['INVESTORS'])
    const rows = await app.services.db.selectFrom('session').selectAll().execute()
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('base64url') }))),
    ).not.toContain(user.token)
  })
})

describe('a browser', () => {
  /**
   * Signs in by plain HTTP, as a browser with this cookie would, and returns the cookie that it stores from then on.
   */
  async function signInWith(email: string, cookie?: string): Promise<string | undefined> {
    await app.client().security.login({ body: { email, password: testPassword } })
    const response = await fetch(`${app.url}/v1/api/security/check-verification-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      body: JSON.stringify({ email, code: await app.readCode(email) }),
    })
    expect(response.status).toBe(200)
    return response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  }

  test('that never signed in before notifies the user; their first one and a known one do not', async () => {
    const { email, client } = await app.signUp(['INVESTORS'])
    const titles = async () =>
      (await client.notification.findRecent()).result.map(({ kind, title, link }) => ({ kind, title, link }))
    expect(await titles()).toEqual([])
    const cookie = await signInWith(email)
    expect(await titles()).toEqual([{ kind: 'SIGN_IN', title: 'A new browser signed in', link: '/profile' }])
    await signInWith(email, cookie)
    expect(await titles()).toHaveLength(1)
  })
})

describe('preferences', () => {
  test('are kept per user and hidden from others', async () => {
    const mine = await app.signUp(['INVESTORS'])
    const other = await app.signUp(['INVESTORS'])
    await mine.client.user.saveMyUserPreference({
      body: { preference: { theme: 'dark', dashboard: { order: ['wallet', 'winners'] } } },
    })
    expect(await mine.client.user.getMyUserPreference({ params: { userId: mine.user.id } })).toMatchObject({
      theme: 'dark',
    })
    expect(await refusalOf(other.client.user.getMyUserPreference({ params: { userId: mine.user.id } }))).toBe(
      '404 notFound',
    )
  })

  test('change key by key: of what several browsers save at once everything stays, and null or a reset takes away', async () => {
    const { client, user } = await app.signUp(['INVESTORS'])
    const kept = () => client.user.getMyUserPreference({ params: { userId: user.id } })
    const save = (preference: UserPreference, isReset = false) =>
      client.user.saveMyUserPreference({ body: { preference, isReset } })
    const keys = Array.from({ length: 12 }, (_, index) => `key${index}`)
    await Promise.all(keys.map((key) => save({ [key]: key })))
    expect(await kept()).toEqual(Object.fromEntries(keys.map((key) => [key, key])))
    await save({ key0: null, key1: 'other' })
    expect(await kept()).toEqual({ ...Object.fromEntries(keys.slice(1).map((key) => [key, key])), key1: 'other' })
    await save({ after: true }, true)
    expect(await kept()).toEqual({ after: true })
    await save({ half: 'x'.repeat(20_000) })
    expect(await refusalOf(save({ rest: 'x'.repeat(20_000) }))).toBe('409 preferenceTooLarge')
    expect(Object.keys(await kept()).toSorted()).toEqual(['after', 'half'])
  })
})
