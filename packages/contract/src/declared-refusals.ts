// Which refusals a call may answer: those of its own list, and those that belong to every call of its kind. The server
// holds each call to them.
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
  withoutSession: ['tooMany'],
  withSession: ['signInNeeded', 'sessionEnded'],
  withPermission: ['forbidden'],
  withEffect: ['requestInFlight', 'requestWithdrawn', 'requestKeyReused'],
} as const satisfies Record<string, readonly RefusalName[]>

/** Returns the refusals that every call of the route's kind may answer. */
export function commonRefusalsOf({ access, effect }: NamedRoute['route']): readonly RefusalName[] {
  return [
    ...commonRefusals.everyCall,
    ...(access.kind === 'public' ? commonRefusals.withoutSession : commonRefusals.withSession),
    ...(access.kind === 'permission' ? commonRefusals.withPermission : []),
    ...(effect ? commonRefusals.withEffect : []),
  ]
}

/** Returns every refusal that a call may answer. */
export const declaredRefusals = (route: NamedRoute['route']): ReadonlySet<RefusalName> =>
  new Set([...commonRefusalsOf(route), ...(route.refusals ?? [])])
