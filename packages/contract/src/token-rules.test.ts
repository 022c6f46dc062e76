// Every call with the decision about API tokens, and that the decisions fit the calls: a call that may be made for an
// account names one that is checked.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tokenKeys } from './api-token.ts'
import { permissionKeys, type PermissionKey } from './permission.ts'
import type { NamedRoute } from './routes.ts'
import { routeList } from './routes.ts'
import { tokenRuleOf, tokenRules, type TokenRule } from './token-rules.ts'

const nameOf = ({ group, name }: NamedRoute) => `${group}.${name}`
const withRule = (...rules: readonly TokenRule[]) => routeList.filter((named) => rules.includes(tokenRuleOf(named)))

test('every call has a decision, and no decision is about a call that does not exist', () => {
  const decided = Object.entries(tokenRules).flatMap(([group, rules]) =>
    Object.keys(rules).map((name) => `${group}.${name}`),
  )
  expect(decided.toSorted()).toEqual(routeList.map(nameOf).toSorted())
})

test('no token makes a call without a session, about sign-in, sessions, tokens, users, groups or rights', () => {
  const forbidden = routeList.filter(
    ({ group, route }) =>
      route.access.kind === 'public' || ['security', 'userAdmin', 'group', 'permission'].includes(group),
  )
  expect(forbidden.filter((named) => tokenRuleOf(named) !== 'never').map(nameOf)).toEqual([])
  expect(tokenRules.apiToken).toEqual({
    createToken: 'never',
    findMyTokens: 'never',
    findThisToken: 'open',
    revokeToken: 'never',
  })
})

test('no token makes a call that asks for the password or a code', () => {
  const asking = routeList.filter(({ route }) =>
    fieldsOf(route.body).some((field) => /^(password|oldPassword|newPassword)$/.test(field)),
  )
  expect(asking.length).toBeGreaterThan(5)
  expect(asking.filter((named) => tokenRuleOf(named) !== 'never').map(nameOf)).toEqual([])
})

test('no token makes, changes, resumes or starts what sends without a session, on after the token has ended', () => {
  const { webhook, reportDelivery } = tokenRules
  const sending = [
    [webhook.createWebhook, webhook.saveWebhook, webhook.rotateSecret, webhook.sendTest],
    [reportDelivery.saveSchedule, reportDelivery.pauseSchedule, reportDelivery.runSchedule],
  ]
  expect(new Set(sending.flat())).toEqual(new Set(['never']))
})

test('a call that may be made for an account requires one, in a place that the access matrix knows', () => {
  const lacking = withRule('account').filter(({ route }) => {
    const places = (route.owns ?? []).filter(({ object }) => object === 'account').map(({ at }) => at)
    return !places.some((at) => {
      const [place, field] = at.split('.') as ['params' | 'body', string]
      return fieldsOf(route[place]).includes(field)
    })
  })
  expect(lacking.map(nameOf)).toEqual([])
})

test('a call that is open to limited tokens names no object of an account', () => {
  const ofAccounts = new Set(['account', 'entry', 'bankAccount', 'member', 'reportRun', 'reportSchedule', 'alertRule'])
  const naming = withRule('open', 'narrowed').filter(({ route }) =>
    (route.owns ?? []).some(({ object }) => ofAccounts.has(object)),
  )
  expect(naming.map(nameOf)).toEqual([])
})

test('a token can carry exactly the keys that open a call which it may make', () => {
  const opening = new Set<PermissionKey>(
    routeList
      .filter((named) => tokenRuleOf(named) !== 'never')
      .flatMap(({ route: { access } }) =>
        access.kind !== 'permission' ? [] : 'allOf' in access ? access.allOf : access.anyOf,
      ),
  )
  expect([...tokenKeys].toSorted()).toEqual(permissionKeys.filter((key) => opening.has(key)).toSorted())
})

interface Shape {
  readonly $ref?: string
  readonly required?: readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly $defs?: Readonly<Record<string, Shape>>
}

/** Returns the required fields of a place of the input. */
function fieldsOf(type: z.ZodType | undefined): readonly string[] {
  if (!type) return []
  const root = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Shape
  const read = ({ $ref, required = [], anyOf = [], oneOf = [], allOf = [] }: Shape): readonly string[] => [
    ...required,
    ...($ref === undefined ? [] : read(root.$defs![$ref.split('/').at(-1)!]!)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(read),
  ]
  return read(root)
}
