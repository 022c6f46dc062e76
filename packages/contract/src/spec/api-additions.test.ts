// Compares docs/api-additions.md with the route table: every call that the specification does not know is listed there
// and marked "ours", and every call that is listed exists.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeList } from '../routes.ts'

interface ListedCall {
  readonly call: string
  readonly isOurs: boolean
}

const shape = (path: string) =>
  path
    .replace('/v1/api/', '')
    .replaceAll(/\{\w+\}/g, '{}')
    .replace(/\/$/, '')

const specified = new Set(
  readFileSync(new URL('calls.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [method = '', path = ''] = line.trim().split(' ')
      return `${method} ${shape(path)}`
    }),
)

const built = routeList.map(({ route }) => `${route.method} ${shape(route.path)}`)
const folders = new Set(built.map((call) => call.split(' ')[1]?.split('/')[0] ?? ''))

/**
 * Reads the calls of one table row. Within a row a method and a folder count until the next one: "`POST member/create`,
 * `update`" are two calls of `member`. A path may end with "...", which is written out here.
 */
function readCalls(row: string): ListedCall[] {
  const [cell = '', words = ''] = row.split('|').slice(1)
  let method = ''
  let folder = ''
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => {
    const named = /^(?:(GET|POST) )?([\w-]+(?:\/[^\s?]+)?)/.exec(text)
    // A socket or a header.
    if (!named || /^(WebSocket|header|Idempotency-Key)/.test(text)) return []
    method = named[1] ?? method
    const path = named[2] ?? ''
    const first = path.split('/')[0] ?? ''
    const isWhole = folders.has(first) && (path.includes('/') || named[1] !== undefined)
    if (isWhole) folder = first
    const call = `${method} ${writeOut(method, shape(isWhole ? path : `${folder}/${path}`))}`
    return [{ call, isOurs: /^ *ours\b/.test(words) }]
  })
}

function writeOut(method: string, path: string): string {
  if (!path.endsWith('/...')) return path
  const start = `${method} ${path.slice(0, -'...'.length)}`
  return built.find((call) => call.startsWith(start))?.slice(method.length + 1) ?? path
}

const listed = readFileSync(new URL('../../../../docs/api-additions.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap(readCalls)

test('the page lists every call that the specification does not know', () => {
  const names = new Set(listed.map(({ call }) => call))
  expect(built.filter((call) => !specified.has(call) && !names.has(call))).toEqual([])
})

test('every call on the page exists', () => {
  expect(listed.map(({ call }) => call).filter((call) => !built.includes(call))).toEqual([])
})

test('"ours" marks exactly the calls that the specification does not know', () => {
  expect(listed.filter(({ call, isOurs }) => built.includes(call) && isOurs === specified.has(call))).toEqual([])
})
