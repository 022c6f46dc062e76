import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { writeAudit } from './audit.ts'
import { runOnce } from './idempotency.ts'
import type { Trx } from './transaction.ts'

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['INVESTORS'])
})
afterAll(() => app.stop())

const request = (key: string | undefined, content: unknown) => ({
  ownerId: person.user.id,
  key,
  routeName: 'test.effect',
  content,
})
const countEffects = async (action: string) =>
  (await app.services.db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length
const effect = (action: string) => async (trx: Trx) => {
  await writeAudit(trx, app.clock, { actorId: null, action })
  return { message: action }
}
const run = (key: string | undefined, content: unknown, work: (trx: Trx) => Promise<unknown>) =>
  runOnce(app.services.db, app.clock, request(key, content), work)

test('the same request twice has one effect and the same answer', async () => {
  const first = await run('key-twice', { amount: 1 }, effect('twice'))
  const second = await run('key-twice', { amount: 1 }, effect('twice'))
  expect(second).toEqual(first)
  expect(await countEffects('twice')).toBe(1)
})

test('the same key with another body is refused', async () => {
  await run('key-body', { amount: 1 }, effect('body'))
  await expect(run('key-body', { amount: 2 }, effect('body'))).rejects.toMatchObject({
    refusal: 'requestKeyReused',
    status: 422,
  })
  expect(await countEffects('body')).toBe(1)
})

test('a copy that arrives while the first is at work is refused with that reason', async () => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  let started = () => undefined as void
  const atWork = new Promise<void>((resolve) => (started = resolve))
  const first = run('key-flight', {}, async (trx) => {
    started()
    await held
    return effect('flight')(trx)
  })
  await atWork
  await expect(run('key-flight', {}, effect('flight'))).rejects.toMatchObject({
    refusal: 'requestInFlight',
    status: 409,
  })
  release()
  await first
  expect(await countEffects('flight')).toBe(1)
})

test('an effect that fails leaves no trace and can be tried again under its key', async () => {
  await expect(
    run('key-fails', {}, async (trx) => {
      await effect('fails')(trx)
      throw new Error('broken half way')
    }),
  ).rejects.toThrow('broken half way')
  expect(await countEffects('fails')).toBe(0)
  await run('key-fails', {}, effect('fails'))
  expect(await countEffects('fails')).toBe(1)
})

test('20 parallel copies have one effect', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => run('key-many', {}, effect('many'))))
  expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
  expect(await countEffects('many')).toBe(1)
})
