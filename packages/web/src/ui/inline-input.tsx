// A value that turns into a field on double-click, Enter or F2, with accept and cancel next to it; neighbours do not
// move. Accept is blocked while the field is empty or wrong. What is wrong is said below the field once it was left or
// Enter was pressed in it, and what the server refuses until the value is changed. Cancel restores the old value.
// Source: docs/rules/interface.md, "Inline editing".
import { ActionIcon, Box } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { DisabledReason } from './disabled-reason.tsx'
import { fieldFaultsOf } from './field-fault.ts'
import classes from './inline-input.module.css'
import { NumberIssue } from './number-issue.tsx'
import { numberIssue } from './plain-number.ts'
import { useNumberField } from './use-number-field.ts'

export interface InlineInputProps {
  /** The text with which editing starts. */
  readonly value: string
  /** Content shown outside of editing; defaults to the value. */
  readonly children?: ReactNode
  /** Accessible name of the value: "Initial Value of 8841-2207". */
  readonly label: string
  /**
   * Called with the trimmed text. A promise keeps the field open until it settles. After a rejection it stays open and
   * shows the message for the field; the caller's mutation shows every other failure (`showRest`).
   */
  readonly onAccept: (text: string) => void | Promise<unknown>
  readonly placeholder?: string
  /** Shown inside the field: "$". */
  readonly prefix?: string
  /** Shown inside the field after the value: "EUR". */
  readonly suffix?: string
  readonly isNumeric?: boolean
  readonly align?: 'left' | 'right'
  /** Why the value cannot be edited; if set, it is plain text. */
  readonly disabledReason?: string | undefined
  /** Returns the error message, or undefined when the text is valid: "Enter an amount above 0". */
  readonly check?: (text: string) => string | undefined
  readonly width?: number
}

export function InlineInput(props: InlineInputProps) {
  const { value, children, label, align = 'left', disabledReason } = props
  const [isEditing, setEditing] = useState(false)
  const placeRef = useRef<HTMLSpanElement>(null)
  const shown = children ?? value
  if (disabledReason !== undefined) return <span title={disabledReason}>{shown}</span>
  const close = () => {
    setEditing(false)
    // Focus returns to its origin once the value is rendered again.
    requestAnimationFrame(() => placeRef.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing || (event.key !== 'Enter' && event.key !== 'F2')) return
    event.preventDefault()
    setEditing(true)
  }
  return (
    <span
      ref={placeRef}
      className={classes['place']}
      data-editable
      data-align={align}
      {...(isEditing
        ? {}
        : {
            tabIndex: 0,
            role: 'button',
            'aria-label': `${label}: ${typeof children === 'string' ? children : value}. Press Enter to edit`,
            title: 'Double-click, Enter or F2 to edit',
            onDoubleClick: () => setEditing(true),
            onKeyDown,
          })}
    >
      <span className={classes['value']} data-hidden={isEditing || undefined} aria-hidden={isEditing || undefined}>
        {shown}
      </span>
      {isEditing ? <Editor {...props} align={align} onClose={close} /> : null}
    </span>
  )
}

function Editor({
  value,
  label,
  onAccept,
  placeholder = 'Type...',
  prefix,
  suffix,
  isNumeric = false,
  align,
  check,
  width,
  onClose,
}: InlineInputProps & { readonly onClose: () => void }) {
  const [text, setText] = useState(value)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const faultId = useId()
  const trimmed = text.trim()
  // The number field itself says when a text is no number.
  const issue = isNumeric ? numberIssue(trimmed) : undefined
  const fault = trimmed === '' ? 'Type a value' : (issue ?? check?.(trimmed))
  const accept = () => {
    if (fault !== undefined) setLeft(true)
    if (fault !== undefined || isSaving) return
    const result = trimmed === value ? undefined : onAccept(trimmed)
    if (!(result instanceof Promise)) {
      onClose()
      return
    }
    setSaving(true)
    result.then(onClose, (error: unknown) => {
      setSaving(false)
      setRefusal(Object.values(fieldFaultsOf(error))[0])
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') accept()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = refusal ?? (issue === undefined && isLeft ? fault : undefined)
  const field: FieldProps = {
    label,
    text,
    onText: (typed) => {
      setText(typed)
      setRefusal(undefined)
    },
    fault: fault ?? refusal,
    faultId: shown === undefined ? undefined : faultId,
    placeholder,
    prefix,
    suffix,
    isSaving,
    onKeyDown,
    onLeave: () => setLeft(true),
  }
  return (
    <Box
      component="span"
      className={classes['editor'] ?? ''}
      data-align={align}
      style={width === undefined ? {} : { '--editor-width': `${width}px` }}
    >
      <span className={classes['field']} data-error={field.fault !== undefined || undefined}>
        {prefix ? <span className={classes['prefix']}>{prefix}</span> : null}
        {isNumeric ? <NumberField {...field} /> : <TextField {...field} />}
        {suffix ? <span className={classes['prefix']}>{suffix}</span> : null}
      </span>
      <DisabledReason reason={fault}>
        <ActionIcon
          size={24}
          aria-label="Accept"
          className={classes['accept'] ?? ''}
          loading={isSaving}
          onClick={accept}
        >
          <IconCheck size={16} />
        </ActionIcon>
      </DisabledReason>
      <ActionIcon
        size={24}
        aria-label="Cancel"
        className={classes['cancel'] ?? ''}
        disabled={isSaving}
        onClick={onClose}
      >
        <IconX size={16} />
      </ActionIcon>
      {shown === undefined ? null : (
        <span id={faultId} className={classes['fault']} role="alert">
          {shown}
        </span>
      )}
    </Box>
  )
}

interface FieldProps {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly fault: string | undefined
  /** Of the sentence about the fault, while it is shown. */
  readonly faultId: string | undefined
  readonly placeholder: string
  readonly prefix: string | undefined
  readonly suffix: string | undefined
  readonly isSaving: boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onLeave: () => void
}

function TextField({ label, text, onText, fault, faultId, placeholder, isSaving, onKeyDown, onLeave }: FieldProps) {
  const ref = useInitialSelection()
  return (
    <input
      ref={ref}
      aria-label={label}
      aria-invalid={fault !== undefined}
      aria-describedby={faultId}
      title={faultId === undefined ? fault : undefined}
      placeholder={placeholder}
      value={text}
      readOnly={isSaving}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    />
  )
}

function NumberField({ text, onText, prefix, suffix, ...field }: FieldProps) {
  const { label, fault, faultId, placeholder, isSaving, onKeyDown, onLeave } = field
  const { issue, inputProps } = useNumberField({ value: text, onChange: onText, prefix, suffix })
  const { ref, ...rest } = inputProps
  useInitialSelection(ref)
  return (
    <NumberIssue issue={issue}>
      <input
        {...rest}
        ref={ref}
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        title={issue === undefined && faultId === undefined ? fault : undefined}
        placeholder={placeholder}
        readOnly={isSaving}
        onKeyDown={(event) => {
          inputProps.onKeyDown(event)
          onKeyDown(event)
        }}
        onBlur={onLeave}
      />
    </NumberIssue>
  )
}

function useInitialSelection(given?: RefObject<HTMLInputElement | null>): RefObject<HTMLInputElement | null> {
  const own = useRef<HTMLInputElement>(null)
  const ref = given ?? own
  useEffect(() => {
    ref.current?.focus()
    ref.current?.select()
  }, [ref])
  return ref
}
