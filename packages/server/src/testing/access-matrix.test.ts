// Every route x every kind of caller, generated from the route table: exactly those are admitted that the access rule
// allows. The reviewed table next to this file fails when a route's rule changes or a route has no row.
import { readFileSync } from 'node:fs'
import { fillPath, routeList, systemGroups, type NamedRoute, type PermissionKey } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

interface Visitor {
  readonly name: string
  readonly token: string | undefined
  /** The keys the visitor holds, or undefined without a valid session. */
  readonly keys: readonly PermissionKey[] | undefined
}

let app: TestApp
const visitors: Visitor[] = []

beforeAll(async () => {
  app = await startTestApp()
  const { db, clock } = app.services
  const loggedOut = await app.signUp(['ADMINISTRATORS'])
  await loggedOut.client.security.logout()
  const disabled = await app.signUp(['ADMINISTRATORS'])
  await db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', disabled.user.id).execute()
  const idle = await app.signUp(['ADMINISTRATORS'])
  await db
    .updateTable('session')
    .set({ last_used_at: new Date(clock.nowMs() - 31 * 60_000) })
    .where('user_id', '=', idle.user.id)
    .execute()
  const expired = await app.signUp(['ADMINISTRATORS'])
  await db
    .updateTable('session')
    .set({ expires_at: new Date(clock.nowMs() - 1) })
    .where('user_id', '=', expired.user.id)
    .execute()
  const keyless = await app.signUp([])
  const known = (name: string, person: TestUser): Visitor => ({
    name,
    token: person.user.token,
    keys: person.user.permissions.map((p) => p.nameKey),
  })
  visitors.push(
    { name: 'nobody', token: undefined, keys: undefined },
    { name: 'a made-up token', token: 'A'.repeat(43), keys: undefined },
    { name: 'a very long token', token: 'A'.repeat(8_000), keys: undefined },
    { name: 'one who logged out', token: loggedOut.user.token, keys: undefined },
    { name: 'a disabled user', token: disabled.user.token, keys: undefined },
    { name: 'one idle for 31 minutes', token: idle.user.token, keys: undefined },
    { name: 'one past 12 hours', token: expired.user.token, keys: undefined },
    known('a user without any key', keyless),
  )
  for (const { nameKey } of systemGroups) visitors.push(known(nameKey.toLowerCase(), await app.signUp([nameKey])))
})
afterAll(() => app.stop())

/**
 * Calls with parameters and a body that name nothing: an admitted caller gets the complaint about them, or an empty
 * answer.
 */
async function knock({ route }: NamedRoute, visitor: Visitor): Promise<number> {
  const headers: Record<string, string> = {
    'content-type': route.upload ? 'application/octet-stream' : 'application/json',
  }
  if (visitor.token) headers['token'] = visitor.token
  const unknown = Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, '00000000-0000-7000-8000-000000000000']),
  )
  const response = await fetch(app.url + fillPath(route.path, unknown), {
    method: route.method,
    headers,
    ...(route.method === 'POST' ? { body: '{}' } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

function expected({ route }: NamedRoute, visitor: Visitor): 'let in' | 401 | 403 {
  if (route.access.kind === 'public') return 'let in'
  if (!visitor.keys) return 401
  if (route.access.kind === 'session') return 'let in'
  const holds = (key: PermissionKey) => visitor.keys!.includes(key)
  return ('allOf' in route.access ? route.access.allOf.every(holds) : route.access.anyOf.some(holds)) ? 'let in' : 403
}

describe.each(routeList)('$group.$name', (named) => {
  test('lets in exactly whom its rule names', async () => {
    const deviations: string[] = []
    // Logging out would end the visitor's session for the routes that follow.
    const callers = named.name === 'logout' ? visitors.filter((visitor) => !visitor.keys) : visitors
    for (const visitor of callers) {
      const status = await knock(named, visitor)
      const wanted = expected(named, visitor)
      const isAsWanted =
        wanted === 'let in' ? status !== 401 && status !== 403 && status < 500 && status !== 429 : status === wanted
      if (!isAsWanted) deviations.push(`${visitor.name}: ${status} instead of ${wanted}`)
    }
    expect(deviations).toEqual([])
  })
})

test('every route has a reviewed row, and its rule is the reviewed one', () => {
  const rows = routeList.map(({ group, name, route }) => {
    const rule =
      route.access.kind !== 'permission'
        ? route.access.kind
        : 'allOf' in route.access
          ? route.access.allOf.join('&')
          : route.access.anyOf.join('|')
    const owned = (route.owns ?? []).map(({ object, at }) => `${object}@${at}`).join(' ')
    return `${group}.${name} ${rule}${owned === '' ? '' : ` own:${owned}`}`
  })
  const reviewed = readFileSync(new URL('access-matrix.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '')
  expect([...rows].sort()).toEqual(reviewed)
})
