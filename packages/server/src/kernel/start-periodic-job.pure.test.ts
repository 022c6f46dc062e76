import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { startPeriodicJob } from './start-periodic-job.ts'

const error = vi.fn<(fields: object, words: string) => void>()
const log = { error } as unknown as Log
beforeEach(() => {
  error.mockReset()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('works at once, and again a while after each turn has ended, never twice at a time', async () => {
  const ends: (() => void)[] = []
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => ends.push(resolve)))
  const job = startPeriodicJob({ log }, { tickMs: 1_000, failure: 'failed', run })
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(999)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(2)
  ends[1]!()
  await job.stop()
})

test('a turn that fails is logged in its words, and the next one comes all the same', async () => {
  const fault = new Error('no database')
  const run = vi.fn<() => Promise<void>>(() => Promise.reject(fault))
  const job = startPeriodicJob({ log }, { tickMs: 1_000, failure: 'it could not be tidied', run })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(error.mock.calls).toEqual([
    [{ err: fault }, 'it could not be tidied'],
    [{ err: fault }, 'it could not be tidied'],
  ])
  await job.stop()
})

test('stopping waits for the running turn and starts no other', async () => {
  let end = (): void => undefined
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)))
  const job = startPeriodicJob({ log }, { tickMs: 1_000, failure: 'failed', run })
  const stopped = vi.fn<() => void>()
  const stopping = job.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(10)
  expect(stopped).not.toHaveBeenCalled()
  end()
  await stopping
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(1)
})
