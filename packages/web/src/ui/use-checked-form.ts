// The one way to hold a form: Mantine keeps its values, and what is wrong with them is computed from them, by the
// schema of the call that the form makes and by rules of its own. A field shows its error once it was left and for as
// long as it is wrong, and a refusal of the server until it is changed. See
// docs/decisions/0037-one-way-to-build-a-form.md.
import { maxLengthOf } from '@clubfolio/contract'
import { useForm } from '@mantine/form'
import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { schemaErrors } from './schema-errors.ts'

/** One message for each field that needs attention. */
export type FieldErrors<Values> = Partial<Record<keyof Values & string, string | undefined>>

export interface CheckedFormOptions<Values> {
  readonly initialValues: Values
  /** What the call takes, as far as the form asks for it. */
  readonly schema?: z.ZodObject
  /** Returns the input of the schema; absent where the form's values are the input. */
  readonly toInput?: (values: Values) => unknown
  /** What the schema cannot know, such as an address that is typed but not yet added. */
  readonly ownErrors?: (values: Values) => FieldErrors<Values>
}

/** Resolves after the next frame, when a button that this event made pending can no longer be pressed. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(), 0)))

/**
 * Returns the values and their setters with `openCount`, the number of fields that need attention; `field` and
 * `textField`, the properties of an input, the latter with the most characters that the schema accepts; and `submit`,
 * which makes the handler of the form's submit event from what to do while nothing needs attention.
 */
export function useCheckedForm<Values extends object>(options: CheckedFormOptions<Values>) {
  type Name = keyof Values & string
  const { initialValues, schema, toInput, ownErrors } = options
  const form = useForm<Values>({ initialValues, clearInputErrorOnChange: true })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const issues: Record<string, string | undefined> = {
    ...(schema ? schemaErrors(schema, toInput ? toInput(form.values) : form.values) : {}),
    ...ownErrors?.(form.values),
  }
  const open = Object.keys(issues).filter((name) => issues[name] !== undefined)
  const errorOf = (name: Name): string | undefined => {
    const refused = form.errors[name]
    return typeof refused === 'string' ? refused : left.has(name) ? issues[name] : undefined
  }
  const isSending = useRef(false)
  /** Sends once per click: a second one that comes before the first is painted as pending is ignored. */
  const sendOnce = async (send: (values: Values) => void | Promise<void>) => {
    if (isSending.current) return
    isSending.current = true
    try {
      await send(form.values)
      await painted()
    } finally {
      isSending.current = false
    }
  }
  /** Shows the errors of these fields from now on. */
  const leave = (...names: readonly string[]) => setLeft((before) => new Set([...before, ...names]))
  const field = <N extends Name>(name: N) => ({
    ...form.getInputProps(name),
    value: form.values[name],
    error: errorOf(name),
    onBlur: () => leave(name),
  })
  const { values, setValues, setFieldValue, setErrors, isDirty } = form
  return {
    values,
    setValues,
    setFieldValue,
    setErrors,
    isDirty,
    reset: () => {
      form.reset()
      setLeft(new Set())
    },
    /** Empties these fields as they were at first, after their content was taken. */
    clear: (...names: readonly Name[]) => {
      for (const name of names) form.resetField(name)
      setLeft((before) => new Set([...before].filter((other) => !names.some((name) => name === other))))
    },
    openCount: open.length,
    errorOf,
    leave,
    field,
    textField: <N extends Name>(name: N) => ({ ...field(name), maxLength: maxLengthOf(schema?.shape[name]) }),
    submit: (send: (values: Values) => void | Promise<void>) => (event?: FormEvent) => {
      event?.preventDefault()
      if (open.length === 0) void sendOnce(send)
      else leave(...open)
    },
  }
}
