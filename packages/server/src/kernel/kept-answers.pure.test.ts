import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

/** Answers whose making is counted, under a version that the test sets. */
function startAnswers(byteLimit?: number) {
  const state = { version: 'one' as string | undefined, made: 0 }
  const kept = createKeptAnswers(() => state.version, byteLimit)
  const ask = async (key: string, value: unknown = key) => {
    const answer = await kept.answer(key, () => {
      state.made++
      return Promise.resolve(value)
    })
    return answer.text.toString()
  }
  return { state, kept, ask }
}

test('an answer is made once for each version, and by every call while none is known', async () => {
  const { state, ask } = startAnswers()
  expect([await ask('a'), await ask('a'), state.made]).toEqual(['"a"', '"a"', 1])
  state.version = 'two'
  await ask('a')
  expect(state.made).toBe(2)
  state.version = undefined
  await ask('a')
  await ask('a')
  expect(state.made).toBe(4)
})

test('calls that arrive while an answer is made share it', async () => {
  const { state, ask } = startAnswers()
  await Promise.all([ask('a'), ask('a'), ask('b')])
  expect(state.made).toBe(2)
})

test('an answer that was read before a change is not found after it', async () => {
  const { state, kept, ask } = startAnswers()
  await kept.answer('a', () => {
    state.version = 'two'
    return Promise.resolve('read before')
  })
  expect(await ask('a', 'read after')).toBe('"read after"')
  state.version = 'one'
  expect(await ask('a', 'read again')).toBe('"read again"')
})

test('a failure is not kept', async () => {
  const { kept, ask } = startAnswers()
  await expect(kept.answer('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ask('a')).toBe('"a"')
})

test('what was asked for least recently makes room', async () => {
  const { state, ask } = startAnswers(2_200)
  const long = 'x'.repeat(18)
  for (const key of ['a', 'b', 'a', 'c', 'a']) await ask(key, long)
  expect(state.made).toBe(3)
  await ask('b', long)
  expect(state.made).toBe(4)
  // One that is larger than the whole room is never kept.
  await ask('d', 'x'.repeat(1_000))
  await ask('d', 'x'.repeat(1_000))
  expect(state.made).toBe(6)
})

test('many empty answers and long questions do not fill the memory', async () => {
  const { state, ask } = startAnswers(10_000)
  for (let at = 0; at < 20; at++) await ask(`nothing ${at}`, [])
  await ask('nothing 0', [])
  expect(state.made).toBe(21)
  const long = 'x'.repeat(501)
  await ask(long, [])
  await ask(long, [])
  expect(state.made).toBe(23)
})

test('a text is compressed once in each form, and a short one not at all', async () => {
  const { kept } = startAnswers()
  const text = Array.from({ length: 200 }, (_, at) => ({ code: `C${at}`, close: at / 100 }))
  const answer = await kept.answer('long', () => Promise.resolve(text))
  expect(answer.compressed('br')).toBe(answer.compressed('br'))
  expect(JSON.parse(brotliDecompressSync((await answer.compressed('br'))!).toString())).toEqual(text)
  expect(JSON.parse(gunzipSync((await answer.compressed('gzip'))!).toString())).toEqual(text)
  expect((await kept.answer('short', () => Promise.resolve([]))).compressed('br')).toBeUndefined()
})

test('equal texts have equal tags in every process, other texts have others', async () => {
  const [one, other] = [startAnswers().kept, startAnswers().kept]
  const tagOf = async (kept: typeof one, value: unknown) => (await kept.answer('a', () => Promise.resolve(value))).tag
  expect(await tagOf(one, [1])).toBe(await tagOf(other, [1]))
  expect(await tagOf(startAnswers().kept, [2])).not.toBe(await tagOf(startAnswers().kept, [1]))
})
