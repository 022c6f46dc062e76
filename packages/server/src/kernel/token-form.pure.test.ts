import { ManualClock } from './clock.ts'
import { expect, test } from 'vitest'
import { newId } from './id.ts'
import { idOfApiToken, makeApiToken } from './token-form.ts'

const clock = new ManualClock(Date.parse('2026-03-04T15:00:00Z'))

test('a token is one word of 75 characters that names its row', () => {
  for (const id of [newId(clock), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    const token = makeApiToken(id)
    expect(token).toMatch(/^clf_[0-9A-Za-z]{71}$/)
    expect(idOfApiToken(token)).toBe(id)
  }
})

test('two tokens of one row differ in 256 random bits', () => {
  const id = newId(clock)
  const made = new Set(Array.from({ length: 100 }, () => makeApiToken(id)))
  expect(made.size).toBe(100)
})

test('a token with any character changed, left out or added is none', () => {
  const token = makeApiToken(newId(clock))
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x'
    expect(idOfApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
    expect(idOfApiToken(token.slice(0, at) + token.slice(at + 1))).toBeUndefined()
  }
  for (const text of [`${token}0`, ` ${token}`, '', 'clf_', 'A'.repeat(75), 'clf_'.padEnd(75, '0')])
    expect(idOfApiToken(text)).toBeUndefined()
})
