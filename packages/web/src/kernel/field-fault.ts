// What a refused form shows beside its fields instead of in a toast.
import { ApiError } from '@clubfolio/contract'

export type FieldFaults = Readonly<Record<string, string>>

/**
 * A list of faults by field, or a refusal that is about the password under `passwordField`; undefined for everything else,
 * which is said by a toast. `wrongPassword` is about the password that proves who somebody is, `commonPassword` about a new one.
 */
export function fieldFaultsOf(error: unknown, passwordField: string, newPasswordField = passwordField): FieldFaults | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { error: said, refusal } = error.body
  if (typeof said !== 'string') return Object.fromEntries(said.map((fault) => [fault.field, fault.message]))
  if (refusal === 'wrongPassword') return { [passwordField]: said }
  return refusal === 'commonPassword' ? { [newPasswordField]: said } : undefined
}
