// The interface that a feature implements: one handler per route of its group. A missing handler or a wrong field is a
// compile error.
import type { Readable } from 'node:stream'
import type { Route, RouteBody, RouteParams, RouteQuery, RouteReply, Routes } from '@clubfolio/contract'
import type { Log } from './log.ts'
import type { EffectServices, PooledServices } from '../services.ts'
import type { Session } from './session.ts'
import type { Trx } from './transaction.ts'

/** The caller as seen from the network. */
export interface Caller {
  readonly requestId: string
  readonly address: string
  readonly userAgent: string
  readonly isBackground: boolean
  /**
   * The header Idempotency-Key, for effects that keep their own record of it because they reach outside the database.
   */
  readonly requestKey: string | undefined
  /** The cookie `device` of a browser that signed in before. */
  readonly deviceToken: string | undefined
  setDeviceToken(token: string, maxAgeSeconds: number): void
  /** The cookie `sign-in` of a browser that is in the middle of a sign-in. */
  readonly signInToken: string | undefined
  setSignInToken(token: string, maxAgeSeconds: number): void
  readonly log: Log
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
}

/** Defers `work` until the effect is committed; it receives the pool, since the transaction is over by then. */
export type AfterCommit = (work: (services: PooledServices) => void) => void

export interface HandlerInput<R extends Route> {
  /** An effect uses only its own transaction; reads and calls without a transaction get the pool. */
  readonly services: R extends { effect: true } ? EffectServices : PooledServices
  readonly params: RouteParams<R>
  readonly query: RouteQuery<R>
  readonly body: RouteBody<R>
  readonly session: R['access'] extends { kind: 'public' } ? undefined : Session
  /** The transaction of the effect; only routes marked `effect` have one. */
  readonly trx: R extends { effect: true } ? Trx : undefined
  /**
   * Defers work until the effect is committed, such as a mail; it does not run when the effect fails or its answer was
   * already stored.
   */
  readonly afterCommit: R extends { effect: true } ? AfterCommit : undefined
  /** The received bytes; only routes marked `upload` have them. */
  readonly file: R extends { upload: true } ? Readable : undefined
  readonly caller: Caller
}

/** A file to send as the response; a stream is sent as it is written and destroyed when the caller disconnects. */
export interface FileToSend {
  readonly fileName: string
  readonly content: Buffer | Readable
}

export type Handler<R extends Route> = (
  input: HandlerInput<R>,
) => Promise<R extends { download: string } ? FileToSend : RouteReply<R>>

export type GroupHandlers<G extends keyof Routes> = {
  readonly [N in keyof Routes[G]]: Routes[G][N] extends Route ? Handler<Routes[G][N]> : never
}

export type Handlers = { readonly [G in keyof Routes]: GroupHandlers<G> }
