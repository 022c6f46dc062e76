// Which fields of a form a failed call concerns, and a message for whatever its fields do not show.
import { ApiError, type RefusalName } from '@clubfolio/contract'
import { showFailure } from './show-failure.ts'

/** One message for each field. */
export type FieldFaults = Readonly<Record<string, string>>

/**
 * The field of a form that a refusal is about, where the answer itself names none: `{ wrongPassword: 'oldPassword' }`.
 */
export type RefusalFields<Name extends string = string> = Readonly<Partial<Record<RefusalName, Name>>>

const isNameIn = (fields: RefusalFields, refusal: string): refusal is RefusalName => Object.hasOwn(fields, refusal)

/**
 * Returns the messages by field: those of the answer, `[{ field, message }]`, or its one message at the field that
 * `refusalFields` names. A fault inside a field, such as `terms.price`, is one of that field. Empty for an error that
 * concerns no field.
 */
export function fieldFaultsOf(error: unknown, refusalFields: RefusalFields = {}): FieldFaults {
  if (!(error instanceof ApiError)) return {}
  const { error: said, refusal } = error.body
  const faults: Record<string, string> = {}
  if (typeof said !== 'string') for (const { field, message } of said) faults[outerField(field)] ??= message
  else if (refusal !== undefined && isNameIn(refusalFields, refusal)) {
    const field = refusalFields[refusal]
    if (field !== undefined) faults[field] = said
  }
  return faults
}

/**
 * Shows whatever is no fault of a field in `shown` as toasts. The failure listener shows the end of the session (401).
 * Throws an error that is no failed call.
 */
export function showRest(error: unknown, shown: readonly string[], refusalFields: RefusalFields = {}): void {
  if (!(error instanceof ApiError)) throw error
  const { error: said } = error.body
  if (error.status === 401) return
  if (typeof said === 'string') {
    if (!Object.keys(fieldFaultsOf(error, refusalFields)).some((field) => shown.includes(field))) showFailure(error)
    return
  }
  const rest = said.filter(({ field }) => !shown.includes(outerField(field)))
  if (rest.length > 0) showFailure(new ApiError(error.status, { ...error.body, error: rest }))
}

const outerField = (path: string): string => path.split('.')[0] ?? path
