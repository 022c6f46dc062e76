// Finds refusals that a call answers although its route does not list them: openapi.json and the pages know only what
// is listed. The caller still gets the refusal.
import { declaredRefusals, Refusal, type NamedRoute, type RefusalName } from '@clubfolio/contract'
import type { Log } from './log.ts'

export interface UndeclaredRefusal {
  /** `group.name` of the call. */
  readonly route: string
  readonly refusal: RefusalName
}

export type OnUndeclaredRefusal = (found: UndeclaredRefusal, log: Log) => void

/** What the product does: a missing line in the contract is for developers, not for the user who made the call. */
export const logUndeclaredRefusal: OnUndeclaredRefusal = (found, log) =>
  log.warn(found, 'a call answered a refusal that its route does not list')

/** Returns a function that takes what a call of the route threw, and reports it if it is an undeclared refusal. */
export function watchRefusals(
  { group, name, route }: NamedRoute,
  onUndeclared: OnUndeclaredRefusal,
): (error: unknown, log: Log) => void {
  const declared = declaredRefusals(route)
  return (error, log) => {
    if (error instanceof Refusal && !declared.has(error.refusal))
      onUndeclared({ route: `${group}.${name}`, refusal: error.refusal }, log)
  }
}
