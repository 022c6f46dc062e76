// Effects at a brokerage that must not happen twice, above all orders: sent once, never retried automatically. The
// outcome is a value, because "perhaps" is an ordinary outcome here. Source: docs/rules/brokerage.md, "Sending an
// order".
import { type BrokerAccess, BrokerFailure, type OrderSending } from '../port.ts'
import {
  authorisationOf,
  type CallParts,
  correlationOf,
  isDenied,
  Overload,
  Paused,
  refusalReason,
  sendOnce,
} from './call.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

export interface EffectToSend {
  readonly access: BrokerAccess
  readonly request: HttpRequest
  /** Returns the broker's id of the new order from an answer that accepts it; null when it names none. */
  readonly idOf: (answer: HttpAnswer) => string | null
}

/**
 * Sends on behalf of the login. A denied access means that the request was not processed, so only then is it sent once
 * more with a renewed token.
 */
export async function sendEffect(
  parts: CallParts,
  breaker: CircuitBreaker,
  { access, request, idOf }: EffectToSend,
): Promise<OrderSending> {
  const judge = (answer: HttpAnswer): OrderSending =>
    answer.status >= 300
      ? { outcome: 'REFUSED', reason: refusalReason(parts, answer) }
      : { outcome: 'TAKEN', brokerId: idOf(answer) }
  let token: string
  try {
    token = await access.accessToken()
  } catch (error) {
    return neverSent(error)
  }
  const first = await attempt(parts, breaker, { access, request, token })
  if (!('status' in first)) return first
  if (!isDenied(parts, first)) return judge(first)
  try {
    token = await access.tokenAfter(token)
  } catch (error) {
    return neverSent(error)
  }
  const second = await attempt(parts, breaker, { access, request, token })
  if (!('status' in second)) return second
  if (isDenied(parts, second))
    return neverSent(
      new BrokerFailure('LAPSED', 'The brokerage no longer accepts the access.', correlationOf(parts, second)),
    )
  return judge(second)
}

interface AttemptOptions {
  readonly access: BrokerAccess
  readonly request: HttpRequest
  readonly token: string
}

async function attempt(
  parts: CallParts,
  breaker: CircuitBreaker,
  { access, request, token }: AttemptOptions,
): Promise<HttpAnswer | OrderSending> {
  try {
    return await sendOnce(parts, breaker, {
      key: access.key,
      request: { ...request, headers: { ...request.headers, ...authorisationOf(parts, token) } },
    })
  } catch (error) {
    if (error instanceof Paused || error instanceof Overload) return neverSent(error)
    if (error instanceof BrokerFailure) return { outcome: 'LOST', reason: error.message }
    throw error
  }
}

function neverSent(error: unknown): OrderSending {
  if (error instanceof BrokerFailure) return { outcome: 'NOT_SENT', failure: error }
  throw error
}
