// Known browsers: what is listed of them, and that a forgotten one is a new one again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { openBrowser } from '../../testing/browser-with-cookies.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'
import { findKnownDevice, noteUse } from './device.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(61 * 60_000))

type Browser = ReturnType<typeof openBrowser>

async function signIn(browser: Browser, email: string) {
  await browser().security.login({ body: { email, password: testPassword } })
  const user = await browser().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
  app.clock.advance(61_000)
  return browser(user.token)
}

const notices = async (userId: string) =>
  (
    await app.services.db
      .selectFrom('notification')
      .select('title')
      .where('user_id', '=', userId)
      .where('title', '=', 'A new browser signed in')
      .execute()
  ).length

async function withTwoBrowsers() {
  const person = await app.signUp(['INVESTORS'])
  const [first, second] = [openBrowser(app), openBrowser(app)]
  const [mine, other] = [await signIn(first, person.email), await signIn(second, person.email)]
  const browsers = await mine.security.findKnownBrowsers()
  return { person, first, second, mine, other, browsers }
}

describe('known browsers', () => {
  test('are listed with this one first, and each with its last sign-in', async () => {
    const { person, first, browsers } = await withTwoBrowsers()
    // The browser that signed up is the third.
    expect(browsers.map(({ isThisBrowser }) => isThisBrowser)).toEqual([true, false, false])
    expect(browsers[0]).toMatchObject({ lastAddress: '127.0.0.1', userAgent: expect.any(String) as string })
    const before = browsers[0]!.lastUsedAt!
    const again = await signIn(first, person.email)
    const [now] = await again.security.findKnownBrowsers()
    expect(now).toMatchObject({ id: browsers[0]!.id, knownSince: browsers[0]!.knownSince })
    expect(now!.lastUsedAt).toBeGreaterThan(before)
  })

  test('once forgotten lose their sessions and are mailed as new ones at the next sign-in', async () => {
    const { person, second, mine, other, browsers } = await withTwoBrowsers()
    const before = await notices(person.user.id)
    await signIn(second, person.email)
    expect(await notices(person.user.id)).toBe(before)
    const [own] = await other.security.findKnownBrowsers()
    await mine.security.forgetBrowser({ body: { id: own!.id } })
    expect(await refusalOf(other.security.getMyUser())).toBe('401 sessionEnded')
    await mine.security.getMyUser()
    await person.client.security.getMyUser()
    expect((await mine.security.findKnownBrowsers()).map(({ id }) => id)).toEqual(
      browsers.map(({ id }) => id).filter((id) => id !== own!.id),
    )
    await signIn(second, person.email)
    expect(await notices(person.user.id)).toBe(before + 1)
    expect(await mine.security.findKnownBrowsers()).toHaveLength(browsers.length)
  })

  test('all forgotten, this one last, still mail the next sign-in', async () => {
    const { person, first, mine, browsers } = await withTwoBrowsers()
    const before = await notices(person.user.id)
    for (const { id } of browsers.toReversed()) await mine.security.forgetBrowser({ body: { id } })
    expect(await refusalOf(mine.security.getMyUser())).toBe('401 sessionEnded')
    await signIn(first, person.email)
    expect(await notices(person.user.id)).toBe(before + 1)
  })

  test('are forgotten once, by their own user only, and it is in the audit log', async () => {
    const { person, mine, browsers } = await withTwoBrowsers()
    const stranger = await app.signUp(['INVESTORS'])
    const { id } = browsers[1]!
    expect(await refusalOf(stranger.client.security.forgetBrowser({ body: { id } }))).toBe('404 notFound')
    await mine.security.forgetBrowser({ body: { id } })
    expect(await refusalOf(mine.security.forgetBrowser({ body: { id } }))).toBe('404 notFound')
    const audit = await app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action'])
      .where('object_id', '=', id)
      .execute()
    expect(audit).toEqual([{ actor_id: person.user.id, action: 'browser.forget' }])
  })

  test('lose their own allowance of tries, and a sign-in that is under way there counts as new', async () => {
    const { person, second, mine, other } = await withTwoBrowsers()
    const { email } = person
    const [own] = await other.security.findKnownBrowsers()
    await second().security.login({ body: { email, password: testPassword } })
    const code = await app.readCode(email)
    const before = await notices(person.user.id)
    await mine.security.forgetBrowser({ body: { id: own!.id } })
    await second().security.checkVerificationCode({ body: { email, code } })
    expect(await notices(person.user.id)).toBe(before + 1)
    // Found before it was forgotten, and signed in after.
    const { db } = app.services
    expect(await inTransaction(db, (trx) => noteUse(trx, app.clock, own!.id, { address: '', userAgent: '' }))).toBe(
      false,
    )
  })
})

test('a cookie that was never given is not known', async () => {
  const person = await app.signUp(['INVESTORS'])
  expect(await findKnownDevice(app.services.db, app.clock, person.user.id, 'made up')).toBeUndefined()
})
