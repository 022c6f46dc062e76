// Requests to addresses that users have entered (webhooks of their own programs, push services of their browsers) or
// that the operator has set.

export interface OutboundRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** For the whole exchange, from the name to the last byte. Ten seconds by default. */
  readonly timeLimitMs?: number
}

/** A question that says nothing but itself. */
export type OutboundQuestion = Pick<OutboundRequest, 'url' | 'headers' | 'timeLimitMs'>

export interface OutboundAnswer {
  readonly status: number
  /** The value of the Retry-After header, if there is one. */
  readonly retryAfter: string | undefined
  /** The beginning of the answer as text; the rest is not read. */
  readonly head: string
  /** Whether the answer is longer than its head. */
  readonly isCut: boolean
}

export interface OutboundPort {
  /**
   * Throws OutboundFailure when an address may never be called, whatever its name leads to. Called when an address is
   * entered, so that its user learns of it at once.
   */
  check(url: string): void
  /** Posts once and follows no redirect. Throws OutboundFailure when no answer arrived. */
  post(request: OutboundRequest): Promise<OutboundAnswer>
  /** Asks once and follows no redirect; up to 64 KB of the answer are read. Throws OutboundFailure likewise. */
  get(question: OutboundQuestion): Promise<OutboundAnswer>
}

/**
 * Why no answer arrived. `forbidden` is an address that is not called; `nameless` a name that leads to no address that
 * is called, which says nothing about the names of the own network.
 */
export type OutboundFailureKind = 'forbidden' | 'nameless' | 'timeout' | 'unreachable'

/** `message` is a sentence for the owner of the address. */
export class OutboundFailure extends Error {
  readonly kind: OutboundFailureKind

  constructor(kind: OutboundFailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
