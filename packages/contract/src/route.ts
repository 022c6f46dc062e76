// What a route is: a value that the server's handlers, the browser's client, openapi.json and the access matrix are made from.
import type { z } from 'zod'
import type { PermissionKey } from './permission.ts'
import type { RefusalName } from './refusals.ts'

/** Who may call: everybody, anyone signed in, holders of at least one of the keys, or holders of all of them. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'permission'; readonly anyOf: readonly PermissionKey[] }
  | { readonly kind: 'permission'; readonly allOf: readonly PermissionKey[] }

/** The objects that belong to somebody; a call that names one of them checks its owner in the SQL. */
export type OwnedObject =
  | 'account' | 'member' | 'entry' | 'bankAccount' | 'user' | 'group' | 'permission' | 'session' | 'task' | 'notification' | 'alert' | 'alertRule' | 'analysis' | 'watchlist' | 'screen' | 'savedFilter' | 'ownReport' | 'reportRun' | 'reportSchedule'

export interface Route {
  readonly method: 'GET' | 'POST'
  /** With parameters in braces: `/v1/api/account/get-access-by-account/{accountId}`. */
  readonly path: `/v1/api/${string}`
  /** One sentence for openapi.json. */
  readonly summary: string
  readonly access: AccessRule
  /** Which object a parameter or body field names, and where: `{ object: 'account', at: 'params.accountId' }`. */
  readonly owns?: readonly { readonly object: OwnedObject; readonly at: string }[]
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  readonly refusals?: readonly RefusalName[]
  /**
   * Happens once per Idempotency-Key: a repeated request gets the stored answer, the same key with another body is refused, and the
   * caller can ask what became of a key. `true`: the handler runs in one transaction that also stores the answer. `recorded`: the
   * handler works outside a transaction, and its beginning and end are recorded under the key. `own`: the feature keeps a record of
   * its own under the key (orders).
   */
  readonly effect?: true | 'recorded' | 'own'
  /** The content holds a password, a code or bank details: it is neither hashed with the key nor kept in the browser. */
  readonly secret?: true
  /**
   * The field of the body by which the effect happens once under whatever key it travels. A form makes a new one each time it is opened, so it is no
   * part of what makes two requests equal, and a request of unknown fate may be sent again with it.
   */
  readonly reference?: string
  /** Refusals after which it is not known whether the effect happened, beside `uncertainRefusals`. */
  readonly uncertain?: readonly RefusalName[]
  /** The body is a file's bytes (application/octet-stream), handed to the handler as a stream that no size limit of JSON cuts. */
  readonly upload?: boolean
  /** The answer is a file of this type (a blob in the browser); Content-Disposition carries its name. */
  readonly download?: 'application/pdf' | 'application/octet-stream' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'text/csv; charset=utf-8'
  /** The reply is written as the handler made it, without encoding each row (large lists of plain numbers and texts). */
  readonly plainReply?: boolean
}

/** What a download comes to in the browser. */
export interface DownloadedFile {
  readonly fileName: string
  readonly content: Blob
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined
type Wire<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives and the client's caller gives: application values, not wire values. */
export type RouteParams<R extends Route> = Decoded<R['params']>
export type RouteQuery<R extends Route> = Decoded<R['query']>
export type RouteBody<R extends Route> = Decoded<R['body']>
/** What a handler answers and the client's caller receives. */
export type RouteReply<R extends Route> = z.output<R['reply']>
/** What travels. */
export type WireReply<R extends Route> = Wire<R['reply']>

/** Keeps a route's literal types while checking its form. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

/** What may stand in a path or query. */
export type PathValue = string | number | boolean | null | undefined

/** `fillPath('/a/{id}/b', { id: 'x y' })` is `/a/x%20y/b`. Absent values are written as `null`, as the specification does. */
export function fillPath(path: string, params: Readonly<Record<string, PathValue>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? 'null'))
}
