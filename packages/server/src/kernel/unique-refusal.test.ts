// The refusals of taken values, and that the constraints they are named after exist.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { refuseTaken, uniqueRefusals, violatedUnique } from './unique-refusal.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)
afterAll(() => app.stop())

test('every constraint of the list exists and is unique', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique
  `.execute(app.services.db)
  const known = new Set(rows.map(({ name }) => name))
  expect(Object.keys(uniqueRefusals).filter((name) => !known.has(name))).toEqual([])
})

test('a taken value is refused beside its field, in the words that it had without one', async () => {
  const anna = await app.signUp(['INVESTORS'])
  await anna.client.watchlist.create({ body: { name: 'Oil' } })
  const text = 'You have a watchlist of this name already. Choose another name.'
  await expect(anna.client.watchlist.create({ body: { name: 'Oil' } })).rejects.toMatchObject({
    status: 409,
    message: text,
    body: { refusal: 'watchlistName', error: [{ field: 'name', message: text }] },
  })
})

test('figures fill the words in; a constraint without a refusal, and any other error, stay what they are', async () => {
  const violated = (constraint: string, code = '23505') =>
    Promise.reject(Object.assign(new Error('duplicate'), { code, constraint }))
  await expect(refuseTaken(violated('app_user_email_key'), { email: 'a@b.example' })).rejects.toMatchObject({
    refusal: 'emailTaken',
    fields: [{ field: 'email', message: 'The e-mail address a@b.example belongs to another user.' }],
  })
  await expect(refuseTaken(violated('instrument_pkey'))).rejects.toThrow('duplicate')
  await expect(refuseTaken(violated('app_user_email_key', '23514'))).rejects.toThrow('duplicate')
  await expect(refuseTaken(Promise.resolve('written'))).resolves.toBe('written')
  expect([violatedUnique(new Error('other')), violatedUnique(undefined)]).toEqual([undefined, undefined])
})
