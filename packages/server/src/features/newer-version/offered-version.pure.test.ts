import { expect, test } from 'vitest'
import { compareVersions, readOffer } from './offered-version.ts'

test.each([
  ['{"version":"1.1.0","page":"https://club.example/1.1"}', { version: '1.1.0', page: 'https://club.example/1.1' }],
  ['{"version":"1.1.0"}', { version: '1.1.0', page: undefined }],
  [
    '{"tag_name":"v1.2.0","html_url":"https://code.example/v1.2.0","draft":false}',
    { version: '1.2.0', page: 'https://code.example/v1.2.0' },
  ],
  [
    '[{"tag_name":"v1.9.0"},{"tag_name":"v1.10.0"},{"tag_name":"v2.0.0","prerelease":true}]',
    { version: '1.10.0', page: undefined },
  ],
  ['[]', undefined],
  ['<html>', undefined],
  ['{"version":"tomorrow"}', undefined],
  ['{"version":"1.1.0","page":"javascript:alert(1)"}', undefined],
])('%s offers %o', (text, offer) => {
  expect(readOffer(text)).toEqual(offer)
})

test.each([
  ['1.10.0', '1.9.9', 1],
  ['1.0.0', '1.0.0', 0],
  ['1.0.0', '1.0.0-next', 0],
  ['0.9.0', '1.0.0', -1],
])('%s against %s is %d', (a, b, sign) => {
  expect(compareVersions(a, b)).toBe(sign)
})
