import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPermitted, licencePage, listLicences } from './list-licences.mjs'

const root = new URL('../..', import.meta.url)
const licensed = listLicences(new URL('package-lock.json', root))

test('everything the running product holds may be passed on with it', () => {
  expect(licensed.length).toBeGreaterThan(100)
  expect(licensed.filter(({ licence }) => !isPermitted(licence))).toEqual([])
})

test('one permitted licence of several is enough, all of a sum are needed, and none is not permitted', () => {
  expect(['MIT', '(GPL-3.0 OR MIT)', 'MIT AND ISC'].filter((each) => !isPermitted(each))).toEqual([])
  expect(['GPL-3.0', 'MIT AND GPL-3.0', ''].filter((each) => isPermitted(each))).toEqual([])
})

test('docs/licences.md lists what the lock file holds (run: npm run licences)', () => {
  expect(readFileSync(new URL('docs/licences.md', root), 'utf8')).toBe(licencePage(licensed))
})
