import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runSignInUpkeep } from '../../jobs/sign-in-upkeep-job.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { solveCaptcha } from '../../testing/solve-captcha.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'
import { writeNewUserGroup } from './new-user-group.ts'

const { hashes } = vi.hoisted(() => ({ hashes: { count: 0 } }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: (...args: Parameters<typeof real.hash>) => (hashes.count++, real.hash(...args)) }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => {
  // Each test starts with fresh hourly limits.
  app.clock.advance(61 * 60_000)
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let people = 0

const someone = () => {
  people++
  return {
    firstName: 'Nora',
    lastName: 'Lind',
    email: `new${people}@example.test`,
    phoneNumber: `+1646555${String(1000 + people)}`,
    password: 'a pass for harbours',
  }
}
type Someone = ReturnType<typeof someone>

const register = async (person: Someone, reCaptchaCode?: string) =>
  app
    .client()
    .security.createUser({ body: { ...person, reCaptchaCode: reCaptchaCode ?? (await solveCaptcha(app.client())) } })
const check = (email: string, code: string) => app.client().security.checkVerificationCode({ body: { email, code } })
const rowOf = (email: string) =>
  app.services.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst()
const messagesTo = async (recipient: string) => {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['channel', 'subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('position')
    .execute()
}

describe('registration', () => {
  test('leads to the confirmation step and gives no token', async () => {
    const person = someone()
    expect(await register(person)).toEqual({
      messageType: 'phone',
      email: person.email,
      expiresInSeconds: 60,
      resendInSeconds: 30,
    })
    expect(await rowOf(person.email)).toMatchObject({
      status: 'CONFIRMATION',
      confirmed_at: null,
      phone_number: person.phoneNumber,
    })
  })

  test('makes an active investor with the first right code', async () => {
    const person = someone()
    await register(person)
    const user = await check(person.email, await app.readCode(person.email))
    expect(user).toMatchObject({ firstName: 'Nora', lastName: 'Lind', email: person.email })
    expect(user.permissions.map((permission) => permission.nameKey)).toContain('VMA')
    expect(user.permissions.map((permission) => permission.nameKey)).not.toContain('VU')
    expect(await rowOf(person.email)).toMatchObject({ status: 'ACTIVE' })
  })

  test('puts people into the group of the setting, which is never one that administers', async () => {
    const { db, clock } = app.services
    expect(await writeNewUserGroup(db, clock, 'ADMINISTRATORS')).toMatchObject({ isDone: false })
    expect(await writeNewUserGroup(db, clock, 'MANAGERS')).toMatchObject({ isDone: true })
    const person = someone()
    await register(person)
    const user = await check(person.email, await app.readCode(person.email))
    expect(user.permissions.map((permission) => permission.nameKey)).toContain('CMA')
    await writeNewUserGroup(db, clock, 'INVESTORS')
  })

  test('goes on by signing in when the first code was missed', async () => {
    const person = someone()
    await register(person)
    app.clock.advance(61_000)
    expect(await refusalOf(check(person.email, await app.readCode(person.email)))).toBe('400 codeDead')
    app.clock.advance(30_000)
    await app.client().security.login({ body: { email: person.email, password: person.password } })
    await expect(check(person.email, await app.readCode(person.email))).resolves.toMatchObject({ email: person.email })
  })

  test('may be repeated from scratch until the first right code, with another phone', async () => {
    const wrongPhone = someone()
    await register(wrongPhone)
    const right = { ...wrongPhone, phoneNumber: '+16465559999', firstName: 'Eleonora' }
    await register(right)
    expect(
      await refusalOf(app.client().security.login({ body: { email: right.email, password: 'something else' } })),
    ).toBe('400 wrongCredentials')
    await expect(check(right.email, await app.readCode(right.email))).resolves.toMatchObject({ firstName: 'Eleonora' })
    expect(await messagesTo('+16465559999')).toHaveLength(1)
  })

  test.each([
    ['a number without country code', { phoneNumber: '212 555 0123' }, 'phoneNumber'],
    ['a password of seven characters', { password: '1234567' }, 'password'],
    ['an e-mail that is none', { email: 'nora' }, 'email'],
    ['no first name', { firstName: '  ' }, 'firstName'],
  ])('refuses %s and names the field', async (_name, change, field) => {
    const call = app.client().security.createUser({ body: { ...someone(), ...change, reCaptchaCode: 'x' } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { error: [{ field }] } })
  })

  test('takes a phone number as people write it', async () => {
    const person = { ...someone(), phoneNumber: '+1 (917) 555-0144' }
    await register(person)
    expect((await rowOf(person.email))?.phone_number).toBe('+19175550144')
  })

  test.each(['password1', 'Qwertyuiop', 'ILOVEYOU1'])(
    'refuses %s, one of the commonest passwords',
    async (password) => {
      expect(await refusalOf(register({ ...someone(), password }))).toBe('400 commonPassword')
    },
  )

  test('lets a club of 30 register from one room within an hour, each person at the second attempt', async () => {
    const club = Array.from({ length: 30 }, someone)
    for (const person of club) {
      expect(await refusalOf(register(person, 'not solved'))).toBe('400 captchaWrong')
      await expect(register(person)).resolves.toMatchObject({ email: person.email })
    }
  })

  test('is limited to 60 an hour from one address', async () => {
    const outcomes = await Promise.all(Array.from({ length: 63 }, () => refusalOf(register(someone(), 'not solved'))))
    expect(outcomes.filter((outcome) => outcome === '400 captchaWrong')).toHaveLength(60)
    expect(outcomes.filter((outcome) => outcome === '429 tooMany')).toHaveLength(3)
  })
})

describe('the proof of work', () => {
  test('is asked for: an answer that solves nothing is refused', async () => {
    for (const answer of ['made up', Buffer.from('{}').toString('base64'), Buffer.from('null').toString('base64')]) {
      expect(await refusalOf(register(someone(), answer))).toBe('400 captchaWrong')
    }
  })

  test('counts once: a replayed answer is refused, also in parallel', async () => {
    const answer = await solveCaptcha(app.client())
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => register(someone(), answer)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(register(someone(), answer))).toBe('400 captchaWrong')
  })

  test('runs out after 30 minutes, and its nonce is forgotten only then', async () => {
    const [used, late] = [await solveCaptcha(app.client()), await solveCaptcha(app.client())]
    await register(someone(), used)
    app.clock.advance(29 * minuteMs)
    await runSignInUpkeep(app.services)
    expect(await refusalOf(register(someone(), used))).toBe('400 captchaWrong')
    app.clock.advance(2 * minuteMs)
    await runSignInUpkeep(app.services)
    expect(await app.services.db.selectFrom('captcha_answer').selectAll().execute()).toEqual([])
    expect(await refusalOf(register(someone(), late))).toBe('400 captchaWrong')
    expect(await refusalOf(register(someone(), used))).toBe('400 captchaWrong')
  })

  test('cannot be made easier, prolonged, or carried to another challenge', async () => {
    const answer = JSON.parse(Buffer.from(await solveCaptcha(app.client()), 'base64').toString()) as {
      challenge: { parameters: Record<string, unknown> }
      solution: Record<string, unknown>
    }
    const changed = (edit: (copy: typeof answer) => void) => {
      const copy = structuredClone(answer)
      edit(copy)
      return Buffer.from(JSON.stringify(copy)).toString('base64')
    }
    const tricks = [
      changed((copy) => void (copy.challenge.parameters['cost'] = 1)),
      changed((copy) => void (copy.challenge.parameters['keyPrefix'] = '00')),
      changed((copy) => void (copy.challenge.parameters['data'] = { expiresAtMs: 9e15 })),
      changed((copy) => void (copy.challenge.parameters['nonce'] = 'a'.repeat(32))),
      changed((copy) => void (copy.solution['counter'] = 1)),
      changed((copy) => void (copy.solution['derivedKey'] = '')),
    ]
    for (const trick of tricks) expect(await refusalOf(register(someone(), trick))).toBe('400 captchaWrong')
    await expect(
      register(
        someone(),
        changed(() => undefined),
      ),
    ).resolves.toMatchObject({ messageType: 'phone' })
  })
})

describe('registering an e-mail that belongs to somebody', () => {
  test('answers as for a new one, changes nothing, sends no code, and tells the owner by mail', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const before = await rowOf(email)
    const stranger = { ...someone(), email }
    expect(await register(stranger)).toEqual({ messageType: 'phone', email, expiresInSeconds: 60, resendInSeconds: 30 })
    expect(await rowOf(email)).toEqual(before)
    expect(await messagesTo(stranger.phoneNumber)).toEqual([])
    expect(await messagesTo(email)).toMatchObject([{ channel: 'MAIL', subject: 'You already have a Clubfolio user' }])
  })

  test('costs one hash, as a new one does', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    hashes.count = 0
    await register({ ...someone(), email })
    expect(hashes.count).toBe(1)
    await register(someone())
    expect(hashes.count).toBe(2)
  })

  test('is not given away by the code step: tries, resends and their refusals are those of a new one', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const known = { ...someone(), email }
    const fresh = someone()
    const courseOf = async (person: Someone) => {
      await register(person)
      const code = person === fresh ? await app.readCode(person.email) : ''
      const wrong = code === '000000' ? '000001' : '000000'
      const resend = () => app.client().security.sendVerificationCode({ body: { email: person.email } })
      const course = [await refusalOf(resend())]
      for (let sends = 1; sends <= 3; sends++) {
        app.clock.advance(30_000)
        course.push(JSON.stringify({ ...(await resend()), email: '' }))
      }
      app.clock.advance(30_000)
      course.push(await refusalOf(resend()))
      for (let tries = 1; tries <= 6; tries++) course.push(await refusalOf(check(person.email, wrong)))
      return course
    }
    expect(await courseOf(known)).toEqual(await courseOf(fresh))
  })

  test('is not given away by a number that gets no more codes', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const phoneNumber = '+16465558888'
    for (let count = 1; count <= 5; count++) await register({ ...someone(), phoneNumber })
    expect(await refusalOf(register({ ...someone(), phoneNumber }))).toBe('429 codesExhausted')
    expect(await refusalOf(register({ ...someone(), email, phoneNumber }))).toBe('429 codesExhausted')
  })

  test('leaves a pending sign-in of the owner alone', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    await app.client().security.login({ body: { email, password: testPassword } })
    const code = await app.readCode(email)
    await register({ ...someone(), email })
    await expect(check(email, code)).resolves.toMatchObject({ email })
  })

  test('sends the owner two mails an hour at most', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    for (let count = 1; count <= 4; count++) await register({ ...someone(), email })
    expect(await messagesTo(email)).toHaveLength(2)
  })
})

describe('people who never enter a code', () => {
  test('are removed after 7 days, not before', async () => {
    const person = someone()
    await register(person)
    app.clock.advance(7 * dayMs - 1)
    await runSignInUpkeep(app.services)
    expect(await rowOf(person.email)).toBeDefined()
    app.clock.advance(1)
    expect(await runSignInUpkeep(app.services)).toBeGreaterThan(0)
    expect(await rowOf(person.email)).toBeUndefined()
  })

  test('stay when they were confirmed once and only have to confirm a new phone', async () => {
    const { email, user } = await app.signUp(['INVESTORS'])
    await app.services.db.updateTable('app_user').set({ status: 'CONFIRMATION' }).where('id', '=', user.id).execute()
    await app.services.db.deleteFrom('session').where('user_id', '=', user.id).execute()
    app.clock.advance(30 * dayMs)
    await runSignInUpkeep(app.services)
    expect(await rowOf(email)).toBeDefined()
  })

  // Since only confirmed users are linked, such a link is an old one.
  test('stay when a member is linked to them', async () => {
    const manager = await app.signUp(['MANAGERS'])
    const person = someone()
    await register(person)
    const { id } = (await rowOf(person.email))!
    const member = await manager.client.member.create({
      body: { firstName: 'Nora', lastName: 'Lind', phone: '2125550100', email: '' },
    })
    await app.services.db.updateTable('member').set({ user_id: id }).where('id', '=', member.id).execute()
    app.clock.advance(8 * dayMs)
    await runSignInUpkeep(app.services)
    expect(await rowOf(person.email)).toBeDefined()
  })
})
