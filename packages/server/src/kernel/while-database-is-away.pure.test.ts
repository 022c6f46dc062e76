import { Refusal } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { createWhileAway } from './while-database-is-away.ts'

const away = () => Object.assign(new Error('shutting down'), { code: '57P01' })

/** Fails with each of `failures`, then succeeds; records the waits. */
function attempts(failures: readonly Error[]) {
  const waits: number[] = []
  let count = 0
  const left = [...failures]
  return {
    waits,
    count: () => count,
    options: {
      pause: (ms: number) => Promise.resolve(void waits.push(ms)),
      hungUp: () => new AbortController().signal,
    },
    work: () => {
      count++
      const failure = left.shift()
      return failure ? Promise.reject(failure) : Promise.resolve('done')
    },
  }
}

test('work is repeated until the database is back, and its key is free', async () => {
  const tried = attempts([away(), new Refusal('requestInFlight'), away()])
  expect(await createWhileAway()(tried.options, tried.work)).toBe('done')
  expect(tried.waits).toEqual([50, 100, 250])
})

test('a database that stays away is reported after 8 seconds', async () => {
  const tried = attempts(Array.from({ length: 20 }, away))
  await expect(createWhileAway()(tried.options, tried.work)).rejects.toMatchObject({ code: '57P01' })
  expect(tried.count()).toBe(8)
  expect(tried.waits.reduce((sum, ms) => sum + ms, 0)).toBe(7_900)
})

test('other failures, a key in use and a caller that hung up are not repeated', async () => {
  for (const failure of [new Refusal('invalid'), new Refusal('requestInFlight'), new Error('a fault of ours')]) {
    const tried = attempts([failure])
    await expect(createWhileAway()(tried.options, tried.work)).rejects.toBe(failure)
    expect(tried.count()).toBe(1)
  }
  const tried = attempts([away()])
  const options = { ...tried.options, hungUp: () => AbortSignal.abort() }
  await expect(createWhileAway()(options, tried.work)).rejects.toMatchObject({ code: '57P01' })
})

test('no more than 200 callers wait', async () => {
  const whileAway = createWhileAway()
  const forever = { pause: () => new Promise<void>(() => undefined), hungUp: () => new AbortController().signal }
  const failing = () => Promise.reject(away())
  for (let count = 0; count < 200; count++) void whileAway(forever, failing)
  await expect(whileAway(forever, failing)).rejects.toMatchObject({ code: '57P01' })
})
