// What moves money or gives rights asks for a factor of the last 10 minutes, and a group can require a strong factor
// of its members. Each row of the tables in docs/security.md, "No way around a required factor" and "No way around a
// fresh factor", names one of these tests.
import { readFileSync } from 'node:fs'
import type { SessionFactor } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLiveSessions, findSessionHolders, openSession } from '../../kernel/session.ts'
import { createTicket, redeemTicket } from '../../kernel/socket-ticket.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { giveToken } from '../../testing/api-tokens.ts'
import { addAuthenticator, codeAt, wrongCodeAt } from '../../testing/authenticator-app.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { groupIdOf, makeGroup } from '../../testing/rights.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { solveCaptcha } from '../../testing/solve-captcha.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { inviteAdministrator } from './invite.ts'
import { resetSignIn } from './reset-sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { CLUBFOLIO_ORIGIN: 'http://localhost:3000' } })
})
afterAll(() => app.stop())

const password = testPassword
const minuteMs = 60_000
const fresh = '403 freshFactorNeeded'
const weak = '403 strongFactorNeeded'

/** A call that gives a right: another password. It is refused for its password where the factor is fresh. */
const giveRight = ({ client }: Pick<TestUser, 'client'>) =>
  refusalOf(client.security.changePassword({ body: { oldPassword: 'a wrong one', newPassword: 'harbour lights on' } }))
const passes = '400 wrongPassword'
/** Any other call of a session. */
const look = ({ client }: Pick<TestUser, 'client'>) => refusalOf(client.profile.findMyProfile())

/** A user with an old session, whose idle limit was moved in between. */
async function withOldSession(): Promise<TestUser> {
  const person = await app.signUp(['INVESTORS'])
  app.clock.advance(10 * minuteMs + 1)
  return person
}

async function withMethod() {
  const person = await app.signUp(['INVESTORS'])
  return { ...person, ...(await addAuthenticator(app, person)) }
}

/** Puts the person into a group that requires a strong factor. */
async function requireStrong(person: TestUser): Promise<string> {
  const admin = await app.signUp(['ADMINISTRATORS'])
  const groupId = await makeGroup(admin)
  await admin.client.group.update({ body: { id: groupId, requiresStrongFactor: true } })
  const investors = await groupIdOf(admin, 'INVESTORS')
  await admin.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [investors, groupId] } })
  return groupId
}

const login = (email: string, given = password) => app.client().security.login({ body: { email, password: given } })
async function signInBySms(email: string, given = password): Promise<TestUser> {
  await login(email, given)
  await app
    .client()
    .security.sendVerificationCode({ body: { email } })
    .catch(() => undefined)
  const user = await app.client().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
  return { user, email, client: app.client(user.token) }
}
const linkIn = async (recipient: string, kind: string): Promise<string> => {
  await app.services.background.idle()
  const { body } = await app.services.db
    .selectFrom('outbox_message')
    .select('body')
    .where('recipient', '=', recipient)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new RegExp(`#${kind}=(\\S+)`).exec(body)![1]!
}
const confirm = (person: TestUser, method: 'SMS' | 'AUTHENTICATOR' | 'RECOVERY_CODE', code: string) =>
  person.client.signInMethod.confirmByCode({ body: { method, code } })

describe('a fresh factor', () => {
  test('is that of a sign-in for 10 minutes, to the millisecond', async () => {
    const person = await app.signUp(['INVESTORS'])
    app.clock.advance(10 * minuteMs)
    expect(await giveRight(person)).toBe(passes)
    app.clock.advance(1)
    expect(await giveRight(person)).toBe(fresh)
    await expect(person.client.profile.findMyProfile()).resolves.toMatchObject({ email: person.email })
  })

  test('is refused before the input is read, and after the permission', async () => {
    const person = await withOldSession()
    const post = async (path: string) => {
      const response = await fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: person.user.token },
        body: '{"nonsense":true}',
      })
      return (await response.json()) as { refusal: string }
    }
    expect((await post('/v1/api/security/change-password')).refusal).toBe('freshFactorNeeded')
    expect((await post('/v1/api/group/create')).refusal).toBe('forbidden')
  })

  test('comes back by a text message for a user who has nothing else', async () => {
    const person = await withOldSession()
    expect(await person.client.signInMethod.sendConfirmationCode()).toEqual({
      expiresInSeconds: 60,
      resendInSeconds: 30,
    })
    expect(await refusalOf(person.client.signInMethod.sendConfirmationCode())).toBe('429 resendTooSoon')
    await confirm(person, 'SMS', await app.readCode(person.email))
    expect(await giveRight(person)).toBe(passes)
    expect(await refusalOf(confirm(person, 'SMS', await app.readCode(person.email)))).toBe('400 codeDead')
  })

  test('does not come back by a text message for a user with a method', async () => {
    const person = await withMethod()
    expect(await refusalOf(person.client.signInMethod.sendConfirmationCode())).toBe('400 smsOff')
    expect(await refusalOf(confirm(person, 'SMS', '123456'))).toBe('400 smsOff')
  })

  test('comes back by the authenticator app, each code once', async () => {
    const person = await withMethod()
    app.clock.advance(11 * minuteMs)
    const code = codeAt(person.secret, app.clock.nowMs())
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => confirm(person, 'AUTHENTICATOR', code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await giveRight(person)).toBe(passes)
    expect((await person.client.security.findMySessions())[0]).toMatchObject({ openedBy: 'AUTHENTICATOR' })
  })

  test('comes back by a recovery code, once, and its use is mailed', async () => {
    const person = await withMethod()
    const { codes } = await person.client.signInMethod.makeRecoveryCodes({ body: { password } })
    app.clock.advance(11 * minuteMs)
    await confirm(person, 'RECOVERY_CODE', codes[0]!)
    expect(await giveRight(person)).toBe(passes)
    expect(await refusalOf(confirm(person, 'RECOVERY_CODE', codes[0]!))).toBe('400 wrongCode')
    await app.services.background.idle()
    const mails = await app.services.db
      .selectFrom('outbox_message')
      .select('subject')
      .where('recipient', '=', person.email)
      .execute()
    expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used')
  })

  test('comes back by a passkey, each challenge once and only for its own user', async () => {
    const person = await app.signUp(['INVESTORS'])
    const device = new SoftwareAuthenticator(app.services.config.origin)
    const creation = await person.client.signInMethod.startPasskey({ body: { password } })
    await person.client.signInMethod.finishPasskey({
      body: { challengeId: creation.challengeId, name: 'Key', answer: device.create(creation) },
    })
    const other = await app.signUp(['INVESTORS'])
    app.clock.advance(11 * minuteMs)
    const request = await person.client.signInMethod.startPasskeyConfirmation()
    const body = { challengeId: request.challengeId, answer: device.get(request) }
    expect(await refusalOf(other.client.signInMethod.finishPasskeyConfirmation({ body }))).toBe('400 passkeyRefused')
    await person.client.signInMethod.finishPasskeyConfirmation({ body })
    expect(await giveRight(person)).toBe(passes)
    expect(await refusalOf(person.client.signInMethod.finishPasskeyConfirmation({ body }))).toBe('400 passkeyRefused')
    const foreign = await other.client.signInMethod.startPasskeyConfirmation()
    expect(
      await refusalOf(
        other.client.signInMethod.finishPasskeyConfirmation({
          body: { challengeId: foreign.challengeId, answer: device.get(foreign) },
        }),
      ),
    ).toBe('400 passkeyRefused')
    expect(await giveRight(other)).toBe(fresh)
  })

  test('is guessed at five times, over all methods and sessions together', async () => {
    const person = await withMethod()
    const second = { ...person, client: app.client((await openAnother(person)).token) }
    app.clock.advance(11 * minuteMs)
    const wrong = wrongCodeAt(person.secret, app.clock.nowMs())
    const outcomes = []
    for (const [who, method] of [
      [person, 'AUTHENTICATOR'],
      [second, 'AUTHENTICATOR'],
      [person, 'RECOVERY_CODE'],
      [second, 'RECOVERY_CODE'],
      [person, 'AUTHENTICATOR'],
      [second, 'AUTHENTICATOR'],
    ] as const)
      outcomes.push(await refusalOf(confirm(who, method, wrong)))
    expect(outcomes).toEqual([...Array<string>(5).fill('400 wrongCode'), '429 signInPaused'])
  })

  test('a code by text message takes five guesses', async () => {
    const person = await withOldSession()
    await person.client.signInMethod.sendConfirmationCode()
    const sent = await app.readCode(person.email)
    const wrong = sent === '000000' ? '000001' : '000000'
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(person, 'SMS', wrong)))
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await refusalOf(confirm(person, 'SMS', sent))).toBe('429 signInPaused')
    expect(await giveRight(person)).toBe(fresh)
  })
})

/** Another session of the same user. */
async function openAnother({ user }: TestUser, factor: SessionFactor = 'SMS'): Promise<{ readonly token: string }> {
  const token = await inTransaction(app.services.db, (trx) =>
    openSession(trx, app.clock, { userId: user.id, address: '127.0.0.1', userAgent: 'another', factor }),
  )
  return { token }
}

describe('no way around a fresh factor', () => {
  test('an old session stays old when it is used', async () => {
    const person = await withOldSession()
    await person.client.security.touch()
    await person.client.security.getMyUser()
    expect(await giveRight(person)).toBe(fresh)
  })

  test('another browser that signs in makes only its own session fresh', async () => {
    const person = await withOldSession()
    const other = await app.signIn(person.email)
    expect(await giveRight(other)).toBe(passes)
    expect(await giveRight(person)).toBe(fresh)
  })

  test('a code of another session confirms nothing here, and one of a sign-in neither', async () => {
    const person = await withOldSession()
    const other = { ...person, client: app.client((await openAnother(person)).token) }
    await other.client.signInMethod.sendConfirmationCode()
    expect(await refusalOf(confirm(person, 'SMS', await app.readCode(person.email)))).toBe('400 codeDead')
    await login(person.email)
    expect(await refusalOf(confirm(person, 'SMS', await app.readCode(person.email)))).toBe('400 codeDead')
    expect(await giveRight(person)).toBe(fresh)
  })

  test('a code that confirms opens no session', async () => {
    const person = await withOldSession()
    await person.client.signInMethod.sendConfirmationCode()
    const code = await app.readCode(person.email)
    expect(await refusalOf(app.client().security.checkVerificationCode({ body: { email: person.email, code } }))).toBe(
      '400 codeDead',
    )
  })

  test('a password that is given again makes nothing fresh', async () => {
    const person = await withOldSession()
    expect(await refusalOf(person.client.signInMethod.startAuthenticator({ body: { name: 'Phone', password } }))).toBe(
      fresh,
    )
  })

  test('a new password by mail ends the session and makes nothing fresh', async () => {
    const person = await withOldSession()
    await app.client().security.requestPasswordReset({ body: { email: person.email } })
    const token = await linkIn(person.email, 'reset')
    await app.client().security.resetPassword({ body: { token, password: 'harbour lights on' } })
    expect(await giveRight(person)).toBe('401 sessionEnded')
  })

  test('a new e-mail address needs one', async () => {
    const person = await withOldSession()
    expect(
      await refusalOf(person.client.profile.changeMyEmail({ body: { email: 'another@example.test', password } })),
    ).toBe(fresh)
  })

  test('a new phone number needs one', async () => {
    const person = await withOldSession()
    expect(
      await refusalOf(person.client.profile.changeMyPhone({ body: { phoneNumber: '+12125559999', password } })),
    ).toBe(fresh)
  })

  test('making an API token needs one, and a token gives no right', async () => {
    const person = await withOldSession()
    const made = person.client.apiToken.createToken({
      body: { name: 'T', password, keys: [], isReadOnly: false, accountIds: null, days: 30 },
    })
    expect(await refusalOf(made)).toBe(fresh)
    const { token } = await giveToken(app, person.user.id)
    const response = await fetch(`${app.url}/v1/api/security/confirm-by-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ method: 'SMS', code: '123456' }),
    })
    expect(await response.json()).toMatchObject({ refusal: 'tokenNever' })
  })

  test('an accepted invitation ends the session and makes nothing fresh', async () => {
    const person = await withOldSession()
    const link = await inviteAdministrator(app.services.db, app.clock, app.services.config.origin, person.email)
    await app.client().security.acceptInvitation({ body: { token: link.split('#invite=')[1]!, password } })
    expect(await giveRight(person)).toBe('401 sessionEnded')
  })
})

describe('a required factor', () => {
  test('counts from the next request of a live session on, and ends with the group', async () => {
    const person = await app.signUp(['INVESTORS'])
    const { db, clock } = app.services
    const { id } = (await person.client.security.findMySessions())[0]!
    const { ticket } = await createTicket(db, clock, id)
    const groupId = await requireStrong(person)
    expect(await look(person)).toBe(weak)
    expect([...(await findLiveSessions(db, clock, [id]))]).toEqual([])
    expect((await findSessionHolders(db, clock)).has(id)).toBe(false)
    expect(await redeemTicket(db, clock, ticket)).toBeUndefined()
    await expect(person.client.security.getMyUser()).resolves.toMatchObject({ email: person.email })
    const admin = await app.signUp(['ADMINISTRATORS'])
    await admin.client.group.update({ body: { id: groupId, status: 'INACTIVE' } })
    await expect(person.client.profile.findMyProfile()).resolves.toMatchObject({ email: person.email })
  })

  test('is met by the first method that the session adds', async () => {
    const person = await app.signUp(['INVESTORS'])
    await requireStrong(person)
    expect(await person.client.signInMethod.findMySignInMethods()).toMatchObject({ isStrongFactorRequired: true })
    const { id, secret } = await person.client.signInMethod.startAuthenticator({ body: { name: 'Phone', password } })
    expect(await look(person)).toBe(weak)
    await person.client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, app.clock.nowMs()) } })
    await expect(person.client.profile.findMyProfile()).resolves.toMatchObject({ email: person.email })
    await person.client.signInMethod.makeRecoveryCodes({ body: { password } })
    expect(await refusalOf(person.client.signInMethod.removeSignInMethod({ body: { id, password } }))).toBe(
      '409 strongMethodStays',
    )
  })

  test('is not turned on by an administrator whom it would stop', async () => {
    const admin = await app.signUp(['ADMINISTRATORS'])
    const colleague = await app.signUp(['ADMINISTRATORS'])
    const id = await groupIdOf(admin, 'ADMINISTRATORS')
    const turn = (isOn: boolean) => admin.client.group.update({ body: { id, requiresStrongFactor: isOn } })
    expect(await refusalOf(turn(true))).toBe('409 strongFactorOwn')
    const { secret } = await addAuthenticator(app, admin)
    expect(await refusalOf(turn(true))).toBe('409 strongFactorOwn')
    await confirm(admin, 'AUTHENTICATOR', codeAt(secret, app.clock.nowMs()))
    await turn(true)
    expect((await admin.client.group.findAll()).find((group) => group.id === id)).toMatchObject({
      requiresStrongFactor: true,
    })
    expect(await look(colleague)).toBe(weak)
    await turn(false)
  })
})

describe('no way around a required factor', () => {
  /** A user with a method whose group requires a strong factor, and text messages still on. */
  async function bound() {
    const person = await withMethod()
    const groupId = await requireStrong(person)
    return { ...person, groupId }
  }

  test('a sign-in by text message reaches nothing and adds no method', async () => {
    const person = await bound()
    const bySms = await signInBySms(person.email)
    expect(await look(bySms)).toBe(weak)
    expect(await refusalOf(bySms.client.signInMethod.startAuthenticator({ body: { name: 'Mine', password } }))).toBe(
      '409 strongMethodFirstUsed',
    )
    expect(await refusalOf(bySms.client.signInMethod.startPasskey({ body: { password } }))).toBe(
      '409 strongMethodFirstUsed',
    )
    expect(await refusalOf(bySms.client.signInMethod.switchSmsCodes({ body: { isOn: false, password } }))).toBe(weak)
    expect(await refusalOf(bySms.client.signInMethod.makeRecoveryCodes({ body: { password } }))).toBe(weak)
    expect(await refusalOf(bySms.client.signInMethod.removeSignInMethod({ body: { id: person.id, password } }))).toBe(
      weak,
    )
    await confirm(bySms, 'AUTHENTICATOR', codeAt(person.secret, app.clock.nowMs()))
    await expect(bySms.client.profile.findMyProfile()).resolves.toMatchObject({ email: person.email })
  })

  test('a setup that was started before the first method is not finished after it', async () => {
    const person = await app.signUp(['INVESTORS'])
    await requireStrong(person)
    const thief = { ...person, client: app.client((await openAnother(person)).token) }
    const setup = await thief.client.signInMethod.startAuthenticator({ body: { name: 'Mine', password } })
    await addAuthenticator(app, person)
    const code = codeAt(setup.secret, app.clock.nowMs())
    expect(await refusalOf(thief.client.signInMethod.confirmAuthenticator({ body: { id: setup.id, code } }))).toBe(
      '409 strongMethodFirstUsed',
    )
  })

  test('an old session that a text message opened is stopped', async () => {
    const person = await bound()
    expect(await look(person)).toBe(weak)
  })

  test('a session that a trusted provider opened alone is stopped', async () => {
    const person = await bound()
    const byProvider = app.client((await openAnother(person, 'OIDC')).token)
    expect(await look({ client: byProvider })).toBe(weak)
  })

  test('a new password by mail leads to the same sign-in', async () => {
    const person = await bound()
    await app.client().security.requestPasswordReset({ body: { email: person.email } })
    const token = await linkIn(person.email, 'reset')
    await app.client().security.resetPassword({ body: { token, password: 'harbour lights on' } })
    expect(await look(await signInBySms(person.email, 'harbour lights on'))).toBe(weak)
  })

  test('a new e-mail address leads to the same sign-in', async () => {
    const person = await withMethod()
    const newEmail = `new.${person.email}`
    await person.client.profile.changeMyEmail({ body: { email: newEmail, password } })
    await requireStrong(person)
    const token = await linkIn(newEmail, 'email')
    await app.client().profile.confirmMyEmail({ body: { token } })
    expect(await look(await signInBySms(newEmail))).toBe(weak)
  })

  test('an API token counts only when a strong session made it and its holder has a method', async () => {
    const person = await bound()
    const call = async (token: string) => {
      const response = await fetch(`${app.url}/v1/api/watchlist/find-all`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return response.status === 404 ? 'no such address' : ((await response.json()) as { refusal?: string }).refusal
    }
    const bySms = await giveToken(app, person.user.id, { name: 'by SMS' })
    expect(await call(bySms.token)).toBe('tokenStrongFactor')
    const strong = await giveToken(app, person.user.id, { name: 'strong', factor: 'AUTHENTICATOR' })
    expect(await call(strong.token)).not.toBe('tokenStrongFactor')
    await app.services.db.deleteFrom('sign_in_factor').where('user_id', '=', person.user.id).execute()
    expect(await call(strong.token)).toBe('tokenStrongFactor')
  })

  test('a token states the factor of the session that makes it', async () => {
    const person = await withMethod()
    await confirm(person, 'AUTHENTICATOR', codeAt(person.secret, app.clock.nowMs()))
    const { id } = await person.client.apiToken.createToken({
      body: { name: 'Mine', password, keys: [], isReadOnly: true, accountIds: null, days: 30 },
    })
    expect(
      await app.services.db.selectFrom('api_token').select('factor').where('id', '=', id).executeTakeFirst(),
    ).toEqual({ factor: 'AUTHENTICATOR' })
  })

  test('an invitation of an administrator leads to the same sign-in', async () => {
    const person = await bound()
    const link = await inviteAdministrator(app.services.db, app.clock, app.services.config.origin, person.email)
    await app.client().security.acceptInvitation({ body: { token: link.split('#invite=')[1]!, password } })
    await app.client().security.sendVerificationCode({ body: { email: person.email } })
    const code = await app.readCode(person.email)
    const user = await app.client().security.checkVerificationCode({ body: { email: person.email, code } })
    expect(await look({ client: app.client(user.token) })).toBe(weak)
  })

  test('a browser that signed in before gets no further', async () => {
    const person = await bound()
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
    const { email } = person
    const attempt = cookieOf(await post('login', '', { email, password }), 'sign-in')
    const code = codeAt(person.secret, app.clock.nowMs())
    const device = cookieOf(
      await post('check-method-code', attempt, { email, method: 'AUTHENTICATOR', code }),
      'device',
    )
    const again = cookieOf(await post('login', device, { email, password }), 'sign-in')
    await post('send-verification-code', `${device}; ${again}`, { email })
    const opened = await post('check-verification-code', `${device}; ${again}`, {
      email,
      code: await app.readCode(email),
    })
    const { token } = (await opened.json()) as { token: string }
    expect(await look({ client: app.client(token) })).toBe(weak)
  })

  test('registering the same address opens nothing', async () => {
    const { email } = await bound()
    const before = await app.readCode(email)
    await app.client().security.createUser({
      body: {
        firstName: 'Some',
        lastName: 'Body',
        email,
        phoneNumber: '+12125558889',
        password,
        reCaptchaCode: await solveCaptcha(app.client()),
      },
    })
    expect(await app.readCode(email)).toBe(before)
  })

  test('another session of the same user stays as it was opened', async () => {
    const person = await bound()
    const bySms = await signInBySms(person.email)
    await confirm(person, 'AUTHENTICATOR', codeAt(person.secret, app.clock.nowMs()))
    await expect(person.client.profile.findMyProfile()).resolves.toMatchObject({ email: person.email })
    expect(await look(bySms)).toBe(weak)
  })

  test('the command for a locked-out user leaves the requirement', async () => {
    const person = await bound()
    const { db, clock, mail, config } = app.services
    expect(await resetSignIn({ db, clock, mail, config }, person.email)).toMatchObject({ isDone: true })
    expect(await look(person)).toBe('401 sessionEnded')
    const back = await app.signIn(person.email)
    expect(await look(back)).toBe(weak)
    await expect(
      back.client.signInMethod.startAuthenticator({ body: { name: 'New phone', password } }),
    ).resolves.toHaveProperty('secret')
  })
})

test('the tables of docs/security.md name tests of this file, and every way of it is in a table', () => {
  const paper = readFileSync(new URL('../../../../../docs/security.md', import.meta.url), 'utf8')
  const source = readFileSync(new URL(import.meta.url), 'utf8').replace('/dist/', '/src/')
  for (const title of ['No way around a required factor', 'No way around a fresh factor']) {
    const table = paper.split(`## ${title}\n`)[1]!.split('\n## ')[0]!
    const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| way '))
    const named = rows.map((row) => row.split('|')[3]!.trim())
    const part = source.split(`describe('${title.replace('No', 'no')}'`)[1]!.split('\n})\n')[0]!
    const tests = [...part.matchAll(/^ {2}test\('([^']+)'/gm)].map(([, name]) => name!)
    expect(tests.filter((name) => !named.includes(name))).toEqual([])
    expect(named.filter((name) => !tests.includes(name))).toEqual([])
  }
})
