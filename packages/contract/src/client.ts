// The typed client generated from the route table: encodes requests, decodes responses, and turns every failure into
// an ApiError. Uses no browser storage and shows no messages; the caller supplies the token and listens for failures.
import { z } from 'zod'
import type { ErrorBody } from './refusal.ts'
import {
  type DownloadedFile,
  fillPath,
  isChange,
  type PathValue,
  type Route,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
} from './route.ts'
import { routeGroups } from './route-groups.ts'
import type { Routes } from './routes.ts'

/** What a page without a connection answers to a call that changes something. */
export const offlineText = 'You are offline. Nothing was sent.'
/** What a call answers that the user did not confirm. */
export const notConfirmedText = "You did not confirm it's you. Nothing was changed."
const unreachable = 'The server cannot be reached. Check the connection and try again.'
const unanswered = 'The answer of the server did not arrive, so it is not known whether this was carried out.'

/** A failed call. `status` 0 means that no response arrived. */
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
  /** Sent as Idempotency-Key; a retry of the same form content reuses it. */
  readonly idempotencyKey?: string
  /** A timer-driven request: does not reset the idle timeout and shows no message. */
  readonly background?: boolean
  /** The screen shows its own message, so the failure listener stays quiet. */
  readonly ownMessage?: boolean
  /** A form shows the failure, at its fields or as a message. Only the end of the session is left to the listener. */
  readonly inForm?: boolean
  /** Timeout for the response; without one the browser decides. */
  readonly timeoutMs?: number
  /** Called while a file is on its way, with the part of it that has left: 0 to 1. */
  readonly onSent?: (share: number) => void
  /** The request outlives the page that sends it; browsers allow at most 64 KiB. */
  readonly keepAlive?: boolean
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }
/** A query whose fields are all optional may be absent. */
type QueryPart<Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly query?: Value }
    : { readonly query: Value }
type RouteFile<R extends Route> = R extends { upload: true } ? Blob : undefined
export type CallInput<R extends Route> = Part<'params', RouteParams<R>> &
  QueryPart<RouteQuery<R>> &
  Part<'body', RouteBody<R>> &
  Part<'file', RouteFile<R>>
type NeedsInput<R extends Route> = [RouteParams<R>, RouteQuery<R>, RouteBody<R>, RouteFile<R>] extends [
  undefined,
  undefined,
  undefined,
  undefined,
]
  ? false
  : true

export type Call<R extends Route> =
  NeedsInput<R> extends true
    ? Partial<CallInput<R>> extends CallInput<R>
      ? (input?: CallInput<R>, options?: CallOptions) => Promise<RouteReply<R>>
      : (input: CallInput<R>, options?: CallOptions) => Promise<RouteReply<R>>
    : (input?: Record<string, never>, options?: CallOptions) => Promise<RouteReply<R>>

export type Client = {
  readonly [G in keyof Routes]: {
    readonly [N in keyof Routes[G]]: Routes[G][N] extends Route ? Call<Routes[G][N]> : never
  }
}

export interface ClientOptions {
  /** Origin of the server; '' for the page's own. */
  readonly baseUrl: string
  readonly getToken: () => string | undefined
  /**
   * Returns the user that calls are made for. A response that arrives after this has changed is dropped: the call
   * never settles, so nothing acts on it. Null: no calls are allowed any more.
   */
  readonly getCallerId?: () => string | undefined | null
  readonly fetch?: typeof fetch
  /** Sends a file and reports how much of it has left, which `fetch` cannot. Without it a file goes by `fetch`. */
  readonly sendFile?: (address: string, request: RequestInit, onSent: (share: number) => void) => Promise<Response>
  /**
   * False while the browser knows that it has no connection. A call that changes something then fails at once, unsent,
   * and so does a call whose definition would have to be loaded first.
   */
  readonly isOnline?: () => boolean
  /**
   * Whether definitions can be loaded without a connection, because this device stores them. A call that changes
   * something is refused all the same.
   */
  readonly hasStoredCode?: () => boolean
  /**
   * Wraps the sending of a call with an effect: stores its key, and handles a missing response. `send` sends the
   * request once under the given key; `key` is the one that the caller named.
   */
  readonly runEffect?: (
    effect: EffectCall,
    send: (key: string) => Promise<unknown>,
    key: string | undefined,
  ) => Promise<unknown>
  /**
   * Asks the user to confirm that it is them, when a call was refused for its factor. True: the call is sent again as
   * it was, under the same key. Background calls do not ask.
   */
  readonly onFactorNeeded?: (need: 'fresh' | 'strong') => Promise<boolean>
  readonly onFailure?: (error: ApiError, options: CallOptions, call: FailedCall) => void
}

export interface FailedCall {
  /** Undefined when not even its definition could be loaded. */
  readonly route: Route | undefined
  /** The token it was sent with. */
  readonly token: string | undefined
}

export interface EffectCall {
  readonly group: string
  readonly name: string
  readonly route: Route
  /** Input as passed by the caller. */
  readonly input: AnyInput
  /** Input as sent on the wire. */
  readonly wire: WireInput
}

/**
 * Creates the client: `createClient({ baseUrl, getToken }).security.login({ body: { email, password } })`. A group of
 * the table is loaded with its first call; when loading fails, the call fails like one that the server did not answer.
 */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(routeGroups).map(([group, load]) => [group, makeGroup(options, group, load)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its calls are made by name, when first used
  return Object.fromEntries(groups) as Client
}

type Group = Readonly<Record<string, Route>>
type Send = (input?: AnyInput, options?: CallOptions) => Promise<unknown>

/**
 * Creates a group whose calls are created on first access: their names are known only to the module that is not loaded
 * yet.
 */
function makeGroup(client: ClientOptions, group: string, load: () => Promise<Group>): Readonly<Record<string, Send>> {
  let loaded: Group | undefined
  const find = async (name: string) => {
    loaded = await loadGroup(load)
    const route = loaded[name]
    if (!route) throw new Error(`The route table has no call named ${name}.`)
    return route
  }
  return new Proxy<Record<string, Send>>(
    {},
    {
      get: (calls, name) => {
        // Awaiting a group by mistake must not treat it as a promise.
        if (typeof name === 'symbol' || name === 'then') return undefined
        return (calls[name] ??= (input = {}, options = {}) =>
          send(client, { group, name }, { known: loaded?.[name], find: () => find(name), input, call: options }))
      },
    },
  )
}

async function loadGroup(load: () => Promise<Group>): Promise<Group> {
  try {
    return await load()
  } catch {
    throw new ApiError(0, { code: 0, error: unreachable })
  }
}

export interface AnyInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: Blob
}

export interface WireInput {
  readonly params?: Record<string, PathValue>
  readonly query?: Record<string, PathValue>
  readonly body?: unknown
}

interface CallName {
  readonly group: string
  readonly name: string
}

interface SendOptions {
  /** Undefined until the group is loaded. */
  readonly known: Route | undefined
  readonly find: () => Promise<Route>
  readonly input: AnyInput
  readonly call: CallOptions
}

async function send(
  client: ClientOptions,
  named: CallName,
  { known, find, input, call }: SendOptions,
): Promise<unknown> {
  let route: Route | undefined
  // The caller is fixed now: while the group loads or the response is on its way, another user may sign in.
  const callerId = client.getCallerId?.()
  if (callerId === null) return await never
  const token = client.getToken()
  const isForAnother = () => callerId !== undefined && client.getCallerId?.() !== callerId
  try {
    // No await for a group that is already loaded: what a page sends while it is being left must go out immediately.
    if (known === undefined && client.hasStoredCode?.() !== true) refuseOffline(client)
    route = known ?? (await find().catch((failure: unknown) => (refuseOffline(client), fail(failure))))
    if (isChange(route)) refuseOffline(client)
    const wire = encodeInput(route, input)
    const sent: Sent = { route, wire, token, ...(input.file ? { file: input.file } : {}) }
    const answer = await (route.effect && client.runEffect
      ? client.runEffect(
          { ...named, route, input, wire },
          (key) => confirming(client, sent, { timeoutMs: effectLimitMs, ...call, idempotencyKey: key }, isForAnother),
          call.idempotencyKey,
        )
      : confirming(client, sent, call, isForAnother))
    return isForAnother() ? await never : answer
  } catch (error) {
    if (isForAnother()) return await never
    const failure = error instanceof z.core.$ZodError ? refuseInput(error) : error
    if (failure instanceof ApiError) client.onFailure?.(failure, call, { route, token })
    throw failure
  }
}

function refuseOffline({ isOnline }: ClientOptions): void {
  if (isOnline?.() === false) throw new ApiError(0, { code: 0, error: offlineText })
}

function fail(failure: unknown): never {
  throw failure
}

const never = new Promise<never>(() => undefined)

/**
 * Returns the error for input that violates the contract; it is never sent and fails in the words the server would
 * use.
 */
function refuseInput(error: z.core.$ZodError): ApiError {
  const faults = error.issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }))
  return new ApiError(400, { code: 400, error: faults, refusal: 'invalid' })
}

const PathValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.undefined()]))

function encodeInput(route: Route, { params, query, body }: AnyInput): WireInput {
  return {
    ...(route.params ? { params: PathValues.parse(z.encode(route.params, params)) } : {}),
    ...(route.query ? { query: PathValues.parse(z.encode(route.query, query ?? {})) } : {}),
    ...(route.body ? { body: z.encode(route.body, body) } : {}),
  }
}

interface Sent {
  readonly route: Route
  readonly wire: WireInput
  readonly token: string | undefined
  readonly file?: Blob
}

const factorNeeds: Readonly<Record<string, 'fresh' | 'strong'>> = {
  freshFactorNeeded: 'fresh',
  strongFactorNeeded: 'strong',
}

/**
 * Sends the call, and again each time the user confirms that it is them. The server refuses for the factor before it
 * looks at the call, so nothing has happened by then.
 */
async function confirming(
  client: ClientOptions,
  sent: Sent,
  call: CallOptions,
  isForAnother: () => boolean,
): Promise<unknown> {
  try {
    return await attempt(client, sent, call)
  } catch (error) {
    const need = error instanceof ApiError ? factorNeeds[error.body.refusal ?? ''] : undefined
    if (need === undefined || !client.onFactorNeeded || call.background || call.keepAlive) throw error
    const isConfirmed = await client.onFactorNeeded(need)
    if (isForAnother()) return never
    if (isConfirmed) return confirming(client, { ...sent, token: client.getToken() }, call, isForAnother)
    if (!(error instanceof ApiError) || !isChange(sent.route)) throw error
    throw new ApiError(error.status, { ...error.body, error: notConfirmedText })
  }
}

/**
 * Timeout of an effect, after which its outcome is queried. The server itself may wait half of it for the brokerage.
 */
const effectLimitMs = 30_000

async function attempt(client: ClientOptions, sent: Sent, call: CallOptions): Promise<unknown> {
  const { route } = sent
  // File uploads have no timeout.
  const limit = call.timeoutMs === undefined || route.upload ? undefined : startLimit(call.timeoutMs, call.signal)
  /** A response that is cut off or comes too late counts as one that did not arrive. */
  const read = async <Part>(part: Promise<Part>): Promise<Part> => {
    try {
      return await part
    } catch (cause) {
      if (call.signal?.aborted && cause instanceof DOMException) throw cause
      throw new ApiError(0, { code: 0, error: route.effect ? unanswered : unreachable })
    }
  }
  try {
    const address = addressOf(client, sent)
    const request = requestOf(sent, call, limit?.signal ?? call.signal)
    const response = await read(
      route.upload && call.onSent && client.sendFile
        ? client.sendFile(address, request, call.onSent)
        : (client.fetch ?? fetch)(address, request),
    )
    if (!response.ok) throw new ApiError(response.status, await readErrorBody(response, route))
    if (route.download)
      return { fileName: readFileName(response), content: await read(response.blob()) } satisfies DownloadedFile
    const wire: unknown = await read(response.json())
    return route.plainReply ? wire : readReply(route, wire)
  } finally {
    limit?.end()
  }
}

/**
 * Decodes the reply. A mismatch means a different server version: the request is not at fault, and the outcome of an
 * effect is unknown.
 */
function readReply(route: Route, wire: unknown): unknown {
  const read = z.safeDecode(route.reply, wire)
  if (read.success) return read.data
  throw new ApiError(0, {
    code: 0,
    error: route.effect ? unanswered : 'The server sent an answer that this page cannot read. Reload the page.',
  })
}

const addressOf = (client: ClientOptions, { route, wire }: Sent): string =>
  client.baseUrl + fillPath(route.path, wire.params) + (wire.query ? queryText(wire.query) : '')

function requestOf(
  { route, wire, token, file }: Sent,
  call: CallOptions,
  signal: AbortSignal | undefined,
): RequestInit {
  const headers: Record<string, string> = {
    'content-type': route.upload ? 'application/octet-stream' : 'application/json',
  }
  if (token) headers['token'] = token
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey
  if (call.background) headers['background'] = '1'
  const init: RequestInit = { method: route.method, headers }
  if (route.upload && file) init.body = file
  else if (route.method === 'POST') init.body = JSON.stringify(wire.body ?? {})
  if (call.keepAlive) init.keepalive = true
  if (signal) init.signal = signal
  return init
}

/** Returns a signal that also aborts after `ms`. */
function startLimit(
  ms: number,
  outer: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), ms)
  outer?.addEventListener('abort', () => control.abort(outer.reason))
  return { signal: control.signal, end: () => clearTimeout(timer) }
}

/** Returns the file name that the server sent: `attachment; filename*=UTF-8''Open%20positions.pdf`. */
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

const SentError = z.looseObject({
  error: z.union([z.string(), z.array(z.looseObject({ field: z.string(), message: z.string() }))]),
  refusal: z.string().optional(),
  requestId: z.string().optional(),
})

async function readErrorBody(response: Response, route: Route): Promise<ErrorBody> {
  try {
    const body = SentError.safeParse(await response.json())
    if (body.success) return { ...body.data, code: response.status }
  } catch {
    // A proxy sent a body that is not ours; only the status is usable.
  }
  const advice = route.effect ? 'It is not known whether this was carried out.' : 'Try again in a moment.'
  return { code: response.status, error: `The server answered ${response.status}. ${advice}` }
}
