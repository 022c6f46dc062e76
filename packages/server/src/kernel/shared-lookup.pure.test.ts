import { expect, onTestFinished, test, vi } from 'vitest'
import { createBatchedLookup } from './shared-lookup.ts'

test('callers that arrive while a question is asked all get the answer to the next one', async () => {
  let state = 'before'
  let asked = 0
  const open: (() => void)[] = []
  const look = createBatchedLookup(async (questions: readonly string[]) => {
    asked++
    const seen = state
    await new Promise<void>((resolve) => open.push(resolve))
    return questions.map((question) => `${question} ${seen}`)
  })
  const first = look('a')
  state = 'after'
  const others = Array.from({ length: 60 }, (_, place) => look(`b${place}`))
  open.shift()!()
  expect(await first).toBe('a before')
  await new Promise((resolve) => setImmediate(resolve))
  open.shift()!()
  expect(await Promise.all(others)).toEqual(others.map((_, place) => `b${place} after`))
  expect(asked).toBe(2)
})

test('a question that fails fails for those who asked it, and the next is asked again', async () => {
  let isBroken = true
  const look = createBatchedLookup(async (keys: readonly string[]) =>
    isBroken ? Promise.reject(new Error('away')) : keys,
  )
  const failing = look('a')
  const next = look('a')
  await expect(failing).rejects.toThrow('away')
  isBroken = false
  expect(await Promise.allSettled([next])).toHaveLength(1)
  expect(await look('a')).toBe('a')
  expect(await look('b')).toBe('b')
})

test('questions that arrive with an answer wait for the question after it, and none is lost', async () => {
  let running = 0
  const sizes: number[] = []
  const look = createBatchedLookup(async (questions: readonly number[]) => {
    expect(++running).toBe(1)
    sizes.push(questions.length)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return questions.map((question) => question * 2)
  })
  const follow = async (question: number): Promise<number> => look((await look(question)) + 1)
  const answers = await Promise.all([follow(1), follow(2), follow(3)])
  expect(answers).toEqual([6, 10, 14])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(6)
})

test('a question without an answer holds the next one up for a quarter of a second, not for ever', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[][] = []
  const look = createBatchedLookup((questions: readonly string[]) => {
    asked.push([...questions])
    return questions.includes('stuck') ? new Promise<never>(() => undefined) : Promise.resolve(questions)
  })
  void look('stuck')
  const next = look('a')
  await vi.advanceTimersByTimeAsync(249)
  expect(asked).toEqual([['stuck']])
  await vi.advanceTimersByTimeAsync(1)
  expect(await next).toBe('a')
  expect(await look('b')).toBe('b')
  expect(asked).toEqual([['stuck'], ['a'], ['b']])
})
