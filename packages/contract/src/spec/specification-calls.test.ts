// Compares the route table with the calls that the two specification documents name, so that progress is visible and no
// call can change its path or method unnoticed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiPage } from '../api-page.ts'
import { formatDocument, openApiDocument } from '../openapi.ts'
import { routeList } from '../routes.ts'

const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')

const specified = readFileSync(new URL('calls.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((text) => text !== '' && !text.startsWith('#'))
  .map((text) => text.trim().split(' ') as [string, string])

const built = new Set(routeList.map(({ route }) => `${route.method} ${shape(route.path)}`))

test('every call of the specification is either in the route table or in the list of what is still missing', () => {
  const missing = specified
    .filter(([method, path]) => !built.has(`${method} ${shape(path)}`))
    .map((call) => call.join(' '))
  console.log(
    `${specified.length - missing.length} of ${specified.length} specified calls are built; missing:\n${missing.join('\n')}`,
  )
  expect(missing).toEqual(readMissing())
})

test('no two routes share a method and path', () => {
  expect(new Set(routeList.map(({ route }) => `${route.method} ${shape(route.path)}`)).size).toBe(routeList.length)
})

test('openapi.json is what the route table says (run: npm run openapi)', () => {
  const committed = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')
  expect(committed).toBe(formatDocument(openApiDocument('1')))
})

test('docs/api.md is what the route table says (run: npm run openapi)', () => {
  expect(readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')).toBe(apiPage())
})

function readMissing(): string[] {
  return readFileSync(new URL('missing-calls.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
}
