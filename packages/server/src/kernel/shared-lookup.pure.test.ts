import { expect, test } from 'vitest'
import { createSharedLookup } from './shared-lookup.ts'

test('callers that arrive while a question is asked all get the answer to the next one', async () => {
  let state = 'before'
  let asked = 0
  const open: (() => void)[] = []
  const look = createSharedLookup(async () => {
    asked++
    const seen = state
    await new Promise<void>((resolve) => open.push(resolve))
    return seen
  })
  const first = look('a')
  state = 'after'
  const others = Array.from({ length: 60 }, () => look('a'))
  open.shift()!()
  expect(await first).toBe('before')
  await new Promise((resolve) => setImmediate(resolve))
  open.shift()!()
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
  expect(asked).toBe(2)
})

test('a question that fails fails for those who asked it, and the next is asked again', async () => {
  let isBroken = true
  const look = createSharedLookup(async (key) => (isBroken ? Promise.reject(new Error('away')) : key))
  const failing = look('a')
  const next = look('a')
  await expect(failing).rejects.toThrow('away')
  isBroken = false
  expect(await Promise.allSettled([next])).toHaveLength(1)
  expect(await look('a')).toBe('a')
  expect(await look('b')).toBe('b')
})
