// Messages that a rejected form shows next to its fields instead of in a toast.
import { ApiError } from '@clubfolio/contract'

export type FieldFaults = Readonly<Record<string, string>>

/**
 * Returns field messages: a list of faults by field, or a refusal about the password under `passwordField`. Returns
 * undefined for everything else, which is shown as a toast. `wrongPassword` concerns the password that proves identity,
 * `commonPassword` a new one.
 */
export function fieldFaultsOf(
  error: unknown,
  passwordField: string,
  newPasswordField = passwordField,
): FieldFaults | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { error: said, refusal } = error.body
  if (typeof said !== 'string') return Object.fromEntries(said.map((fault) => [fault.field, fault.message]))
  if (refusal === 'wrongPassword') return { [passwordField]: said }
  return refusal === 'commonPassword' ? { [newPasswordField]: said } : undefined
}
