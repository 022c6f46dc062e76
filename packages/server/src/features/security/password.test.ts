import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'

const { verifications } = vi.hoisted(() => ({ verifications: { count: 0 } }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: (...args: Parameters<typeof real.verify>) => (verifications.count++, real.verify(...args)) }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(61 * 60_000))

const newPassword = 'seven grey herons'
const login = (email: string, password: string) => app.client().security.login({ body: { email, password } })
const mailsTo = async (recipient: string) => {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .where('channel', '=', 'MAIL')
    .orderBy('position')
    .execute()
}
const linkTo = async (email: string): Promise<string> => {
  await app.client().security.requestPasswordReset({ body: { email } })
  const mail = (await mailsTo(email)).findLast((sent) => sent.subject === 'Set a new Clubfolio password')
  return /\/auth#reset=([\w-]+)/.exec(mail!.body)![1]!
}
const reset = (token: string, password = newPassword) =>
  app.client().security.resetPassword({ body: { token, password } })

describe('the work of a sign-in', () => {
  test('is one password verification for a known e-mail, an unknown one, and a disabled user', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const disabled = await app.signUp(['INVESTORS'])
    await app.services.db
      .updateTable('app_user')
      .set({ status: 'INACTIVE' })
      .where('id', '=', disabled.user.id)
      .execute()
    for (const address of [email, 'nobody@example.test', disabled.email]) {
      verifications.count = 0
      expect(await refusalOf(login(address, 'wrong password'))).toBe('400 wrongCredentials')
      expect(verifications.count).toBe(1)
    }
  })
})

describe('a forgotten password', () => {
  test('is replaced by a mailed link; the old one is dead and the new one still asks for the code', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    await reset(await linkTo(email))
    expect(await refusalOf(login(email, testPassword))).toBe('400 wrongCredentials')
    expect(await login(email, newPassword)).toMatchObject({ messageType: 'phone' })
  })

  test('ends every session, kills the code on its way, and tells the owner', async () => {
    const { email, client } = await app.signUp(['INVESTORS'])
    await login(email, testPassword)
    const code = await app.readCode(email)
    await reset(await linkTo(email))
    expect(await refusalOf(client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await refusalOf(app.client().security.checkVerificationCode({ body: { email, code } }))).toBe('400 codeDead')
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your Clubfolio password was changed')
  })

  test('has a link that works once, of two at the same time one', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const token = await linkTo(email)
    const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(reset(token))).toBe('400 linkDead')
  })

  test('has a link that lives 30 minutes', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const token = await linkTo(email)
    app.clock.advance(30 * 60_000)
    expect(await refusalOf(reset(token))).toBe('400 linkDead')
  })

  test('has one link at a time: a newer one kills the older', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const older = await linkTo(email)
    await reset(await linkTo(email))
    expect(await refusalOf(reset(older))).toBe('400 linkDead')
  })

  test('keeps its link when the new password is refused', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const token = await linkTo(email)
    expect(await refusalOf(reset(token, 'password1'))).toBe('400 commonPassword')
    await expect(reset(token)).resolves.toBeDefined()
  })

  test('is asked for alike for every address, and only its owner gets a mail', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const disabled = await app.signUp(['INVESTORS'])
    await app.services.db
      .updateTable('app_user')
      .set({ status: 'INACTIVE' })
      .where('id', '=', disabled.user.id)
      .execute()
    const ask = (address: string) => app.client().security.requestPasswordReset({ body: { email: address } })
    const answers = [await ask(email), await ask('nobody@example.test'), await ask(disabled.email)]
    expect(new Set(answers.map((answer) => answer.message)).size).toBe(1)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo('nobody@example.test')).toEqual([])
    expect(await mailsTo(disabled.email)).toEqual([])
  })

  test("fills nobody's mailbox: three mails an hour", async () => {
    const { email } = await app.signUp(['INVESTORS'])
    for (let count = 1; count <= 5; count++) await app.client().security.requestPasswordReset({ body: { email } })
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('leaves no link in clear in the database', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const token = await linkTo(email)
    const rows = await app.services.db.selectFrom('one_use_link').selectAll().execute()
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('base64url') }))),
    ).not.toContain(token)
  })
})

describe('changing the password', () => {
  test('asks for the present one, keeps this session and ends the others', async () => {
    const here = await app.signUp(['INVESTORS'])
    const elsewhere = await app.signIn(here.email)
    const change = (oldPassword: string) => here.client.security.changePassword({ body: { oldPassword, newPassword } })
    expect(await refusalOf(change('not the password'))).toBe('400 wrongPassword')
    await change(testPassword)
    await expect(here.client.security.getMyUser()).resolves.toBeDefined()
    expect(await refusalOf(elsewhere.client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await refusalOf(login(here.email, testPassword))).toBe('400 wrongCredentials')
    await expect(login(here.email, newPassword)).resolves.toBeDefined()
  })

  test('makes mailed links useless and tells the owner', async () => {
    const { email, client } = await app.signUp(['INVESTORS'])
    const token = await linkTo(email)
    await client.security.changePassword({ body: { oldPassword: testPassword, newPassword } })
    expect(await refusalOf(reset(token, 'quite another one'))).toBe('400 linkDead')
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your Clubfolio password was changed')
  })

  test('slows guesses of somebody who sits at an open session', async () => {
    const { client } = await app.signUp(['INVESTORS'])
    const guess = (oldPassword: string) => client.security.changePassword({ body: { oldPassword, newPassword } })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusalOf(guess('not the password'))))
    expect(outcomes.filter((outcome) => outcome === '400 wrongPassword')).toHaveLength(5)
    expect(await refusalOf(guess(testPassword))).toBe('429 signInPaused')
    app.clock.advance(31_000)
    await expect(guess(testPassword)).resolves.toBeDefined()
  })
})

describe('my sessions', () => {
  test('are listed with this one first, and end one by one', async () => {
    const here = await app.signUp(['INVESTORS'])
    const elsewhere = await app.signIn(here.email)
    const [first, second] = await here.client.security.findMySessions()
    expect(first).toMatchObject({ isCurrent: true, address: '127.0.0.1' })
    expect(second).toMatchObject({ isCurrent: false })
    await here.client.security.endMySession({ body: { id: second!.id } })
    expect(await refusalOf(elsewhere.client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await here.client.security.findMySessions()).toHaveLength(1)
    expect(await refusalOf(here.client.security.endMySession({ body: { id: second!.id } }))).toBe('404 notFound')
  })

  test('of somebody else answer like missing ones', async () => {
    const mine = await app.signUp(['INVESTORS'])
    const other = await app.signUp(['ADMINISTRATORS'])
    const [session] = await mine.client.security.findMySessions()
    expect(await refusalOf(other.client.security.endMySession({ body: { id: session!.id } }))).toBe('404 notFound')
    await expect(mine.client.security.getMyUser()).resolves.toBeDefined()
  })

  test('end all but this one at once, and leave out what is over', async () => {
    const here = await app.signUp(['INVESTORS'])
    await app.signIn(here.email)
    await app.signIn(here.email)
    app.clock.advance(20 * 60_000)
    await here.client.security.touch()
    app.clock.advance(15 * 60_000)
    expect(await here.client.security.findMySessions()).toHaveLength(1)
    const again = await app.signIn(here.email)
    await here.client.security.endMyOtherSessions()
    expect(await refusalOf(again.client.security.getMyUser())).toBe('401 sessionEnded')
  })

  test('get a token of their own with every sign-in: one that existed before never becomes signed in', async () => {
    const { email } = await app.signUp(['INVESTORS'])
    const planted = 'A'.repeat(43)
    await app.client(planted).security.login({ body: { email, password: testPassword } })
    const user = await app
      .client(planted)
      .security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
    expect(user.token).not.toBe(planted)
    expect(await refusalOf(app.client(planted).security.getMyUser())).toBe('401 sessionEnded')
    const again = await app.signIn(email)
    expect(again.user.token).not.toBe(user.token)
  })
})
