// One call to a brokerage over HTTP with all its failure modes: limits per login, a pause after consecutive failures,
// retried reads, a rejected token, and invalid answers. Every outcome is a value or a BrokerFailure. What an answer
// says in the brokerage's own format is read by its adapter (`AnswerFormat`).
import type { z } from 'zod'
import { BrokerFailure, type BrokerAccess } from '../port.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { HttpAnswer, HttpExchange, HttpRequest } from './http-exchange.ts'
import { type RequestAllowance, waitMs } from './request-allowance.ts'

/** Maximum number of attempts of a read, within its time limit. */
const attempts = 3
const firstPauseMs = 150

/** What differs between brokerages in an answer that reports a failure. */
export interface AnswerFormat {
  /** The header with the brokerage's own number for the request, in lower case. */
  readonly correlationHeader: string
  /** Returns the brokerage's reason for a refusal from the body, undefined when it gives none. */
  reasonOf(body: unknown): string | undefined
  /** Returns whether an answer other than 401 says that the access is not accepted. */
  deniesAccess?(answer: HttpAnswer): boolean
  /** Returns the headers that carry an access token; by default it is a bearer token. */
  authorisation?(token: string): Readonly<Record<string, string>>
}

export interface CallParts {
  readonly exchange: HttpExchange
  readonly allowance: RequestAllowance
  readonly format: AnswerFormat
  /** Time limit of one call in total, including queuing, retries and pauses. */
  readonly totalMs: number
  readonly wait?: (ms: number) => Promise<void>
}

export const authorisationOf = (
  { format }: Pick<CallParts, 'format'>,
  token: string,
): Readonly<Record<string, string>> => format.authorisation?.(token) ?? { authorization: `Bearer ${token}` }

/** Returns whether the brokerage does not accept the access: then it has not processed the request. */
export const isDenied = ({ format }: Pick<CallParts, 'format'>, answer: HttpAnswer): boolean =>
  answer.status === 401 || (format.deniesAccess?.(answer) ?? false)

/** Reads `url` on behalf of a login and parses the answer. */
export async function readCall<S extends z.ZodType>(
  parts: CallParts,
  breaker: CircuitBreaker,
  { access, url, schema }: { readonly access: BrokerAccess; readonly url: string; readonly schema: S },
): Promise<z.output<S>> {
  return callAs(parts, breaker, { access, request: { method: 'GET', url, headers: {} }, schema })
}

/** Sends a repeatable request on behalf of the login: a read, or an effect that its own reference makes idempotent. */
export async function callAs<S extends z.ZodType>(
  parts: CallParts,
  breaker: CircuitBreaker,
  { access, request, schema }: { readonly access: BrokerAccess; readonly request: HttpRequest; readonly schema: S },
): Promise<z.output<S>> {
  const token = await access.accessToken()
  const as = (bearer: string): HttpRequest => ({
    ...request,
    headers: { ...request.headers, ...authorisationOf(parts, bearer) },
  })
  let answer = await sendPatiently(parts, breaker, access.key, as(token))
  if (isDenied(parts, answer)) {
    answer = await sendPatiently(parts, breaker, access.key, as(await access.tokenAfter(token)))
    if (isDenied(parts, answer))
      throw new BrokerFailure('LAPSED', 'The brokerage no longer accepts the access.', correlationOf(parts, answer))
  }
  return readAnswer(parts, answer, schema)
}

/**
 * Sends a repeatable request, up to three times within the call's time. Returns any answer with a status below 500
 * except 429.
 */
export async function sendPatiently(
  parts: CallParts,
  breaker: CircuitBreaker,
  key: string,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const untilMs = performance.now() + parts.totalMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(parts, breaker, { key, request, withinMs: untilMs - performance.now() })
    } catch (error) {
      const pauseMs = error instanceof Overload ? error.pauseMs : firstPauseMs * 2 ** (attempt - 1)
      const isLast =
        attempt >= attempts ||
        performance.now() + pauseMs >= untilMs ||
        !(error instanceof BrokerFailure) ||
        error instanceof Paused
      if (isLast) throw error
      await (parts.wait ?? waitMs)(pauseMs)
    }
  }
}

export interface SendOnceOptions {
  readonly key: string
  readonly request: HttpRequest
  readonly withinMs?: number | undefined
}

/** Sends once. Throws UNAVAILABLE for no answer, 429 and 5xx. */
export async function sendOnce(
  parts: CallParts,
  breaker: CircuitBreaker,
  { key, request, withinMs = parts.totalMs }: SendOnceOptions,
): Promise<HttpAnswer> {
  if (!breaker.admits())
    throw new Paused('UNAVAILABLE', 'The brokerage failed several times in a row; it is tried again shortly.')
  const startedMs = performance.now()
  if (!(await parts.allowance.take(key, withinMs)))
    throw new Paused(
      'UNAVAILABLE',
      `The limit of ${parts.allowance.perMinute} requests a minute to the brokerage is used up. Try again in a minute.`,
    )
  let answer: HttpAnswer
  try {
    answer = await parts.exchange.send(request, Math.max(1, withinMs - (performance.now() - startedMs)))
  } catch (error) {
    breaker.failed()
    throw error
  }
  if (answer.status === 429) {
    const pauseMs = retryAfterMs(answer)
    await parts.allowance.pause(key, pauseMs)
    throw new Overload(pauseMs, correlationOf(parts, answer))
  }
  if (answer.status >= 500 || isProxyPage(answer)) {
    breaker.failed()
    throw new BrokerFailure(
      'UNAVAILABLE',
      `The brokerage answered with status ${answer.status}.`,
      correlationOf(parts, answer),
    )
  }
  breaker.succeeded()
  return answer
}

/** Parses an answer by `schema`; throws REFUSED for an error status and NONSENSE for anything unreadable. */
export function readAnswer<S extends z.ZodType>(
  parts: Pick<CallParts, 'format'>,
  answer: HttpAnswer,
  schema: S,
): z.output<S> {
  if (answer.status >= 300)
    throw new BrokerFailure('REFUSED', refusalReason(parts, answer), correlationOf(parts, answer), answer.status)
  const parsed = schema.safeParse(parseJson(answer.text))
  if (parsed.success) return parsed.data
  const places = parsed.error.issues
    .slice(0, 3)
    .map((issue) => issue.path.filter((part) => typeof part !== 'string' || /^[A-Za-z]{1,40}$/.test(part)).join('.'))
  throw new BrokerFailure(
    'NONSENSE',
    `The answer of the brokerage cannot be read (${places.join('; ') || 'whole'}).`,
    correlationOf(parts, answer),
  )
}

/** Returns the brokerage's own text as one bounded line, or the status when there is none. */
export function refusalReason({ format }: Pick<CallParts, 'format'>, answer: HttpAnswer): string {
  const line = (format.reasonOf(parseJson(answer.text)) ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 200)
  return line === '' ? `status ${answer.status}` : line
}

/** The brokerage reported too many requests: this one was not processed. */
export class Overload extends BrokerFailure {
  readonly pauseMs: number
  constructor(pauseMs: number, correlationId: string | undefined) {
    super('UNAVAILABLE', 'The brokerage asks for fewer requests.', correlationId)
    this.pauseMs = pauseMs
  }
}

/** The request was not even sent; an immediate retry would change nothing. */
export class Paused extends BrokerFailure {}

export const correlationOf = ({ format }: Pick<CallParts, 'format'>, answer: HttpAnswer): string | undefined => {
  const value = answer.headers[format.correlationHeader]
  return typeof value === 'string' ? value.slice(0, 80) : undefined
}

/** An edge proxy sends its own refusals as HTML pages; the brokerage behind it never saw the request. */
const isProxyPage = (answer: HttpAnswer): boolean => answer.status >= 400 && /^\s*</.test(answer.text)

function retryAfterMs(answer: HttpAnswer): number {
  const seconds = Number(answer.headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 300) * 1000 : 1000
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
