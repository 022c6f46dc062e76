// The one way to hold a form: Mantine keeps its values, and what is wrong with them is computed from them, by the
// schema of the call that the form makes and by rules of its own. A field shows its error once it was left and for as
// long as it is wrong, and a refusal of the server until it is changed. See
// docs/decisions/0037-one-way-to-build-a-form.md.
import { maxLengthOf } from '@clubfolio/contract'
import { useForm } from '@mantine/form'
import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { fieldFaultsOf, showRest, type RefusalFields } from './field-fault.ts'
import { schemaErrors } from './schema-errors.ts'
import { useSendOnce } from './use-send-once.ts'
import { useShownFields } from './use-shown-fields.ts'

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
  /** The fields of refusals whose answer names none. */
  readonly refusalFields?: RefusalFields<keyof Values & string>
}

/**
 * Returns the values and their setters with `openCount`, the number of fields that need attention; `field`, `textField`
 * and `liveField`, the properties of an input, the latter two with the most characters that the schema accepts; and
 * `submit`, which makes the handler of the form's submit event from what to do while nothing needs attention. What that
 * returns is waited for, and an error goes to `refuse`, which shows it at its field or, where the form shows no such
 * field, as a toast. So the call is marked `inForm`.
 */
export function useCheckedForm<Values extends object>(options: CheckedFormOptions<Values>) {
  type Name = keyof Values & string
  const { initialValues, schema, toInput, ownErrors, refusalFields } = options
  const form = useForm<Values>({ initialValues, clearInputErrorOnChange: true })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** Emptied by the form itself: leaving them as they are is no omission of the user. */
  const emptied = useRef<ReadonlySet<string>>(new Set())
  const shown = useShownFields()
  const sendOnce = useSendOnce()
  const issues: Record<string, string | undefined> = {
    ...(schema ? schemaErrors(schema, toInput ? toInput(form.values) : form.values) : {}),
    ...ownErrors?.(form.values),
  }
  const open = Object.keys(issues).filter((name) => issues[name] !== undefined)
  const errorOf = (name: Name): string | undefined => {
    shown.show(name)
    const refused = form.errors[name]
    return typeof refused === 'string' ? refused : left.has(name) ? issues[name] : undefined
  }
  /** Shows what the server refused: at the fields it concerns, the rest as toasts. */
  const refuse = (error: unknown) => {
    form.setErrors(fieldFaultsOf(error, refusalFields))
    showRest(error, shown.all(), refusalFields)
  }
  /** Shows the errors of these fields from now on. */
  const leave = (...names: readonly string[]) => setLeft((before) => new Set([...before, ...names]))
  const field = <N extends Name>(name: N) => ({
    ...form.getInputProps(name, { withFocus: false }),
    value: form.values[name],
    error: errorOf(name),
    // Most inputs derive it from the error; Mantine's password field does not.
    'aria-invalid': errorOf(name) === undefined ? undefined : true,
    onBlur: () => {
      if (!emptied.current.has(name) || form.isTouched(name)) leave(name)
    },
  })
  const { values, setValues, setFieldValue, isDirty } = form
  return {
    values,
    setValues,
    setFieldValue,
    isDirty,
    refuse,
    reset: () => {
      form.reset()
      setLeft(new Set())
      emptied.current = new Set(Object.keys(initialValues))
    },
    /** Empties these fields as they were at first, after their content was taken. */
    clear: (...names: readonly Name[]) => {
      for (const name of names) {
        form.resetField(name)
        form.clearFieldError(name)
      }
      form.setTouched((before) =>
        Object.fromEntries(Object.entries(before).filter(([other]) => !isOneOf(names, other))),
      )
      setLeft((before) => new Set([...before].filter((other) => !isOneOf(names, other))))
      emptied.current = new Set([...emptied.current, ...names])
    },
    openCount: open.length,
    /** Names of the fields that need attention, in the order of the schema. */
    openNames: open,
    errorOf,
    leave,
    field,
    textField: <N extends Name>(name: N) => ({ ...field(name), maxLength: maxLengthOf(schema?.shape[name]) }),
    /** Like `textField`, for what is refused while it is typed and not only once the field was left. */
    liveField: <N extends Name>(name: N) => {
      const { onChange, ...rest } = field(name)
      return {
        ...rest,
        maxLength: maxLengthOf(schema?.shape[name]),
        onChange: (event: unknown) => {
          leave(name)
          onChange(event)
        },
      }
    },
    submit: (work: (values: Values) => unknown) => async (event?: FormEvent) => {
      event?.preventDefault()
      if (open.length > 0) return leave(...open)
      await sendOnce(() => {
        const sent = work(form.values)
        return sent instanceof Promise ? sent.catch(refuse) : undefined
      })
    },
  }
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name)
