// The route definition from which the server's handlers, the browser's client, openapi.json and the access matrix are
// derived.
import type { z } from 'zod'
import type { AccessRule } from './access.ts'

/** Objects with an owner; a call that names one of them checks ownership in its SQL. */
export type OwnedObject =
  | 'account'
  | 'member'
  | 'entry'
  | 'bankAccount'
  | 'user'
  | 'group'
  | 'permission'
  | 'session'
  | 'apiToken'
  | 'webhook'
  | 'webhookDelivery'
  | 'signInMethod'
  | 'linkedSignIn'
  | 'knownBrowser'
  | 'task'
  | 'notification'
  | 'pushDevice'
  | 'alert'
  | 'alertRule'
  | 'analysis'
  | 'watchlist'
  | 'screen'
  | 'savedFilter'
  | 'ownReport'
  | 'reportRun'
  | 'reportSchedule'

/** `Refusal` narrows the names of its refusals: the route table accepts names of the catalogue only. */
export interface Route<Refusal extends string = string> {
  readonly method: 'GET' | 'POST'
  /** POST because of its input: the call only asks and changes nothing. */
  readonly asks?: true
  /** With parameters in braces: `/v1/api/account/get-access-by-account/{accountId}`. */
  readonly path: `/v1/api/${string}`
  /** One sentence for openapi.json. */
  readonly summary: string
  readonly access: AccessRule
  /** The object that a parameter or body field names, and where: `{ object: 'account', at: 'params.accountId' }`. */
  readonly owns?: readonly { readonly object: OwnedObject; readonly at: string }[]
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  readonly refusals?: readonly Refusal[]
  /**
   * Runs once per Idempotency-Key: a repeated request gets the stored response, the same key with another body is
   * refused, and the caller can query the fate of a key. `true`: the handler runs in one transaction that also stores
   * the response. `recorded`: the handler works outside a transaction, and its start and end are recorded under the
   * key. `own`: the feature stores its own record under the key (orders).
   */
  readonly effect?: true | 'recorded' | 'own'
  /** Asks when the session ends, which does not move its end (docs/decisions/0047-token-expire.md). */
  readonly asksForSession?: true
  /** A reading call that is recorded, such as the first opening of a paper: its session is asked for each time. */
  readonly isRecorded?: true
  /**
   * Moves money or gives rights: the session's factor must have been proved within the last 10 minutes. A call with an
   * API token needs none, because making the token did (docs/decisions/0106-fresh-and-strong-factors.md).
   */
  readonly needsFreshFactor?: true
  /**
   * Answers also a session that a text message opened although a group of its user requires more: what the user needs
   * to add a sign-in method, to confirm with one, or to sign out.
   */
  readonly beforeStrongFactor?: true
  /**
   * The content includes a password, a code or bank details: it is neither hashed with the key nor stored in the
   * browser.
   */
  readonly secret?: true
  /**
   * The body field that makes the effect idempotent whatever key the request carries. A form creates a new one each
   * time it is opened, so it does not count when two requests are compared, and a request of unknown fate may be sent
   * again with it.
   */
  readonly reference?: string
  /** Refusals after which it is unknown whether the effect happened, in addition to `uncertainRefusals`. */
  readonly uncertain?: readonly Refusal[]
  /**
   * The body is a file's bytes (application/octet-stream), passed to the handler as a stream that is exempt from the
   * JSON size limit.
   */
  readonly upload?: boolean
  /** The response is a file of this type (a blob in the browser); Content-Disposition carries its name. */
  readonly download?:
    | 'application/pdf'
    | 'application/octet-stream'
    | 'application/zip'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'text/csv; charset=utf-8'
  /**
   * The reply is sent as the handler returned it, without encoding each row (large lists of plain numbers and texts).
   */
  readonly plainReply?: boolean
}

/** Whether a call changes something. A page without a connection refuses such a call and never sends it later. */
export const isChange = ({ method, asks, effect }: Route): boolean =>
  effect !== undefined || (method === 'POST' && asks !== true)

/** The result of a download in the browser. */
export interface DownloadedFile {
  readonly fileName: string
  readonly content: Blob
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined
type Wire<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives and a client call passes: application values, not wire values. */
export type RouteParams<R extends Route> = Decoded<R['params']>
export type RouteQuery<R extends Route> = Decoded<R['query']>
export type RouteBody<R extends Route> = Decoded<R['body']>
/** What a handler returns and a client call resolves to. */
export type RouteReply<R extends Route> = z.output<R['reply']>
/** The reply in wire form. */
export type WireReply<R extends Route> = Wire<R['reply']>

/**
 * Checks a route's type while preserving its literal types. Its refusals keep their names, which `routes.ts` checks
 * against the catalogue; here they are any text, so that a group of calls need not import the catalogue made from it.
 */
export function route<const R extends Route>(definition: R): R {
  return definition
}

/** Values allowed in a path or query. */
export type PathValue = string | number | boolean | null | undefined

/**
 * Fills in path parameters: `fillPath('/a/{id}/b', { id: 'x y' })` is `/a/x%20y/b`. Absent values are written as
 * `null`, as the specification does.
 */
export function fillPath(path: string, params: Readonly<Record<string, PathValue>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? 'null'))
}
