// The application as a Fastify instance: takes its dependencies as arguments, returns an app that is ready to listen.
// Reads no environment.
import { randomUUID } from 'node:crypto'
import { constants, type BrotliOptions } from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import { Refusal } from '@clubfolio/contract'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { HelmetOptions } from 'helmet'
import { handlers } from './handlers.ts'
import { paceCalls } from './kernel/call-pace.ts'
import { registerDocumentation } from './kernel/documentation.ts'
import { securityHeaders } from './kernel/security-headers.ts'
import { registerHealth } from './kernel/health.ts'
import { answerFailure, bindRoutes } from './kernel/http.ts'
import { asksForPage, isRead } from './kernel/page-request.ts'
import { withoutSchemas } from './kernel/without-schemas.ts'
import { limitCallsAtOnce } from './kernel/request-gate.ts'
import { listFiles } from './kernel/list-files.ts'
import type { MessageLimit } from './kernel/socket-limit.ts'
import { allowSockets } from './kernel/socket-route.ts'
import { limitAnonymous, type EntryPoint } from './kernel/anonymous-limit.ts'
import { logUndeclaredRefusal, type OnUndeclaredRefusal } from './kernel/undeclared-refusal.ts'
import { registerOutboxPage } from './adapters/message/outbox-page.ts'
import { marketAnswerKey } from './features/market/market-answers.ts'
import { registerPushSocket } from './features/push/register-push-socket.ts'
import { registerQuoteSocket } from './features/quote/register-quote-socket.ts'
import type { Config } from './kernel/config.ts'
import type { PooledServices, Services } from './services.ts'

export interface AppOptions {
  /** The built pages; without the folder the application answers calls only. */
  readonly webDirectory: string
  /** The built documentation site; the default serves none. */
  readonly docsDirectory?: string
  /** Shows the outbox page: only while the outbox is the sender and strangers cannot reach it. */
  readonly showOutbox: boolean
  /** Overrides the product's limits: only for tests of the limits behind them. */
  readonly strangerLimits?: Readonly<Record<EntryPoint, MessageLimit>>
  /** Gets each refusal that its route does not list; the default logs a warning. Tests fail on it. */
  readonly onUndeclaredRefusal?: OnUndeclaredRefusal
}

/**
 * 40 % less processor time than quality 4 with the library's window of 4 MB, for 3 % more bytes
 * (bench/README.md, "Statements of a call").
 */
const brotliOptions: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

/**
 * An answer up to this many bytes is compressed in one step, which takes at most half a millisecond; a stream through
 * the thread pool costs more than that.
 */
const longestAtOnce = 65_536

export async function createApp(services: PooledServices, options: AppOptions): Promise<FastifyInstance> {
  const { config, log, metrics } = services
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Admitted requests are served to the end; the front door closes before anything that a handler needs
    // (start/front-door.ts).
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    requestTimeout: 120_000,
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply),
    ...withoutSchemas,
  })
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  const checkHost = createHostCheck(config)
  app.addHook('onRequest', (request, reply, done) => done(checkHost(request, reply)))
  limitAnonymous(app, options.strangerLimits)
  limitCallsAtOnce(app)
  paceCalls(app)
  // Nothing in these lines is a caller's own words, and looking for secrets in them is most of what a line costs.
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
  addHeaders(app, services)
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: longestAtOnce,
    encodings: ['br', 'gzip'],
    brotliOptions,
  })

  registerHealth(app, services)
  if (options.showOutbox) registerOutboxPage(app, services.db)
  await allowSockets(app)
  registerQuoteSocket(app, services)
  registerPushSocket(app, services)
  const { onUndeclaredRefusal = logUndeclaredRefusal } = options
  const parts = { services, secureCookies: config.origin.startsWith('https:'), onUndeclaredRefusal }
  bindRoutes(app, { ...parts, keptKeyOf: marketAnswerKey }, handlers)
  await registerPages(app, options, services.config)
  return app
}

/**
 * Any other host name is refused (a page elsewhere must not reach a local server by DNS rebinding); pages redirect to
 * the origin, except for the outbox, which is served to this machine only.
 */
function createHostCheck({
  origin,
}: Pick<Config, 'origin'>): (request: FastifyRequest, reply: FastifyReply) => Error | undefined {
  const { host } = new URL(origin)
  return (request, reply) => {
    const path = request.url.split('?')[0]!
    if (path === '/health' || request.host === host) return undefined
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.host)) return new Refusal('wrongHost')
    const isPage =
      isRead(request) &&
      !path.startsWith('/v1/') &&
      path !== '/outbox' &&
      (request.headers.accept ?? '').includes('text/html')
    if (isPage) void reply.redirect(`${origin}${request.url}`, 302)
    return undefined
  }
}

/** The headers are the same for every answer, so they are computed once. */
function addHeaders(app: FastifyInstance, services: Services): void {
  const headers = securityHeaders(helmetOptions(services))
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  // The brokerage's popup returns to /account; with anything stricter its opener could neither see nor close it.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (/^\/account\/?($|\?)/.test(request.url)) void reply.header('cross-origin-opener-policy', 'unsafe-none')
    done(null, payload)
  })
}

function helmetOptions({ config, captcha }: Services): HelmetOptions {
  const isSecure = config.origin.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Only our own scripts, unless the configuration chose an external captcha.
        scriptSrc: ["'self'", ...captcha.policy.scripts],
        // Reports are printed through a hidden frame that holds the PDF.
        frameSrc: [...captcha.policy.frames, 'blob:'],
        // Mantine writes its computed styles into style elements and attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Messages come from us, unless the configuration chose a broker for them.
        connectSrc: ["'self'", ...(config.stomp ? [new URL(config.stomp.url).origin] : [])],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  }
}

async function registerPages(
  app: FastifyInstance,
  { webDirectory, docsDirectory }: AppOptions,
  { hasServiceWorker }: Pick<Config, 'hasServiceWorker'>,
): Promise<void> {
  const files = await listFiles(webDirectory)
  const hasPages = files.has('index.html')
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: webDirectory,
      serve: false,
      cacheControl: false,
      // The build stores a compressed copy next to each file (`compress-files.ts` of the pages).
      preCompressed: true,
      setHeaders: (response, path) => {
        void response.setHeader(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        void response.setHeader('vary', 'accept-encoding')
      },
    })
    // The plugin's default, a route for each of several hundred files, takes a fifth of a second at every start.
    for (const url of new Set([...files].map(routeOfFile))) {
      app.route<{ Params: { '*'?: string } }>({
        method: ['GET', 'HEAD'],
        url,
        handler: (request, reply) => {
          const name = url.slice(1).replace('*', () => request.params['*'] ?? '')
          // Browsers look for a new worker at the address of the present one.
          const sent = name === 'service-worker.js' && !hasServiceWorker ? 'service-worker-off.js' : name
          return files.has(sent) ? reply.sendFile(sent) : reply.callNotFound()
        },
      })
    }
  }
  if (hasPages && docsDirectory !== undefined) await registerDocumentation(app, docsDirectory)
  app.setNotFoundHandler((request, reply) => {
    if (!hasPages || !asksForPage(request)) return answerFailure(new Refusal('unknownRoute'), request, reply)
    void reply.header('cache-control', 'no-cache')
    return reply.sendFile('index.html')
  })
}

/** Returns one route for each folder, and one for each file next to the page itself. */
function routeOfFile(path: string): string {
  const [first, ...rest] = path.split('/')
  return rest.length > 0 ? `/${first}/*` : `/${first}`
}
