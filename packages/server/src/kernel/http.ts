// Binds the route table to Fastify: guard, input, handler, answer, in that order for every route. Deny by default: a
// route answers only what its access rule allows, and a path outside the table is a JSON 404.
import { Readable } from 'node:stream'
import { negotiate } from '@fastify/accept-negotiator'
import {
  allows,
  isChange,
  Refusal,
  requestKeyPattern,
  type ErrorBody,
  type NamedRoute,
  type RefusalName,
  type Route,
  routeList,
  tokenRuleOf,
} from '@clubfolio/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { rawReadsWithin } from '../db/raw-reads.ts'
import type { EffectServices, PooledServices } from '../services.ts'
import type { Clock } from './clock.ts'
import { contentCodings, type KeptAnswer } from './kept-answers.ts'
import type { AfterCommit, Caller, FileToSend, Handlers } from './handler.ts'
import { refusalOfDatabase } from './database-refusal.ts'
import { runOnce } from './idempotency.ts'
import { isOfHangUp } from './hang-up.ts'
import { parseInput } from './input.ts'
import { runKnowing } from './known-market.ts'
import { isRead } from './page-request.ts'
import { runRecorded } from './recorded-effect.ts'
import { countTokenCall, findApiToken, readBearer, requireCovered, requireOwnScope } from './api-token.ts'
import { runAsToken } from './acting-token.ts'
import { createSessionLookup, type Session, type SessionLookup } from './session.ts'
import { isProofFresh } from './strong-factor.ts'
import { entryPointOf } from './anonymous-limit.ts'
import type { Trx } from './transaction.ts'
import { watchRefusals, type OnUndeclaredRefusal } from './undeclared-refusal.ts'
import { createWhileAway, type WhileAway } from './while-database-is-away.ts'
import { createUserTurns, maxDownloads, maxUnpooledEffects, turnsAmong, type UserTurns } from './user-turns.ts'

export interface HttpParts {
  readonly services: PooledServices
  readonly secureCookies: boolean
  readonly onUndeclaredRefusal: OnUndeclaredRefusal
  /** Returns the key of an answer that is the same for every user who may ask, or undefined. */
  readonly keptKeyOf?: (
    routeName: string,
    input: { readonly params: unknown; readonly body: unknown },
    clock: Clock,
  ) => string | undefined
}

/** What the routes of one application share. */
interface Bound extends HttpParts {
  /**
   * Effects of one user queue with limited concurrency: those inside one transaction, and those that do not hold a
   * connection throughout.
   */
  readonly turns: UserTurns
  readonly ownTurns: UserTurns
  /** Of downloads, among those of `ownTurns`. */
  readonly downloadTurns: UserTurns
  readonly whileAway: WhileAway
  readonly sessions: SessionLookup
}

type AnyHandler = (input: {
  services: PooledServices | EffectServices
  params: unknown
  query: unknown
  body: unknown
  session: Session | undefined
  trx: Trx | undefined
  afterCommit: AfterCommit | undefined
  file: Readable | undefined
  caller: Caller
}) => Promise<unknown>

/** Registers every route of the table with its handler. */
export function bindRoutes(app: FastifyInstance, given: HttpParts, handlers: Handlers): void {
  const { db, clock, sessionWatch, market } = given.services
  const ownTurns = createUserTurns(maxUnpooledEffects)
  const parts: Bound = {
    ...given,
    turns: createUserTurns(),
    ownTurns,
    downloadTurns: turnsAmong(ownTurns, maxDownloads),
    whileAway: createWhileAway(),
    sessions: createSessionLookup(db, clock, { kept: sessionWatch.kept, marketVersion: market.version }),
  }
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  // A file that is refused before its end leaves bytes on the connection, behind which the caller's next request would
  // wait forever.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isUpload(request) && !request.raw.complete) reply.header('connection', 'close')
    done(null, payload)
  })
  for (const named of routeList) {
    const { group, name, route } = named
    const hasNews = isChange(route)
    const reportUndeclared = watchRefusals(named, given.onUndeclaredRefusal)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up by name, a handler loses its own types
    const handler = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]![name]!
    app.route({
      // HEAD must not carry out what a specified GET changes.
      method: route.method === 'GET' && !route.effect ? ['GET', 'HEAD'] : route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { door: entryPointOf(`${group}.${name}`) },
      handler: async (request, reply) => {
        try {
          return await answerAs(parts, named, { routeName: `${group}.${name}`, handler, request, reply })
        } catch (error) {
          reportUndeclared(error, request.log)
          throw error
        } finally {
          // What a call changed counts for every call that begins after its answer, also in what this process keeps.
          if (hasNews) await sessionWatch.catchUp()
        }
      },
    })
  }
}

interface AnswerOptions {
  readonly routeName: string
  readonly handler: AnyHandler
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers a call as its session or API token, which the audit log then names. */
async function answerAs(parts: Bound, named: NamedRoute, options: AnswerOptions): Promise<unknown> {
  void options.reply.header('cache-control', 'no-store')
  // What follows reads no older state than this: a browser needs the messages after it.
  const position = parts.services.messages.position()
  const hungUp = signalOf(options.reply)
  const session = await parts.whileAway({ pause: parts.services.pause, hungUp }, () => admit(parts, named, options))
  if (session && position !== undefined) void options.reply.header('push-position', position)
  const token = session?.apiToken
  return runAsToken(token && { id: token.id, name: token.name, ownerId: session.userId }, () =>
    answer(parts, named, session, { ...options, hungUp }),
  )
}

async function answer(
  parts: Bound,
  named: NamedRoute,
  session: Session | undefined,
  { routeName, handler, request, reply, hungUp }: AnswerOptions & { readonly hungUp: () => AbortSignal },
): Promise<unknown> {
  const { route } = named
  const params = route.params && parseInput(route.params, request.params)
  const query = route.query && parseInput(route.query, request.query)
  const file = readFile(route, request)
  const body = route.body && parseInput(route.body, request.body)
  if (session?.apiToken) await requireOwnScope(parts.services.db, named, session, { params, query, body })
  const caller = describeCaller(parts, { request, reply, hungUp })
  const keptKey = parts.keptKeyOf?.(routeName, { params, body }, parts.services.clock)
  if (keptKey !== undefined) {
    const { services } = parts
    const make = async () => {
      const input = { services, params, query, body, session, trx: undefined, afterCommit: undefined, file, caller }
      const result = await handler(input)
      return route.plainReply ? result : z.encode(route.reply, result)
    }
    const ask = () => services.keptAnswers.answer(keptKey, make)
    const kept = await (isRead(request) ? parts.whileAway({ pause: services.pause, hungUp }, ask) : ask())
    return sendKept(request, reply, kept)
  }
  const { pool: _pool, ...services } = parts.services
  let waiting: Parameters<AfterCommit>[0][] = []
  if (route.effect) changing.add(request)
  const run = async (trx: Trx | undefined, reading: PooledServices = parts.services) => {
    // A retried transaction starts with an empty list.
    waiting = []
    const afterCommit: AfterCommit | undefined = trx && ((work) => void waiting.push(work))
    const given = trx ? { ...services, db: trx, raw: rawReadsWithin(trx) } : reading
    const result = await handler({ services: given, params, query, body, session, trx, afterCommit, file, caller })
    return route.plainReply || route.download ? result : z.encode(route.reply, result)
  }
  if (route.download) {
    const write = () => run(undefined)
    const file = await (session ? parts.downloadTurns.run(session.userId, caller.signal, write) : write())
    if (!isFileToSend(file)) throw new Error(`${routeName} answered without a file.`)
    return sendFile(reply, route.download, file)
  }
  const away = { pause: services.pause, hungUp }
  if (!route.effect) {
    const handle = () => runKnowing(services.db, session?.market, (db) => run(undefined, { ...parts.services, db }))
    // Other calls without a key change something as well: a sign-in, a code.
    return isRead(request) ? parts.whileAway(away, handle) : handle()
  }
  if (route.effect === 'own')
    return session ? parts.ownTurns.run(session.userId, caller.signal, () => run(undefined)) : run(undefined)
  if (!session) throw new Error(`${routeName} has an effect and therefore needs a session.`)
  const repeatable = {
    ownerId: session.userId,
    key: readIdempotencyKey(request),
    routeName,
    content: contentOf(route, request),
  }
  if (route.effect === 'recorded') {
    return parts.ownTurns.run(session.userId, caller.signal, () =>
      runRecorded(services.db, services.clock, { ...repeatable, uncertain: route.uncertain ?? [] }, () =>
        run(undefined),
      ),
    )
  }
  const once = () =>
    runOnce(services.db, services.clock, repeatable, async (trx) => {
      try {
        return await run(trx)
      } catch (error) {
        rolledBack.add(errorObject(error))
        throw error
      }
    })
  const effect = await parts.turns.run(session.userId, caller.signal, () =>
    // Without a key, a commit whose answer was lost would be carried out twice.
    repeatable.key === undefined || file ? once() : parts.whileAway(away, once),
  )
  for (const work of waiting) afterwards(request, () => work(parts.services))
  return effect
}

/** Requests that have an effect. */
const changing = new WeakSet<FastifyRequest>()

/** Failures inside a transaction that was rolled back: nothing was changed, and the caller may be assured of that. */
const rolledBack = new WeakSet<object>()
const errorObject = (error: unknown): object => (typeof error === 'object' && error !== null ? error : {})

/** The effect is already committed: a later failure does not undo it, so the caller gets the answer of the effect. */
function afterwards(request: FastifyRequest, work: () => void): void {
  try {
    work()
  } catch (error) {
    request.log.error({ err: error }, 'work after an effect failed')
  }
}

/** The bytes of an upload are not hashed, and secret content leaves no trace. */
const contentOf = (route: Route, request: FastifyRequest): unknown =>
  route.secret ? [] : [request.params, route.upload ? null : request.body]

const isFileToSend = (result: unknown): result is FileToSend =>
  typeof result === 'object' &&
  result !== null &&
  'fileName' in result &&
  typeof result.fileName === 'string' &&
  'content' in result &&
  (result.content instanceof Readable || Buffer.isBuffer(result.content))

/**
 * Sends an answer that all users share. A browser may store it, but has to ask with its tag each time, so that the
 * right is checked each time. It does not vary by the token: its content does not.
 */
async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding')
  if (isRead(request)) {
    void reply.headers({ 'cache-control': 'private, no-cache', etag: kept.tag })
    if (namesTag(headerText(request, 'if-none-match'), kept.tag)) return reply.code(304).send()
  }
  const coding = negotiate(headerText(request, 'accept-encoding') ?? '', [...contentCodings])
  const compressed = coding === null ? undefined : await kept.compressed(coding)
  if (compressed !== undefined) void reply.header('content-encoding', coding)
  return reply.type('application/json; charset=utf-8').send(compressed ?? kept.text)
}

/** `namesTag('"a", W/"b"', 'W/"b"')` is true. */
const namesTag = (tags: string | undefined, tag: string): boolean =>
  tags !== undefined && tags.split(',').some((one) => one.trim() === tag || one.trim() === '*')

const fileSandbox = "default-src 'none'; frame-ancestors 'none'; sandbox"

function sendFile(reply: FastifyReply, type: string, { fileName, content }: FileToSend): FastifyReply {
  const name = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return (
    reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      // A file that is opened in spite of that runs nothing and reaches nothing of this origin.
      .header('content-security-policy', fileSandbox)
      .send(content)
  )
}

/**
 * Returns the session of the request if the route requires one; throws the refusal otherwise. The header Token counts
 * where both are sent.
 */
async function admit(parts: Bound, named: NamedRoute, { request, reply }: AnswerOptions): Promise<Session | undefined> {
  const { route } = named
  const token = headerText(request, 'token')
  const apiToken = token === undefined ? readBearer(request.headers.authorization) : undefined
  if (apiToken !== undefined) return admitToken(parts, named, apiToken, { request, reply })
  if (route.access.kind === 'public') return undefined
  if (!token) throw new Refusal('signInNeeded')
  const asked = { token, isBackground: route.asksForSession === true || headerText(request, 'background') === '1' }
  if (mayRecall(route)) {
    const known = await parts.sessions.recall(asked)
    // Only what lets a call in is taken from memory: a right that was just given never comes too late.
    if (known && refusalOf(route, known, parts.services.clock) === undefined) return known
  }
  const session = await parts.sessions.ask(asked)
  if (!session) throw new Refusal('sessionEnded')
  const refusal = refusalOf(route, session, parts.services.clock)
  if (refusal !== undefined) throw new Refusal(refusal)
  return session
}

/**
 * Returns why the session may not make this call, before its input is read. A repeated call is refused as well: the
 * answer that is stored for it is worth no less than the call.
 */
function refusalOf(route: Route, { permissions, proof }: Session, clock: Clock): RefusalName | undefined {
  if (!allows(route.access, (key) => permissions.includes(key))) return 'forbidden'
  if (route.beforeStrongFactor !== true && (proof === undefined || proof.isTooWeak)) return 'strongFactorNeeded'
  if (route.needsFreshFactor === true && !isProofFresh(proof, clock)) return 'freshFactorNeeded'
  return undefined
}

/** Returns what a call with an API token has in place of a session. Throws the refusal of what it does not cover. */
async function admitToken(
  { services: { db, clock } }: Bound,
  named: NamedRoute,
  apiToken: string,
  { request, reply }: Pick<AnswerOptions, 'request' | 'reply'>,
): Promise<Session> {
  if (tokenRuleOf(named) === 'never') throw new Refusal('tokenNever')
  const found = await findApiToken(db, clock, apiToken, request.ip)
  if (!found) throw new Refusal('tokenInvalid')
  const waitSeconds = await countTokenCall(db, clock, found.session.apiToken.id)
  if (waitSeconds !== undefined) {
    void reply.header('retry-after', waitSeconds)
    throw new Refusal('tooMany')
  }
  requireCovered(named, found)
  return found.session
}

/** Files that leave the product, and what is recorded, are asked for as changes are. */
const mayRecall = (route: Route): boolean =>
  !isChange(route) && route.asksForSession !== true && route.isRecorded !== true && route.download === undefined

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const isUpload = (request: FastifyRequest): boolean => request.body instanceof Readable

/** Returns the request's bytes as a stream for upload routes; every other route accepts only JSON. */
function readFile(route: Route, request: FastifyRequest): Readable | undefined {
  const stream = request.body instanceof Readable ? request.body : undefined
  if ((route.upload === true) !== (stream !== undefined)) throw new Refusal('unsupportedType')
  return stream
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = headerText(request, 'idempotency-key')
  if (key !== undefined && !requestKeyPattern.test(key)) {
    throw new Refusal('invalid', {}, [
      { field: 'Idempotency-Key', message: 'An Idempotency-Key has 8 to 128 letters, digits, or . : - _' },
    ])
  }
  return key
}

/**
 * Returns a signal that aborts when the caller hangs up, made when it is asked for: most calls need none, and making
 * one costs more than finding their session.
 */
function signalOf(reply: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined
  const make = (): AbortSignal => {
    const hungUp = new AbortController()
    const hangUp = (): void => {
      if (!reply.raw.writableEnded) hungUp.abort()
    }
    // Not the request's own close event: that fires once the body is read, while the caller is still waiting.
    if (reply.raw.closed) hangUp()
    else reply.raw.once('close', hangUp)
    return hungUp.signal
  }
  return () => (signal ??= make())
}

function describeCaller(
  parts: HttpParts,
  { request, reply, hungUp }: Pick<AnswerOptions, 'request' | 'reply'> & { readonly hungUp: () => AbortSignal },
): Caller {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: headerText(request, 'user-agent') ?? '',
    isBackground: headerText(request, 'background') === '1',
    requestKey: readIdempotencyKey(request),
    deviceToken: readCookie(request, 'device'),
    setDeviceToken: (token, maxAgeSeconds) => setCookie(parts, reply, `device=${token}`, maxAgeSeconds),
    signInToken: readCookie(request, 'sign-in'),
    setSignInToken: (token, maxAgeSeconds) => setCookie(parts, reply, `sign-in=${token}`, maxAgeSeconds),
    log: request.log,
    get signal() {
      return hungUp()
    },
  }
}

function setCookie({ secureCookies }: HttpParts, reply: FastifyReply, pair: string, maxAgeSeconds: number): void {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secureCookies ? '; Secure' : ''}`
  void reply.header('set-cookie', `${pair}; ${attributes}`)
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (headerText(request, 'cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return undefined
}

/**
 * Turns every failure into the body of docs/rules/wire.md, "Errors": refusals in their words, faults as a plain 500
 * with the request id.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (isOfHangUp(error, reply)) {
    request.log.info('the caller hung up')
    request.raw.destroy()
    return
  }
  const refusal = error instanceof Refusal ? error : (refusalOfFastify(error) ?? refusalOfDatabase(error))
  if (refusal && refusal !== error && refusal.status >= 500) request.log.error({ err: error }, 'the database failed')
  void reply.header('cache-control', 'no-store')
  if (!refusal) {
    request.log.error({ err: error }, 'fault')
    void reply.status(500).send({
      code: 500,
      error:
        `Something went wrong on our side.${effectOfFault(error, request)} Quote ${request.id} when you ask for ` +
        'help.',
      requestId: request.id,
    } satisfies ErrorBody)
    return
  }
  const body: ErrorBody = {
    code: refusal.status,
    error: refusal.fields.length > 0 ? refusal.fields : refusal.message,
    refusal: refusal.refusal,
    requestId: request.id,
  }
  void reply.status(refusal.status).send(body)
}

/** Only a read, or a transaction that was rolled back, is certain to have changed nothing. */
function effectOfFault(error: unknown, request: FastifyRequest): string {
  if (rolledBack.has(errorObject(error)) || (isRead(request) && !changing.has(request)))
    return ' Nothing was changed by this request.'
  return changing.has(request) ? ' It is not known whether this was carried out: look before you repeat it.' : ''
}

/** Maps Fastify's own errors about a request to our refusals. */
function refusalOfFastify(error: unknown): Refusal | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  if (status === 415) return new Refusal('unsupportedType')
  if (status === 413) return new Refusal('tooLarge')
  if (status === 404) return new Refusal('unknownRoute')
  if (typeof status === 'number' && status >= 400 && status < 500) return new Refusal('malformed')
  return undefined
}
