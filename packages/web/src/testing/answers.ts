// Answers the calls of a component at the fetch boundary. A test states an answer per route as the application's own
// value; it travels through the contract's schemas like the server's. A call without an answer fails the test.
import {
  type FieldFault,
  refusalCatalogue,
  type RefusalDefinition,
  type RefusalName,
  refusalText,
  type Route,
  type RouteBody,
  routeList,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type Routes,
} from '@clubfolio/contract'
import { z } from 'zod'

type AnyRoute = { [G in keyof Routes]: Routes[G][keyof Routes[G]] }[keyof Routes]

/** What a component sent, as application values. */
export interface Asked<R extends Route> {
  readonly params: RouteParams<R>
  readonly query: RouteQuery<R>
  readonly body: RouteBody<R>
}

type Answer<R extends Route> =
  | RouteReply<R>
  | Failure
  | ((asked: Asked<R>) => RouteReply<R> | Failure | Promise<RouteReply<R> | Failure>)

/** Answers by route: `{ 'GET /v1/api/currency/get-all': [...] }`. */
export type Answers = {
  readonly [R in AnyRoute as `${R['method']} ${R['path']}`]?: Answer<R>
}
export type AnswerKey = keyof Answers

/** A call that failed: refused by the server, or without any response. */
export class Failure {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** The server refuses the call by name: as a text, or beside the field that the refusal is about. */
export const refused = (refusal: RefusalName, figures?: Readonly<Record<string, string | number>>): Failure => {
  const { status, field }: RefusalDefinition = refusalCatalogue[refusal]
  const message = refusalText(refusal, figures)
  return new Failure(status, { code: status, error: field === undefined ? message : [{ field, message }], refusal })
}

/** The server refuses fields of the form, each with its message. */
export const refusedFields = (faults: Readonly<Record<string, string>>): Failure => {
  const error: FieldFault[] = Object.entries(faults).map(([field, message]) => ({ field, message }))
  return new Failure(400, { code: 400, error, refusal: 'invalid' })
}

/** The connection is lost: no response arrives. */
export const noResponse = new Failure(0, undefined)

type RouteOf<Key extends AnswerKey> = {
  [R in AnyRoute as `${R['method']} ${R['path']}`]: R
}[Key]
type BodyOf<Key extends AnswerKey> = RouteOf<Key> extends infer R extends Route ? RouteBody<R> : never

interface Call {
  readonly key: string
  readonly body: unknown
}

type LooseAnswer = (asked: { params?: unknown; query?: unknown; body?: unknown }) => unknown

const answeredAlways = [
  // A setting is sent a second after it was changed, which may be within a slow test that is not about it.
  ['POST /v1/api/user/save-my-user-preference', { message: 'Saved' }],
  // Every ticket asks whether its account is stopped; tests that are not about limits have none.
  ['GET /v1/api/order/find-limit-state/{accountNumber}', { uses: [], stopped: null, reached: [] }],
  // Account Mapping asks for funds of others and for what waits; most tests are about neither.
  ['GET /v1/api/fund/find-funds', []],
  // The menu and the screens of managers ask what the user is; most tests are about nobody's member.
  [
    'GET /v1/api/user/find-my-profile',
    {
      firstName: 'Ann',
      lastName: 'Bell',
      email: 'ann@example.com',
      phoneNumber: '+12125550100',
      memberOf: [],
      isManager: true,
    },
  ],
  // Most funds of tests charge no fee.
  ['GET /v1/api/fund/find-fees/{accountId}', { policies: [], open: [], charges: [], netValues: [], isNetExact: true }],
  // The chart screen says the own label of its company; most companies of tests have none.
  ['GET /v1/api/stock/find-labels', []],
  // Most funds share no documents with their members.
  ['GET /v1/api/document/find-mine/{accountId}/{memberId}', []],
  ['GET /v1/api/fund/find-approvals/{accountId}', { secondPersonFrom: null, waiting: [], decided: [] }],
] as const

let stated = new Map<string, unknown>(answeredAlways)
let calls: Call[] = []
let problems: string[] = []

/** States what the server answers; a later answer to the same route replaces the earlier one. */
export function answers(more: Answers): void {
  for (const [key, answer] of Object.entries(more)) stated.set(key, answer)
}

/** Returns the bodies that were sent to a route, oldest first. */
export const sentTo = <Key extends AnswerKey>(key: Key): readonly BodyOf<Key>[] =>
  calls.filter((call) => call.key === key).map(({ body }) => body as BodyOf<Key>)

/** Throws when a component made a call without an answer, or one whose answer violates the contract. */
export function reportProblems(): void {
  const [first] = problems
  if (first !== undefined) throw new Error(first)
}

export function forgetAnswers(): void {
  stated = new Map<string, unknown>(answeredAlways)
  calls = []
  problems = []
}

/** Takes the place of `fetch`. */
export async function answerCall(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, 'http://127.0.0.1')
  const method = init.method ?? 'GET'
  const found = findRoute(method, url.pathname)
  const key = found ? `${method} ${found.route.path}` : `${method} ${url.pathname}`
  if (!found || !stated.has(key)) {
    problems.push(`The component called ${key}, which this test does not answer. State it in answers({ ... }).`)
    return respond(new Failure(501, { code: 501, error: `The test does not answer ${key}.` }))
  }
  const { route } = found
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const asked = {
    ...(route.params ? { params: z.decode(route.params, found.params) } : {}),
    ...(route.query ? { query: z.decode(route.query, Object.fromEntries(url.searchParams)) } : {}),
    ...(route.body ? { body: z.decode(route.body, body) } : {}),
  }
  calls.push({ key, body: asked.body })
  const answer = stated.get(key)
  const reply = await (typeof answer === 'function' ? (answer as LooseAnswer)(asked) : answer)
  if (init.signal?.aborted) throw new DOMException('The call was aborted.', 'AbortError')
  if (reply instanceof Failure) return respond(reply)
  return Response.json(route.plainReply ? reply : encodeReply(key, route, reply))
}

function encodeReply(key: string, route: Route, reply: unknown): unknown {
  const encoded = z.safeEncode(route.reply, reply)
  if (encoded.success) return encoded.data
  problems.push(`The answer to ${key} violates the contract: ${z.prettifyError(encoded.error)}`)
  return null
}

function respond({ status, body }: Failure): Response {
  if (status === 0) throw new TypeError('Failed to fetch')
  return Response.json(body, { status })
}

interface FoundRoute {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

function findRoute(method: string, path: string): FoundRoute | undefined {
  const parts = path.split('/')
  for (const { route } of routeList) {
    const pattern = route.path.split('/')
    if (route.method !== method || pattern.length !== parts.length) continue
    const params: Record<string, string> = {}
    const isSame = pattern.every((part, index) => {
      const given = decodeURIComponent(parts[index] ?? '')
      if (!part.startsWith('{')) return part === given
      params[part.slice(1, -1)] = given
      return true
    })
    if (isSame) return { route, params }
  }
  return undefined
}
