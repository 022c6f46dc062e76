// Bad input for every route, generated from the contract: no answer may be a fault, hang, or show the inside.
// The full campaign runs as a benchmark; this is its first few thousand requests with a fixed seed.
import { fillPath, routeList, type Route } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await app.signUp(['ADMINISTRATORS', 'MANAGERS'])).user.token
})
afterAll(() => app.stop())

/** Raw JSON texts that stand where a value belongs. */
const wrongValues = [
  'null', 'true', '0', '-0', '-1', '1e309', '9007199254740993', '0.1', '""', '" "', '"NaN"', '[]', '{}', '[[]]', '{"a":{"b":null}}',
  '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\u202e<script>alert(1)</script>"', `"${'x'.repeat(5_000)}"`, `"'; drop table app_user; --"`,
  '"2026-02-30"', '"9999-99-99"', '"0000-00-00"', '"-1-01-01"', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}', '"00000000-0000-0000-0000-000000000000"',
]

const pathValues = ['null', 'undefined', '%00', '..%2f..', '%E0%A4%A', 'x'.repeat(1_500), '-1', '1e309', '💥', "'%20or%201=1", '00000000-0000-7000-8000-000000000000', '%ud800', ' ', 'All', '2026-02-30']

const skipped = new Set(['security.logout'])

test('every field of every body, replaced by every wrong value, gets a clear answer', async () => {
  const faults: string[] = []
  for (const { group, name, route } of routeList) {
    if (route.method !== 'POST' || skipped.has(`${group}.${name}`)) continue
    for (const body of bodies(route)) {
      const answer = await call(route, fillPath(route.path, {}), body)
      if (answer.isFault) faults.push(`${group}.${name} ${body.slice(0, 120)} -> ${answer.status} ${answer.text}`)
    }
  }
  expect(faults).toEqual([])
}, 300_000)

test('every path parameter, replaced by every wrong value, gets a clear answer', async () => {
  const faults: string[] = []
  for (const { group, name, route } of routeList) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)
    if (names.length === 0 || skipped.has(`${group}.${name}`)) continue
    for (const value of pathValues) {
      const path = route.path.replaceAll(/\{\w+\}/g, value)
      const answer = await call(route, path, '{}')
      if (answer.isFault) faults.push(`${group}.${name} ${path.slice(0, 160)} -> ${answer.status} ${answer.text}`)
    }
  }
  expect(faults).toEqual([])
}, 300_000)

function* bodies(route: Route): Generator<string> {
  yield* wrongValues
  const fields = route.body ? Object.keys((z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {}) : []
  for (const field of fields) {
    for (const value of wrongValues) {
      yield `{${fields.map((other) => `${JSON.stringify(other)}:${other === field ? value : plausible(other)}`).join(',')}}`
    }
  }
}

/** Something likely to pass, so that the one wrong field is what the handler meets. */
function plausible(field: string): string {
  if (/id$/i.test(field)) return '"00000000-0000-7000-8000-000000000000"'
  if (/email/i.test(field)) return '"somebody@example.test"'
  if (/date|day|from|to$/i.test(field)) return '"2026-03-03"'
  if (/amount|balance|limit|price|quantity/i.test(field)) return '1'
  if (/^is/i.test(field)) return '"1"'
  return '"abcdefgh"'
}

async function call(route: Route, path: string, body: string): Promise<{ isFault: boolean; status: number; text: string }> {
  const response = await fetch(app.url + path, {
    method: route.method,
    headers: { token, 'content-type': route.upload ? 'application/octet-stream' : 'application/json' },
    ...(route.method === 'POST' ? { body } : {}),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  const showsInside = /node_modules|\.ts:\d+|at async |syntax error at|invalid input syntax/.test(text)
  // Refusals of the outside world (502, 503 with a name) are clear answers; a plain 500 never is.
  return { isFault: response.status === 500 || showsInside, status: response.status, text: text.slice(0, 200) }
}
