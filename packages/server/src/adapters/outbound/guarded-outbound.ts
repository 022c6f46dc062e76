// Posts to addresses that users have entered, and never into the own network. The name is resolved once, every address
// it leads to is checked, and the connection is made to a checked address: a name that changes between check and call
// changes nothing. Source: docs/security.md, "Requests to addresses that users enter".
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, request as requestByHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createAddressPolicy, type AddressPolicy } from './address-policy.ts'
import {
  OutboundFailure,
  type OutboundAnswer,
  type OutboundPort,
  type OutboundQuestion,
  type OutboundRequest,
} from './port.ts'

const usualTimeLimitMs = 10_000
const mostHeadBytes = 2048
/** An answer that keeps sending beyond this is cut off; its status is known by then. */
const mostAnswerBytes = 64 * 1024
const mostHeaderBytes = 16 * 1024
const mostAddresses = 16

export interface OutboundSettings {
  /** Networks that may be reached although they are not public: `['10.1.0.0/16']`. Only they may be called by http. */
  readonly allowedNetworks: readonly string[]
  /** Returns the addresses of a name. Defaults to the name servers of this machine. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Certificate authorities in PEM in place of the usual ones. */
  readonly authorities?: string
}

/** `createGuardedOutbound({ allowedNetworks: config.outboundNetworks }).post({ url, headers, body })`. */
export function createGuardedOutbound({
  allowedNetworks,
  resolve = resolveByNameServer,
  authorities,
}: OutboundSettings): OutboundPort {
  const policy = createAddressPolicy(allowedNetworks)
  const send = async (request: OutboundQuestion, message: Message): Promise<OutboundAnswer> => {
    const url = readAddress(request.url, policy)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), request.timeLimitMs ?? usualTimeLimitMs)
    try {
      const addresses = await abortable(findAddresses(url, policy, resolve), limit.signal)
      const answer = exchange(url, message, { addresses, authorities, signal: limit.signal })
      return await abortable(answer, limit.signal)
    } catch (error) {
      if (limit.signal.aborted)
        throw new OutboundFailure('timeout', 'The address did not answer within the time limit.', error)
      if (error instanceof OutboundFailure) throw error
      throw new OutboundFailure('unreachable', unreachableText(error), error)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    check: (url) => void readAddress(url, policy),
    post: (request) => send(request, { method: 'POST', ...request, headBytes: mostHeadBytes }),
    get: (question) => send(question, { method: 'GET', headers: question.headers, headBytes: mostAnswerBytes }),
  }
}

/** Reads an address and throws OutboundFailure for one that is refused whatever its name leads to. */
function readAddress(text: string, policy: AddressPolicy): URL {
  if (!URL.canParse(text)) throw forbidden('The address is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw forbidden(needsHttps)
  if (url.username !== '' || url.password !== '')
    throw forbidden('The address must not contain a user name or a password.')
  const literal = literalOf(url)
  if (literal !== undefined) requireReachable(url, [literal], policy)
  // Where no network is allowed, a name cannot lead to one either.
  else if (!policy.hasAllowed) requirePublicForm(url)
  return url
}

/** Throws unless every address may be reached, and in the way that the URL asks for. */
function requireReachable(url: URL, addresses: readonly string[], policy: AddressPolicy): void {
  const classes = addresses.map((address) => policy.classOf(address))
  if (classes.includes('forbidden'))
    throw literalOf(url) === undefined
      ? nameless()
      : forbidden('The address is inside a network that is never called from here.')
  if (classes.includes('public')) requirePublicForm(url)
}

/** Ports below 1024 belong to other protocols, such as mail. */
function requirePublicForm(url: URL): void {
  if (url.protocol !== 'https:') throw forbidden(needsHttps)
  const port = Number(url.port || 443)
  if (port !== 443 && port < 1024) throw forbidden('The port of the address has to be 443, or 1024 or higher.')
}

const needsHttps = 'The address has to start with https://.'
const forbidden = (message: string): OutboundFailure => new OutboundFailure('forbidden', message)
/** The same words for a name that does not exist and one of the own network: the difference would give names away. */
const nameless = (cause?: unknown): OutboundFailure =>
  new OutboundFailure('nameless', 'The host name leads to no public address.', cause)

/** Returns the IP address that a URL states itself: `literalOf(new URL('https://0x7f.1/'))` is '127.0.0.1'. */
function literalOf(url: URL): string | undefined {
  const host = hostOf(url)
  return isIP(host) === 0 ? undefined : host
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Returns the addresses to connect to; one that may not be reached refuses all of them. */
async function findAddresses(
  url: URL,
  policy: AddressPolicy,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const literal = literalOf(url)
  if (literal !== undefined) return [literal]
  const found = await resolve(hostOf(url)).catch((error: unknown) => {
    throw nameless(error)
  })
  const addresses = found.slice(0, mostAddresses)
  if (addresses.length === 0) throw nameless()
  requireReachable(url, addresses, policy)
  return addresses
}

/** Asks the name servers directly: the lookup of the system would hold one of the few threads of this process. */
async function resolveByNameServer(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.filter(({ status }) => status === 'rejected')
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
  return found
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    work.then(resolve, reject)
  })
}

interface Message extends Pick<OutboundRequest, 'headers'> {
  readonly method: 'POST' | 'GET'
  readonly body?: OutboundRequest['body']
  /** How much of the answer is returned. */
  readonly headBytes: number
}

interface Exchange {
  readonly addresses: readonly string[]
  readonly authorities: string | undefined
  readonly signal: AbortSignal
}

function exchange(
  url: URL,
  { method, headers, body, headBytes }: Message,
  { addresses, authorities, signal }: Exchange,
): Promise<OutboundAnswer> {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  // A connection of its own for every request: a reused one could lead to an address that is no longer checked, and the
  // agent of the process may use a proxy.
  const isSafe = url.protocol === 'https:'
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(bytes === undefined ? {} : { 'content-length': bytes.length }),
    },
    lookup: lookupAmong(addresses),
    maxHeaderSize: mostHeaderBytes,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request = isSafe
      ? requestByHttps(url, {
          ...options,
          agent: new HttpsAgent({ keepAlive: false }),
          ...(authorities === undefined ? {} : { ca: authorities }),
        })
      : requestByHttp(url, { ...options, agent: new HttpAgent({ keepAlive: false }) })
    let isAnswered = false
    request.once('response', (response) => {
      isAnswered = true
      readHead(response, headBytes).then(resolve, reject)
    })
    request.once('error', reject)
    // Node ends a connection whose answer is no HTTP any more without an error.
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The address answered with another protocol.'))
    })
    request.once('close', () => {
      if (!isAnswered) reject(new Error('The connection ended without an answer.'))
    })
    request.end(bytes)
  })
}

/** Answers the socket's question for the name with the addresses that were checked, and asks nobody. */
const lookupAmong =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }

async function readHead(response: IncomingMessage, most: number): Promise<OutboundAnswer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    if (length < most) parts.push(part.subarray(0, most - length))
    length += part.length
    if (length > mostAnswerBytes) break
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    head: Buffer.concat(parts).toString('utf8'),
    isCut: length > most,
  }
}

function unreachableText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'The address refused the connection.'
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)) return 'The certificate of the address is not valid.'
  return 'The connection to the address failed.'
}
