// Which refusals a call may answer: those of its own list, and those that belong to every call of its kind. The server
// holds each call to them.
import { isChange } from './route.ts'
import type { NamedRoute } from './routes.ts'
import type { RefusalName } from './refusals.ts'

/** Answered by the binding of calls for every call of a kind, so no route lists them. */
export const commonRefusals = {
  // `invalid` also when a call without fields carries a wrong Idempotency-Key.
  everyCall: [
    'malformed',
    'invalid',
    'unsupportedType',
    'tooLarge',
    'wrongHost',
    'busy',
    'databaseAway',
    'storageFull',
  ],
  // An API token is refused also where a sign-in is not needed: it never signs in.
  withoutSession: ['tooMany', 'tokenNever'],
  // The refusals of tokens are for callers with an API token; `tooMany` too, and for bodies that arrive too slowly.
  withSession: ['signInNeeded', 'sessionEnded', 'tokenInvalid', 'tokenNever', 'tokenScope', 'tooMany'],
  withStrongFactor: ['strongFactorNeeded', 'tokenStrongFactor'],
  withFreshFactor: ['freshFactorNeeded'],
  withChange: ['tokenReadOnly'],
  withPermission: ['forbidden'],
  withEffect: ['requestInFlight', 'requestWithdrawn', 'requestKeyReused'],
} as const satisfies Record<string, readonly RefusalName[]>

/** Returns the refusals that every call of the route's kind may answer. */
export function commonRefusalsOf(route: NamedRoute['route']): readonly RefusalName[] {
  const { access, beforeStrongFactor, effect, needsFreshFactor } = route
  return [
    ...commonRefusals.everyCall,
    ...(access.kind === 'public' ? commonRefusals.withoutSession : commonRefusals.withSession),
    ...(access.kind !== 'public' && !beforeStrongFactor ? commonRefusals.withStrongFactor : []),
    ...(needsFreshFactor ? commonRefusals.withFreshFactor : []),
    ...(access.kind === 'permission' ? commonRefusals.withPermission : []),
    ...(access.kind !== 'public' && isChange(route) ? commonRefusals.withChange : []),
    ...(effect ? commonRefusals.withEffect : []),
  ]
}

/** Returns every refusal that a call may answer. */
export const declaredRefusals = (route: NamedRoute['route']): ReadonlySet<RefusalName> =>
  new Set([...commonRefusalsOf(route), ...(route.refusals ?? [])])
