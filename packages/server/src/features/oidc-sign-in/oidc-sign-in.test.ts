// Signing in with a real OpenID Connect provider over HTTP: who gets in, that the second step stays, and that no altered,
// repeated or foreign answer does.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import { codeAt } from '../../testing/authenticator-app.ts'
import { openBrowser as openCookieBrowser } from '../../testing/browser-with-cookies.ts'
import { startOidcStand, type OidcStand } from '../../testing/oidc-stand.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeLink } from '../security/one-use-link.ts'
import { setPassword } from '../security/set-password.ts'

let stand: OidcStand
let app: TestApp
beforeAll(async () => {
  stand = await startOidcStand()
  app = await startTestApp({ environment: stand.environment })
})
afterAll(async () => {
  await app.stop()
  await stand.stop()
})
beforeEach(() => {
  stand.alter = undefined
  stand.hasForeignKey = false
  stand.isDown = false
})

let people = 0
/** Signs somebody in at the provider from now on. */
function atProvider(email: string, more: Partial<OidcStand['person']> = {}): void {
  stand.person = { subject: `subject ${++people}`, email, isEmailVerified: true, ...more }
}

const openBrowser = (on: TestApp = app) => openCookieBrowser(on)

type Browser = ReturnType<typeof openBrowser>

async function goThere(browser: Browser) {
  const { authoriseUrl } = await browser().oidcSignIn.startSignIn()
  return stand.visit(authoriseUrl)
}

async function goThereAndBack(browser: Browser) {
  return browser().oidcSignIn.finish({ body: await goThere(browser) })
}

/** Completes the sign-in by text message. */
async function signInBySms(browser: Browser, email: string) {
  expect(await goThereAndBack(browser)).toMatchObject({ outcome: 'STEP', pending: { email } })
  return browser().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
}

const linksOf = (person: TestUser) => person.client.oidcSignIn.findLinks()

describe('a first sign-in by a verified e-mail', () => {
  test('asks for the second step, links only after it, and mails its user', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const browser = openBrowser()
    expect(await goThereAndBack(browser)).toMatchObject({ outcome: 'STEP' })
    expect(await linksOf(person)).toEqual([])
    const user = await browser().security.checkVerificationCode({
      body: { email: person.email, code: await app.readCode(person.email) },
    })
    expect(user.email).toBe(person.email)
    expect(await linksOf(person)).toMatchObject([{ provider: 'Example', email: person.email }])
    const [session] = await app.client(user.token).security.findMySessions()
    expect(session).toMatchObject({ openedBy: 'SMS', provider: 'Example' })
    const mails = await app.services.db
      .selectFrom('notification_delivery as d')
      .innerJoin('notification as n', 'n.id', 'd.notification_id')
      .select('n.title')
      .where('d.user_id', '=', person.user.id)
      .where('d.channel', '=', 'MAIL')
      .orderBy('n.title')
      .execute()
    expect(mails.map(({ title }) => title)).toEqual(['A new browser signed in', 'Sign-in with Example was linked'])
  })

  test('links nobody when the second step is not taken, or by another browser', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await goThereAndBack(openBrowser())
    await app.signIn(person.email)
    expect(await linksOf(person)).toEqual([])
  })

  test.each([
    ['an unverified e-mail', { isEmailVerified: false }, '403 oidcEmailUnverified'],
    ['an e-mail that nobody has', { email: 'stranger@example.test' }, '403 oidcUserUnknown'],
  ])('is refused for %s', async (_what, more, refusal) => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email, more)
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe(refusal)
    expect(await linksOf(person)).toEqual([])
  })

  test('is refused for a user who has another sign-in there: the address changed hands', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await signInBySms(openBrowser(), person.email)
    atProvider(person.email)
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe('409 oidcLinkedOtherwise')
  })
})

describe('a linked sign-in', () => {
  test('holds when the e-mail changes there, and leaves ours as it is', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await signInBySms(openBrowser(), person.email)
    stand.person = { ...stand.person, email: 'married@example.test', isEmailVerified: false }
    const user = await signInBySms(openBrowser(), person.email)
    expect(user.email).toBe(person.email)
    expect(await linksOf(person)).toMatchObject([{ email: 'married@example.test', lastUsedAt: app.clock.nowMs() }])
  })

  test('of a disabled user is refused', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await signInBySms(openBrowser(), person.email)
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', person.user.id).execute()
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe('403 oidcUserBlocked')
  })

  test('still asks for the authenticator app of a user without text messages', async () => {
    const person = await app.signUp(['INVESTORS'])
    const { id, secret } = await person.client.signInMethod.startAuthenticator({
      body: { name: 'Phone', password: testPassword },
    })
    await person.client.signInMethod.confirmAuthenticator({ body: { id, code: codeAt(secret, app.clock.nowMs()) } })
    await person.client.signInMethod.makeRecoveryCodes({ body: { password: testPassword } })
    await person.client.signInMethod.switchSmsCodes({ body: { isOn: false, password: testPassword } })
    app.clock.advance(60_000)
    atProvider(person.email, { acr: 'urn:example:strong' })
    const browser = openBrowser()
    const back = await goThereAndBack(browser)
    expect(back).toMatchObject({ outcome: 'STEP', pending: { methods: ['AUTHENTICATOR', 'RECOVERY_CODE'] } })
    expect(await refusalOf(browser().security.sendVerificationCode({ body: { email: person.email } }))).toBe(
      '400 smsOff',
    )
    const user = await browser().security.checkMethodCode({
      body: { email: person.email, method: 'AUTHENTICATOR', code: codeAt(secret, app.clock.nowMs()) },
    })
    expect(user.email).toBe(person.email)
  })

  test('is made in the profile with the password, whatever the e-mail there, and removed with it', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider('elsewhere@example.test', { isEmailVerified: false })
    const browser = openBrowser()
    const mine = browser(person.user.token)
    expect(await refusalOf(mine.oidcSignIn.startLink({ body: { password: 'not my password' } }))).toBe(
      '400 wrongPassword',
    )
    const { authoriseUrl } = await mine.oidcSignIn.startLink({ body: { password: testPassword } })
    expect(await mine.oidcSignIn.finish({ body: await stand.visit(authoriseUrl) })).toMatchObject({ outcome: 'LINKED' })
    await signInBySms(openBrowser(), person.email)
    const [link] = await linksOf(person)
    await person.client.oidcSignIn.removeLink({ body: { id: link!.id, password: testPassword } })
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe('403 oidcEmailUnverified')
  })

  test('ends with a new password by mail, which the person who linked it may not have', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await signInBySms(openBrowser(), person.email)
    await app.services.db
      .updateTable('oidc_link')
      .set({ email: 'another@example.test' })
      .where('user_id', '=', person.user.id)
      .execute()
    atProvider('another@example.test', { subject: stand.person.subject })
    expect(await goThereAndBack(openBrowser())).toMatchObject({ outcome: 'STEP' })
    const token = await inTransaction(app.services.db, (trx) =>
      makeLink(trx, app.clock, {
        purpose: 'PASSWORD_RESET',
        subject: { userId: person.user.id, email: person.email },
      }),
    )
    await app.client().security.resetPassword({ body: { token, password: 'harbour lights on' } })
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe('403 oidcUserUnknown')
  })

  test('that is removed ends the sign-in that it had begun', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    await signInBySms(openBrowser(), person.email)
    const waiting = openBrowser()
    expect(await goThereAndBack(waiting)).toMatchObject({ outcome: 'STEP' })
    const [link] = await linksOf(person)
    await person.client.oidcSignIn.removeLink({ body: { id: link!.id, password: testPassword } })
    const code = await app.readCode(person.email)
    expect(await refusalOf(waiting().security.checkVerificationCode({ body: { email: person.email, code } }))).toBe(
      '400 codeDead',
    )
  })

  test('belongs to one user', async () => {
    const [first, second] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
    atProvider(first.email)
    await signInBySms(openBrowser(), first.email)
    const mine = openBrowser()(second.user.token)
    const { authoriseUrl } = await mine.oidcSignIn.startLink({ body: { password: testPassword } })
    const back = await stand.visit(authoriseUrl)
    expect(await refusalOf(mine.oidcSignIn.finish({ body: back }))).toBe('409 oidcLinkedToOther')
  })

  test('from the profile is refused once the session has ended', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const mine = openBrowser()(person.user.token)
    const { authoriseUrl } = await mine.oidcSignIn.startLink({ body: { password: testPassword } })
    const back = await stand.visit(authoriseUrl)
    await person.client.security.logout()
    expect(await refusalOf(mine.oidcSignIn.finish({ body: back }))).toBe('401 sessionEnded')
  })
})

describe('an answer', () => {
  const otherwise: readonly (readonly [string, () => void])[] = [
    ['of another issuer', () => (stand.alter = (claims) => ({ ...claims, iss: 'https://other.example' }))],
    ['for another audience', () => (stand.alter = (claims) => ({ ...claims, aud: 'another client' }))],
    ['with another nonce', () => (stand.alter = (claims) => ({ ...claims, nonce: 'another nonce' }))],
    ['without a nonce', () => (stand.alter = ({ nonce: _nonce, ...claims }) => claims)],
    ['that has expired', () => (stand.alter = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }))],
    ['signed with another key', () => (stand.hasForeignKey = true)],
  ]
  test.each(otherwise)('%s is refused', async (_what, prepare) => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    prepare()
    expect(await refusalOf(goThereAndBack(openBrowser()))).toBe('400 oidcRejected')
  })

  test('whose redirect names another issuer is refused', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const browser = openBrowser()
    const back = await goThere(browser)
    expect(await refusalOf(browser().oidcSignIn.finish({ body: { ...back, iss: 'https://other.example' } }))).toBe(
      '400 oidcRejected',
    )
  })

  test('counts once: the state is used up, and the code with another state fails', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const browser = openBrowser()
    const back = await goThere(browser)
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => refusalOf(browser().oidcSignIn.finish({ body: back })).catch(() => 'passed')),
    )
    expect(outcomes.toSorted()).toEqual(['400 oidcAttemptOver', '400 oidcAttemptOver', 'passed'])
    const next = await goThere(browser)
    expect(await refusalOf(browser().oidcSignIn.finish({ body: { ...next, code: back.code } }))).toBe(
      '400 oidcRejected',
    )
  })

  test('of another browser, a late one, an unknown state and a refusal at the provider are refused', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const browser = openBrowser()
    const back = await goThere(browser)
    expect(await refusalOf(openBrowser()().oidcSignIn.finish({ body: back }))).toBe('400 oidcAttemptOver')
    const other = openBrowser()
    await goThere(other)
    expect(await refusalOf(other().oidcSignIn.finish({ body: back }))).toBe('400 oidcAttemptOver')
    expect(await refusalOf(browser().oidcSignIn.finish({ body: { ...back, state: 'made up' } }))).toBe(
      '400 oidcAttemptOver',
    )
    expect(await refusalOf(browser().oidcSignIn.finish({ body: { state: back.state } }))).toBe('400 oidcCancelled')
    const late = await goThere(browser)
    app.clock.advance(10 * 60_000)
    expect(await refusalOf(browser().oidcSignIn.finish({ body: late }))).toBe('400 oidcAttemptOver')
  })

  test('does not come while the provider is down', async () => {
    const person = await app.signUp(['INVESTORS'])
    atProvider(person.email)
    const browser = openBrowser()
    const back = await goThere(browser)
    stand.isDown = true
    expect(await refusalOf(browser().oidcSignIn.finish({ body: back }))).toBe('503 oidcUnreachable')
  })
})

test('a provider that is trusted for the second step opens the session once its sign-in is linked', async () => {
  const own = await startTestApp({ environment: { ...stand.environment, OIDC_TRUSTED_ACR: 'urn:example:strong' } })
  try {
    const person = await own.signUp(['INVESTORS'])
    atProvider(person.email, { acr: 'urn:example:strong' })
    const browser = openBrowser(own)
    expect(await goThereAndBack(browser)).toMatchObject({ outcome: 'STEP' })
    await browser().security.checkVerificationCode({
      body: { email: person.email, code: await own.readCode(person.email) },
    })
    const back = await goThereAndBack(browser)
    if (back.outcome !== 'SIGNED_IN') throw new Error(`The outcome is ${back.outcome}.`)
    const [session] = await own.client(back.user.token).security.findMySessions()
    expect(session).toMatchObject({ openedBy: 'OIDC', provider: 'Example' })
    // The provider's own session of this morning is no proof of now.
    stand.alter = (claims) => ({ ...claims, auth_time: Number(claims['auth_time']) - 600 })
    expect(await refusalOf(goThereAndBack(openBrowser(own)))).toBe('400 oidcRejected')
    stand.alter = undefined
    const { acr: _acr, ...weak } = stand.person
    stand.person = weak
    expect(await goThereAndBack(openBrowser(own))).toMatchObject({ outcome: 'STEP' })
  } finally {
    await own.stop()
  }
})

describe('a linked sign-in that returns while its link ends', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await startTestApp({ environment: { ...stand.environment, OIDC_TRUSTED_ACR: 'urn:example:strong' } })
  })
  afterAll(() => own.stop())

  const removeLink = (trx: Trx, userId: string) => trx.deleteFrom('oidc_link').where('user_id', '=', userId).execute()
  const resetPassword = async (trx: Trx, userId: string) => {
    await setPassword(trx, own.clock, { userId, passwordHash: 'another' })
    await removeLink(trx, userId)
  }
  const strong = { acr: 'urn:example:strong' }
  test.each([
    ['a session after a new password by mail', strong, resetPassword],
    ['a second step after a new password by mail', {}, resetPassword],
    ['a session after its user removed it', strong, removeLink],
    ['a second step after its user removed it', {}, removeLink],
  ])('does not open %s', async (_what, more, end) => {
    const { db } = own.services
    const person = await own.signUp(['INVESTORS'])
    atProvider(person.email, more)
    const browser = openBrowser(own)
    expect(await goThereAndBack(browser)).toMatchObject({ outcome: 'STEP' })
    const code = await own.readCode(person.email)
    await browser().security.checkVerificationCode({ body: { email: person.email, code } })
    const back = await goThere(browser)
    const before = await sessionsOf(db, person)
    const { outcome } = await inTransaction(db, async (trx) => {
      await end(trx, person.user.id)
      const finishing = refusalOf(browser().oidcSignIn.finish({ body: back })).catch(String)
      // It finds the link, which is still there for everybody else, and then waits for this transaction.
      await vi.waitUntil(() => hasWaiting(db), { timeout: 10_000, interval: 20 })
      return { outcome: finishing }
    })
    expect(await outcome).toBe('400 oidcAttemptOver')
    expect((await sessionsOf(db, person)).filter((id) => !before.includes(id))).toEqual([])
    const challenges = db.selectFrom('sign_in_challenge').select('id').where('user_id', '=', person.user.id)
    expect(await challenges.execute()).toEqual([])
  })
})

const sessionsOf = async (db: Db, { user }: TestUser): Promise<string[]> =>
  (await db.selectFrom('session').select('id').where('user_id', '=', user.id).execute()).map(({ id }) => id)

/** Not asked within the transaction that is waited for, which sees no connection opened since it first looked. */
async function hasWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('nothing of it exists without a provider, and the page offers none', async () => {
  expect(await app.client().oidcSignIn.findProvider()).toEqual({ provider: { name: 'Example' } })
  const own = await startTestApp()
  try {
    expect(await own.client().oidcSignIn.findProvider()).toEqual({ provider: null })
    expect(await refusalOf(own.client().oidcSignIn.startSignIn())).toBe('404 oidcUnavailable')
  } finally {
    await own.stop()
  }
})
