import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'
import { inviteAdministrator } from './invite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(61 * 60_000))

const invite = async (email: string): Promise<string> => {
  const link = await inviteAdministrator(app.services.db, app.clock, 'https://club.example', email)
  expect(link).toMatch(/^https:\/\/club\.example\/auth#invite=[\w-]{43}$/)
  return link.split('=')[1]!
}
const newcomer = { password: 'harbour lights on', firstName: 'Ada', lastName: 'Berg', phoneNumber: '+12125557001' }
const accept = (token: string, change: object = {}) =>
  app.client().security.acceptInvitation({ body: { token, ...newcomer, ...change } })
const check = async (email: string) =>
  app.client().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })

describe('an invitation', () => {
  test('leads a new person to Administrators, by the code as ever', async () => {
    const token = await invite('first@example.test')
    expect(await app.client().security.findInvitation({ body: { token } })).toEqual({
      email: 'first@example.test',
      isKnown: false,
      isToAdminister: true,
    })
    expect(await accept(token)).toMatchObject({ messageType: 'phone', email: 'first@example.test' })
    expect((await check('first@example.test')).permissions.map((permission) => permission.nameKey)).toContain('LUP')
  })

  test('works once, within 30 minutes, and a newer one kills it', async () => {
    const used = await invite('once@example.test')
    await accept(used, { phoneNumber: '+12125557002' })
    expect(await refusalOf(accept(used))).toBe('400 linkDead')
    const late = await invite('late@example.test')
    app.clock.advance(30 * 60_000)
    expect(await refusalOf(accept(late))).toBe('400 linkDead')
    const older = await invite('twice@example.test')
    await invite('twice@example.test')
    expect(await refusalOf(app.client().security.findInvitation({ body: { token: older } }))).toBe('400 linkDead')
  })

  test('asks a new person for names and phone, and refuses the commonest passwords', async () => {
    const token = await invite('bare@example.test')
    await expect(
      app.client().security.acceptInvitation({ body: { token, password: 'harbour lights on' } }),
    ).rejects.toMatchObject({
      status: 400,
      body: { error: [{ field: 'firstName' }, { field: 'lastName' }, { field: 'phoneNumber' }] },
    })
    expect(await refusalOf(accept(token, { password: 'password1' }))).toBe('400 commonPassword')
    await expect(accept(token, { phoneNumber: '+12125557003' })).resolves.toBeDefined()
  })

  test('makes a known person an administrator only by his own password, and ends what was open before', async () => {
    const known = await app.signUp(['INVESTORS'])
    const token = await invite(known.email)
    expect(await app.client().security.findInvitation({ body: { token } })).toEqual({
      email: known.email,
      isKnown: true,
      isToAdminister: true,
    })
    expect(await refusalOf(accept(token))).toBe('400 wrongPassword')
    expect((await known.client.security.getMyUser()).permissions.map((permission) => permission.nameKey)).not.toContain(
      'LUP',
    )
    await accept(token, { password: testPassword })
    expect(await refusalOf(known.client.security.getMyUser())).toBe('401 sessionEnded')
    const user = await check(known.email)
    expect(user).toMatchObject({ firstName: known.user.firstName })
    expect(user.permissions.map((permission) => permission.nameKey)).toContain('LUP')
  })

  test('is dead for a disabled person', async () => {
    const known = await app.signUp(['INVESTORS'])
    const token = await invite(known.email)
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', known.user.id).execute()
    expect(await refusalOf(accept(token, { password: testPassword }))).toBe('400 linkDead')
  })
})
