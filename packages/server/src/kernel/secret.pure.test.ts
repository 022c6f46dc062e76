import { expect, test } from 'vitest'
import { createSecretBox } from './secret.ts'

const older = 'an older key of more than thirty-two characters'
const newer = 'a newer key of more than thirty-two characters'

test('a sealed secret opens for its own row only', () => {
  const box = createSecretBox([newer])
  const sealed = box.seal('refresh-token', 'broker_login:1')
  expect(box.open(sealed, 'broker_login:1')).toBe('refresh-token')
  expect(() => box.open(sealed, 'broker_login:2')).toThrow(/authenticate/)
  expect(sealed.includes('refresh-token')).toBe(false)
})

test('after rotation the old key still opens and is reported as stale', () => {
  const sealed = createSecretBox([older]).seal('secret', 'row')
  const rotated = createSecretBox([newer, older])
  expect(rotated.open(sealed, 'row')).toBe('secret')
  expect(rotated.isStale(sealed)).toBe(true)
  expect(rotated.isStale(rotated.seal('secret', 'row'))).toBe(false)
  expect(() => createSecretBox([newer]).open(sealed, 'row')).toThrow('CLUBFOLIO_SECRET_KEY')
})

test('one changed byte is refused', () => {
  const box = createSecretBox([newer])
  const sealed = box.seal('secret', 'row')
  sealed[sealed.length - 1]! ^= 1
  expect(() => box.open(sealed, 'row')).toThrow(/authenticate/)
})

test("processes that change to a new key one by one know each other's fingerprints, whichever key comes first", () => {
  const boxes = { before: createSecretBox([older, newer]), after: createSecretBox([newer, older]) }
  const made = { before: boxes.before.fingerprint('123456', 'code'), after: boxes.after.fingerprint('123456', 'code') }
  expect(made.before.equals(made.after)).toBe(false)
  expect(boxes.before.isFingerprint(made.after, '123456', 'code')).toBe(true)
  expect(boxes.after.isFingerprint(made.before, '123456', 'code')).toBe(true)
  expect(boxes.after.isFingerprint(made.before, '123457', 'code')).toBe(false)
  expect(boxes.after.isFingerprint(made.before, '123456', 'another purpose')).toBe(false)
  expect(createSecretBox([newer]).isFingerprint(made.before, '123456', 'code')).toBe(false)
  expect(boxes.after.fingerprints('123456', 'code')).toEqual([made.after, made.before])
})
