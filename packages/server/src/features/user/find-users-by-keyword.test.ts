import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.signUp(['INVESTORS'], 'Wilhelmina')
})
afterAll(() => app.stop())

const search = async (groups: Parameters<TestApp['signUp']>[0], keyword: string) => {
  const { client } = await app.signUp(groups)
  return client.user.findByKeyword({ params: { keyword } })
}

test('an administrator sees whom he finds in full', async () => {
  expect(await search(['ADMINISTRATORS'], 'HELMIN')).toMatchObject([
    { fullName: 'Wilhelmina Example', email: 'person1@example.test', phoneNumber: '+12125551001' },
  ])
})

test('a manager sees the name and a masked e-mail, of ten people at most', async () => {
  expect(await search(['MANAGERS'], 'wilhelmina ex')).toEqual([
    {
      id: expect.any(String) as string,
      fullName: 'Wilhelmina Example',
      email: 'p•••@example.test',
      firstName: '',
      lastName: '',
      phoneNumber: '',
    },
  ])
  for (let people = 0; people < 12; people++) await app.signUp([], 'Crowd')
  expect(await search(['MANAGERS'], 'crowd')).toHaveLength(10)
})

test('a manager is offered neither an unconfirmed user nor a disabled one, and an administrator sees both', async () => {
  const { db } = app.services
  for (const status of ['CONFIRMATION', 'INACTIVE'] as const) {
    const person = await app.signUp([], 'Unready')
    await db.updateTable('app_user').set({ status }).where('email', '=', person.email).execute()
  }
  expect(await search(['MANAGERS'], 'unready')).toEqual([])
  expect(await search(['ADMINISTRATORS'], 'unready')).toHaveLength(2)
})

test('an investor may not search people, and a percent sign is a character like any other', async () => {
  await expect(search(['INVESTORS'], 'wilhelmina')).rejects.toMatchObject({ status: 403 })
  expect(await search(['ADMINISTRATORS'], '%%%')).toEqual([])
})
