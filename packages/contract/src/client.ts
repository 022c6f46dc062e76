// The typed client made from the route table: encodes what goes out, decodes what comes in, and turns every failure
// into an ApiError. Knows no browser storage and shows no message; the caller gives the token and listens for failures.
import { z } from 'zod'
import type { ErrorBody } from './refusal.ts'
import { type DownloadedFile, fillPath, type PathValue, type Route, type RouteBody, type RouteParams, type RouteQuery, type RouteReply } from './route.ts'
import { routeGroups } from './route-groups.ts'
import type { Routes } from './routes.ts'

const unreachable = 'The server cannot be reached. Check the connection and try again.'

/** A failed call. `status` 0 means that no answer arrived. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(typeof body.error === 'string' ? body.error : body.error.map((fault) => fault.message).join(' '))
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
  get requestId(): string | undefined {
    return this.body.requestId
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sent as Idempotency-Key; a retry of the same form content keeps it. */
  readonly idempotencyKey?: string
  /** A timer-driven request: does not move the idle limit, shows no message. */
  readonly background?: boolean
  /** The screen shows its own text, so the failure listener stays quiet. */
  readonly ownMessage?: boolean
  /** The request outlives the page that sends it; browsers allow at most 64 KiB. */
  readonly keepAlive?: boolean
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }
type RouteFile<R extends Route> = R extends { upload: true } ? Blob : undefined
export type CallInput<R extends Route> = Part<'params', RouteParams<R>> & Part<'query', RouteQuery<R>> & Part<'body', RouteBody<R>> & Part<'file', RouteFile<R>>
type NeedsInput<R extends Route> = [RouteParams<R>, RouteQuery<R>, RouteBody<R>, RouteFile<R>] extends [undefined, undefined, undefined, undefined] ? false : true

export type Call<R extends Route> = NeedsInput<R> extends true
  ? (input: CallInput<R>, options?: CallOptions) => Promise<RouteReply<R>>
  : (input?: Record<string, never>, options?: CallOptions) => Promise<RouteReply<R>>

export type Client = { readonly [G in keyof Routes]: { readonly [N in keyof Routes[G]]: Routes[G][N] extends Route ? Call<Routes[G][N]> : never } }

export interface ClientOptions {
  /** Origin of the server, '' for the page's own. */
  readonly baseUrl: string
  readonly getToken: () => string | undefined
  /**
   * Whom calls are made for. An answer that finds another one here is dropped: the call never ends, so nothing acts on it.
   * Null: nobody may call any more.
   */
  readonly getCallerId?: () => string | undefined | null
  readonly fetch?: typeof fetch
  readonly onFailure?: (error: ApiError, options: CallOptions, call: FailedCall) => void
}

export interface FailedCall {
  /** Absent when not even its description could be loaded. */
  readonly route: Route | undefined
  /** What it was sent with. */
  readonly token: string | undefined
}

/**
 * `createClient({ baseUrl, getToken }).security.login({ body: { email, password } })`. A group of the table is loaded with its
 * first call; when it cannot be loaded the call fails like one that the server did not answer.
 */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(routeGroups).map(([group, load]) => [group, makeGroup(options, load)])
  return Object.fromEntries(groups) as Client
}

type Group = Readonly<Record<string, Route>>
type Send = (input?: AnyInput, options?: CallOptions) => Promise<unknown>

/** The group's calls, made when they are first asked for: their names are known only to the module that is not loaded yet. */
function makeGroup(client: ClientOptions, load: () => Promise<unknown>): Readonly<Record<string, Send>> {
  let loaded: Group | undefined
  const find = async (name: string) => {
    loaded = await loadGroup(load)
    const route = loaded[name]
    if (!route) throw new Error(`The route table has no call named ${name}.`)
    return route
  }
  return new Proxy<Record<string, Send>>({}, {
    get: (calls, name) => {
      // A group that is awaited by mistake is not a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return (calls[name] ??= (input = {}, options = {}) => send(client, loaded?.[name] ?? find(name), input, options))
    },
  })
}

async function loadGroup(load: () => Promise<unknown>): Promise<Group> {
  try {
    return (await load()) as Group
  } catch {
    throw new ApiError(0, { code: 0, error: unreachable })
  }
}

interface AnyInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: Blob
}

async function send(client: ClientOptions, known: Route | Promise<Route>, input: AnyInput, call: CallOptions): Promise<unknown> {
  let route: Route | undefined
  // Who calls is settled now: while the group loads or the answer is on its way another user may sign in.
  const callerId = client.getCallerId?.()
  if (callerId === null) return await never
  const token = client.getToken()
  const isForAnother = () => callerId !== undefined && client.getCallerId?.() !== callerId
  try {
    // No wait for a group that is there: what a page sends while it is left must go out at once.
    route = known instanceof Promise ? await known : known
    const answer = await attempt(client, { route, input, call, token })
    return isForAnother() ? await never : answer
  } catch (error) {
    if (isForAnother()) return await never
    const failure = error instanceof z.core.$ZodError ? refuseInput(error) : error
    if (failure instanceof ApiError) client.onFailure?.(failure, call, { route, token })
    throw failure
  }
}

const never = new Promise<never>(() => undefined)

/** Input that does not fit the contract never leaves; it fails in the words the server would use. */
function refuseInput(error: z.core.$ZodError): ApiError {
  const faults = error.issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }))
  return new ApiError(400, { code: 400, error: faults, refusal: 'invalid' })
}

interface Attempt {
  readonly route: Route
  readonly input: AnyInput
  readonly call: CallOptions
  readonly token: string | undefined
}

async function attempt(client: ClientOptions, { route, input, call, token }: Attempt): Promise<unknown> {
  const params = route.params ? (z.encode(route.params, input.params) as Record<string, PathValue>) : {}
  const query = route.query ? queryText(z.encode(route.query, input.query) as Record<string, PathValue>) : ''
  const headers: Record<string, string> = { 'content-type': route.upload ? 'application/octet-stream' : 'application/json' }
  if (token) headers['token'] = token
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey
  if (call.background) headers['background'] = '1'
  const init: RequestInit = { method: route.method, headers }
  if (route.upload && input.file) init.body = input.file
  else if (route.method === 'POST') init.body = JSON.stringify(route.body ? z.encode(route.body, input.body) : {})
  if (call.keepAlive) init.keepalive = true
  if (call.signal) init.signal = call.signal

  let response: Response
  try {
    response = await (client.fetch ?? fetch)(client.baseUrl + fillPath(route.path, params) + query, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, { code: 0, error: unreachable })
  }
  if (!response.ok) throw new ApiError(response.status, await readErrorBody(response))
  if (route.download) return { fileName: readFileName(response), content: await response.blob() } satisfies DownloadedFile
  const wire: unknown = await response.json()
  return route.plainReply ? wire : z.decode(route.reply, wire)
}

/** The name that the server gave the file: `attachment; filename*=UTF-8''Open%20positions.pdf`. */
function readFileName(response: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? 'download' : decodeURIComponent(name)
}

function queryText(query: Record<string, PathValue>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

async function readErrorBody(response: Response): Promise<ErrorBody> {
  try {
    const body = (await response.json()) as Partial<ErrorBody>
    if (typeof body.error === 'string' || Array.isArray(body.error)) return { ...body, code: response.status, error: body.error }
  } catch {
    // A proxy answered something that is not ours; the status alone has to do.
  }
  return { code: response.status, error: `The server answered ${response.status}. Try again in a moment.` }
}
