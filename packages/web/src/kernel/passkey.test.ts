import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arePasskeysPossible } from './passkey.ts'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['localhost', true],
  ['club.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('passkeys at %s are possible: %s', (hostname, isPossible) => {
  expect(arePasskeysPossible({ hostname })).toBe(isPossible)
})

test('a browser without WebAuthn has none', () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(arePasskeysPossible({ hostname: 'localhost' })).toBe(false)
})
