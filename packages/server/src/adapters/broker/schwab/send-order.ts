// Calls that change orders: sent once, never retried automatically, with a separate rate limit. The outcome is a value,
// because "perhaps" is an ordinary outcome here. Source: docs/rules/brokerage.md, "Sending an order".
import { z } from 'zod'
import { type BrokerAccess, BrokerFailure, type BrokerPreview, type OrderSending } from '../port.ts'
import { wireCents } from './amount.ts'
import { type CallParts, correlationOf, Overload, Paused, readAnswer, sendOnce } from '../http/call.ts'
import type { CircuitBreaker } from '../http/circuit-breaker.ts'
import type { HttpAnswer, HttpRequest } from '../http/http-exchange.ts'

/**
 * Sends on behalf of the login. A 401 means that the request was not processed, so only then is it sent once more with
 * a renewed token.
 */
export async function sendOrderCall(
  parts: CallParts,
  breaker: CircuitBreaker,
  access: BrokerAccess,
  request: HttpRequest,
): Promise<OrderSending> {
  let token: string
  try {
    token = await access.accessToken()
  } catch (error) {
    return neverSent(error)
  }
  const first = await attempt(parts, breaker, { access, request, token })
  if (!('status' in first)) return first
  if (first.status !== 401) return judge(first)
  try {
    token = await access.tokenAfter(token)
  } catch (error) {
    return neverSent(error)
  }
  const second = await attempt(parts, breaker, { access, request, token })
  if (!('status' in second)) return second
  if (second.status === 401)
    return neverSent(new BrokerFailure('LAPSED', 'The brokerage no longer accepts the access.', correlationOf(second)))
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
      request: { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } },
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

/**
 * The order's id is the last part of the address in a 201's Location header; without one the order has to be searched
 * for.
 */
function judge(answer: HttpAnswer): OrderSending {
  if (answer.status >= 300) return { outcome: 'REFUSED', reason: reasonOf(answer) }
  const location = answer.headers['location']
  const named = typeof location === 'string' ? /\/orders\/([\w-]{1,64})\/?$/.exec(location)?.[1] : undefined
  return { outcome: 'TAKEN', brokerId: named ?? null }
}

function reasonOf(answer: HttpAnswer): string {
  try {
    readAnswer(answer, z.never())
  } catch (error) {
    if (error instanceof BrokerFailure) return error.message
    throw error
  }
  return `status ${answer.status}`
}

const Notes = z
  .array(z.looseObject({ message: z.string().optional(), activityMessage: z.string().optional() }))
  .optional()
const Values = z.looseObject({
  commissionLegs: z.array(z.looseObject({ commissionValues: z.array(z.looseObject({ value: wireCents })) })),
})

export const PreviewAnswer = z
  .looseObject({
    orderValidationResult: z.looseObject({ rejects: Notes, warns: Notes, alerts: Notes, reviews: Notes }).optional(),
    commissionAndFee: z.looseObject({ commission: Values.optional() }).optional(),
  })
  .transform(({ orderValidationResult: result, commissionAndFee }): BrokerPreview => {
    const words = (notes: z.output<typeof Notes>) =>
      (notes ?? [])
        .map((note) =>
          (note.message ?? note.activityMessage ?? '')
            .replaceAll(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .slice(0, 300),
        )
        .filter((text) => text !== '')
    const commission = commissionAndFee?.commission?.commissionLegs.flatMap((leg) => leg.commissionValues)
    return {
      rejects: words(result?.rejects),
      warnings: [...words(result?.warns), ...words(result?.alerts), ...words(result?.reviews)],
      commissionCents:
        commission === undefined
          ? null
          : (commission.reduce((sum, { value }) => sum + value, 0n) as BrokerPreview['commissionCents']),
    }
  })
