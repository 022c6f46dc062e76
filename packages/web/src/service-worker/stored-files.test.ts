import { expect, test } from 'vitest'
import { filesOf, outdated, sourceOf, storable } from './stored-files.ts'

const origin = 'https://club.example'
const files = ['/', '/color-scheme.js', '/assets/index-1a.js']
const source = (path: string, mode = 'no-cors', method = 'GET') =>
  sourceOf({ method, mode, url: origin + path }, origin, files)

test('pages come from the server first, files with a hash from this device', () => {
  expect(source('/wallet?account=1', 'navigate')).toBe('page')
  expect(source('/chart/BRK.B', 'navigate')).toBe('page')
  expect(source('/assets/other-2b.js')).toBe('file')
  expect(source('/color-scheme.js')).toBe('file')
})

test('calls, other addresses and whatever changes something go past the worker', () => {
  expect(source('/v1/api/account/view-my-account/1', 'cors')).toBeUndefined()
  expect(source('/v1/api/report/print', 'navigate')).toBeUndefined()
  expect(source('/health', 'navigate')).toBeUndefined()
  expect(source('/outbox', 'navigate')).toBeUndefined()
  expect(source('/docs/guides/member.html', 'navigate')).toBeUndefined()
  expect(source('/docs/', 'navigate')).toBeUndefined()
  expect(source('/service-worker.js')).toBeUndefined()
  expect(source('/manifest.webmanifest', 'navigate')).toBeUndefined()
  expect(source('/wallet', 'navigate', 'POST')).toBeUndefined()
  expect(sourceOf({ method: 'GET', mode: 'cors', url: 'https://elsewhere.example/assets/a.js' }, origin, files)).toBe(
    undefined,
  )
})

test('a new version deletes the files of others, and never the figures', () => {
  expect(outdated([filesOf('old'), filesOf('new'), 'figures:mara'], 'new')).toEqual([filesOf('old')])
})

test('a page names only files of the application to store', () => {
  const urls = [
    `${origin}/assets/a-1.js`,
    `${origin}/v1/api/user/find-my-profile`,
    'https://x.example/assets/a.js',
    7,
    'x',
  ]
  expect(storable(urls, origin)).toEqual(['/assets/a-1.js'])
})
