import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { behindWrite } from '../../testing/behind-write.ts'
import { linkAccount, makeMember } from '../../testing/factories.ts'
import { giveRole } from '../../testing/fund-roles.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(61 * 60_000))

const messagesTo = async (recipient: string) => {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('position')
    .execute()
}
const codeAt = async (phoneNumber: string): Promise<string> =>
  /\b(\d{6})\b/.exec((await messagesTo(phoneNumber)).at(-1)!.body)![1]!
const linkAt = async (email: string): Promise<string> =>
  /#email=([\w-]+)/.exec((await messagesTo(email)).at(-1)!.body)![1]!

test('my profile is mine: names, e-mail and phone of the session', async () => {
  const { client, email } = await app.signUp(['INVESTORS'], 'Wilma')
  expect(await client.profile.findMyProfile()).toEqual({
    firstName: 'Wilma',
    lastName: 'Example',
    email,
    phoneNumber: expect.stringMatching(/^\+1212555\d{4}$/) as string,
    memberOf: [],
    isManager: false,
  })
})

test('a profile names the managers whose member the user is, before anything is recorded for them', async () => {
  const { client, user } = await app.signUp([], 'Wilma')
  const manager = await app.signUp(['MANAGERS'], 'Mara')
  const body = { firstName: 'Wilma', lastName: 'Example', phone: '12125550199', userId: user.id }
  await manager.client.member.create({ body })
  await manager.client.member.create({ body })
  expect((await client.profile.findMyProfile()).memberOf).toEqual(['Mara Example'])
  expect((await manager.client.profile.findMyProfile()).memberOf).toEqual([])
})

test('a user with an account, members or a role in a fund manages something, until the role ends', async () => {
  const isManager = async ({ client }: TestUser) => (await client.profile.findMyProfile()).isManager
  const manager = await app.signUp(['MANAGERS'], 'Mara')
  expect(await isManager(manager)).toBe(false)
  await makeMember(manager, 'Ann', 'Keller')
  expect(await isManager(manager)).toBe(true)

  const owner = await app.signUp(['MANAGERS'], 'Jon')
  const account = await linkAccount(app, owner, '2026-02-23', '1000.00')
  expect(await isManager(owner)).toBe(true)
  const auditor = await giveRole(app, owner, account.id, 'AUDITOR')
  expect(await isManager(auditor)).toBe(true)
  const [role] = await owner.client.fund.findRoles({ params: { accountId: account.id } })
  await owner.client.fund.endRole({ body: { accountId: account.id, id: role!.id } })
  expect(await isManager(auditor)).toBe(false)
})

test('a member is linked to confirmed users only, and keeps the link of one who is disabled later', async () => {
  const { id: userId } = (await app.signUp([], 'Wilma')).user
  const manager = await app.signUp(['MANAGERS'], 'Mara')
  const body = { firstName: 'Wilma', lastName: 'Example', phone: '12125550199', userId }
  const setStatus = (status: 'CONFIRMATION' | 'INACTIVE' | 'ACTIVE') =>
    app.services.db.updateTable('app_user').set({ status }).where('id', '=', userId).execute()
  await setStatus('CONFIRMATION')
  expect(await refusalOf(manager.client.member.create({ body }))).toBe('404 notFound')
  await setStatus('ACTIVE')
  const { id } = await manager.client.member.create({ body })
  await setStatus('INACTIVE')
  await manager.client.member.update({ body: { id, ...body, phone: '12125550100' } })
  expect(await refusalOf(manager.client.member.create({ body }))).toBe('404 notFound')
})

test('names change at once, in the session too', async () => {
  const { client } = await app.signUp(['INVESTORS'])
  await client.profile.updateMyNames({ body: { firstName: ' Åsa ', lastName: "O'Neil" } })
  expect(await client.security.getMyUser()).toMatchObject({ firstName: 'Åsa', lastName: "O'Neil" })
})

describe('another e-mail address', () => {
  const ask = (person: TestUser, email: string, password = testPassword) =>
    person.client.profile.changeMyEmail({ body: { email, password } })
  const open = (token: string) => app.client().profile.confirmMyEmail({ body: { token } })

  test('needs the password, and stays the old one until the link at the new one is opened', async () => {
    const person = await app.signUp(['INVESTORS'])
    expect(await refusalOf(ask(person, 'asa1@example.test', 'not the password'))).toBe('400 wrongPassword')
    await ask(person, 'asa1@example.test')
    expect((await person.client.security.getMyUser()).email).toBe(person.email)
    const token = await linkAt('asa1@example.test')
    expect(await open(token)).toMatchObject({ email: 'asa1@example.test' })
    expect(await refusalOf(open(token))).toBe('400 linkDead')
  })

  test('ends all sessions, informs the old address, and signs in from then on', async () => {
    const person = await app.signUp(['INVESTORS'])
    await ask(person, 'asa2@example.test')
    await open(await linkAt('asa2@example.test'))
    expect(await refusalOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
    expect((await messagesTo(person.email)).at(-1)).toMatchObject({
      subject: 'Your Clubfolio e-mail address was changed',
    })
    expect(
      await refusalOf(app.client().security.login({ body: { email: person.email, password: testPassword } })),
    ).toBe('400 wrongCredentials')
    await expect(app.signIn('asa2@example.test')).resolves.toBeDefined()
  })

  test('that belongs to somebody is answered alike; its owner gets the mail, and nothing can be opened', async () => {
    const [person, owner] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
    const free = await ask(person, 'asa3@example.test')
    const taken = await ask(person, owner.email)
    expect(taken.message.replace(owner.email, '')).toBe(free.message.replace('asa3@example.test', ''))
    const mails = await messagesTo(owner.email)
    expect(mails.at(-1)).toMatchObject({ subject: 'Someone tried to use your address' })
    expect(mails.at(-1)?.body).not.toContain('#email=')
  })

  test('that somebody else took in the meantime is not taken over', async () => {
    const [person, faster] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
    await ask(person, 'asa4@example.test')
    const token = await linkAt('asa4@example.test')
    await app.services.db
      .updateTable('app_user')
      .set({ email: 'asa4@example.test' })
      .where('id', '=', faster.user.id)
      .execute()
    expect(await refusalOf(open(token))).toBe('400 linkDead')
    await expect(person.client.security.getMyUser()).resolves.toMatchObject({ email: person.email })
  })

  test('that somebody takes while the link is opened is answered like a dead link, and the link stays', async () => {
    const [person, other] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
    await ask(person, 'asa5@example.test')
    const token = await linkAt('asa5@example.test')
    const take = (email: string) => (taker: Pick<PoolClient, 'query'>) =>
      taker.query('update app_user set email = $1 where id = $2', [email, other.user.id])
    const opened = behindWrite(app.services.pool, take('asa5@example.test'), () => open(token))
    expect(await refusalOf(opened)).toBe('400 linkDead')
    expect((await person.client.security.getMyUser()).email).toBe(person.email)
    await take(other.email)(app.services.pool)
    expect(await open(token)).toMatchObject({ email: 'asa5@example.test' })
  })
})

describe('another phone number', () => {
  const ask = (person: TestUser, phoneNumber: string, password = testPassword) =>
    person.client.profile.changeMyPhone({ body: { phoneNumber, password } })
  const confirm = (person: TestUser, code: string) => person.client.profile.confirmMyPhone({ body: { code } })
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

  test('needs the password and a code at the new number; then all sessions end and a mail says so', async () => {
    const person = await app.signUp(['INVESTORS'])
    const { phoneNumber: before } = await person.client.profile.findMyProfile()
    expect(await refusalOf(ask(person, '+13105550101', 'not the password'))).toBe('400 wrongPassword')
    expect(await ask(person, '+13105550101')).toEqual({ expiresInSeconds: 60, resendInSeconds: 30 })
    expect((await person.client.profile.findMyProfile()).phoneNumber).toBe(before)
    await confirm(person, await codeAt('+13105550101'))
    expect(await refusalOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
    expect((await messagesTo(person.email)).at(-1)).toMatchObject({
      subject: 'Your Clubfolio phone number was changed',
    })
    expect(await messagesTo('+13105550101')).toHaveLength(1)
    await app.signIn(person.email)
    expect(await messagesTo('+13105550101')).toHaveLength(2)
  })

  test('is not taken over by a dead code: five tries, 60 seconds, one use', async () => {
    const person = await app.signUp(['INVESTORS'])
    await ask(person, '+13105550102')
    const guessed = await codeAt('+13105550102')
    for (let tries = 1; tries <= 4; tries++)
      expect(await refusalOf(confirm(person, wrongFor(guessed)))).toBe('400 wrongCode')
    expect(await refusalOf(confirm(person, wrongFor(guessed)))).toBe('400 codeDead')
    expect(await refusalOf(confirm(person, guessed))).toBe('400 codeDead')
    expect(await refusalOf(ask(person, '+13105550102'))).toBe('429 resendTooSoon')
    app.clock.advance(30_000)
    await ask(person, '+13105550102')
    app.clock.advance(60_000)
    expect(await refusalOf(confirm(person, await codeAt('+13105550102')))).toBe('400 codeDead')
  })

  test('gets five codes an hour at most', async () => {
    const person = await app.signUp(['INVESTORS'])
    for (let codes = 1; codes <= 5; codes++) {
      await ask(person, '+13105550103')
      app.clock.advance(30_000)
    }
    expect(await refusalOf(ask(person, '+13105550103'))).toBe('429 codesExhausted')
  })
})
