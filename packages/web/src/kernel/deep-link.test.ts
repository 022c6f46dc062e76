import { expect, test } from 'vitest'
import { findDeepLink, rememberAddress } from './deep-link.ts'

test('the address that was asked for is where the sign-in leads', () => {
  const state = rememberAddress('/wallet?account=7#chart', undefined)
  expect(findDeepLink(state, 'ada')).toBe('/wallet?account=7#chart')
})

test('another user than the one the page showed starts at the start page', () => {
  const state = rememberAddress('/account-mapping?member=7', 'ada')
  expect(findDeepLink(state, 'ada')).toBe('/account-mapping?member=7')
  expect(findDeepLink(state, 'bob')).toBeUndefined()
  expect(findDeepLink(state, undefined)).toBeUndefined()
})

test.each(['/', '/?x=1', '/auth', '/auth?form=register', '/auth#reset=abc', '/page-not-found'])(
  '%s is no deep link',
  (address) => {
    expect(rememberAddress(address, undefined)).toEqual({})
    expect(findDeepLink({ deepLink: { address } }, 'ada')).toBeUndefined()
  },
)

test.each([
  '//elsewhere.example/wallet',
  '/\\elsewhere.example/wallet',
  '/\t/elsewhere.example',
  'https://elsewhere.example/wallet',
  'javascript:alert(1)',
  'wallet',
  '',
  7,
  null,
])('%j leads to the start page', (address) => {
  expect(findDeepLink({ deepLink: { address } }, 'ada')).toBeUndefined()
})

test.each([{}, { deepLink: undefined }, { deepLink: 'text' }, { deepLink: null }])('%j has no deep link', (state) => {
  expect(findDeepLink(state, 'ada')).toBeUndefined()
})
