// The shared number field of the product: how every numeric input handles keys, pastes, drops and proposals. Its value
// is plain text, so that no digit is lost on the way to an exact decimal. While the field does not show everything that
// was typed, it shows an error, and its value is one that no form accepts as a number. Decision 0016.
import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type InputEvent,
  type KeyboardEvent,
} from 'react'
import { numberIssue, type NumberAffixes } from './plain-number.ts'
import {
  eraseSelected,
  followShown,
  hasBlocked,
  numberValue,
  pasteText,
  pressKey,
  selectedText,
  selectShown,
  shownSelection,
  shownText,
  typedFrom,
  type TypedNumber,
} from './typed-number.ts'

export interface NumberFieldOptions extends NumberAffixes {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The value is a proposal: typing replaces it. */
  readonly isProposed?: boolean | undefined
  /** Negative numbers are valid: one leading minus is accepted. */
  readonly isSigned?: boolean | undefined
}

/** On-screen decimal keyboards for regions with a decimal comma have no point among their digits. */
const inputMode = new Intl.NumberFormat(navigator.language).format(1.5).includes('.') ? 'decimal' : 'text'

export function useNumberField({
  value,
  onChange,
  isProposed = false,
  isSigned = false,
  ...affixes
}: NumberFieldOptions) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState<TypedNumber>(() => typedFrom(value, isSigned))
  // If the form holds another value than the typed one, the form's value wins.
  const typed = numberValue(kept) === value ? kept : typedFrom(value, isSigned)
  const issue = numberIssue(numberValue(typed), isSigned)
  const moved = useRef<TypedNumber>(undefined)
  const isEntering = useRef(false)

  useLayoutEffect(() => {
    const input = inputRef.current
    input?.setCustomValidity(issue ?? '')
    if (input && moved.current === typed && document.activeElement === input)
      input.setSelectionRange(...shownSelection(typed))
    moved.current = undefined
  })
  const proposal = isProposed ? value : undefined
  useLayoutEffect(() => {
    if (proposal !== undefined && document.activeElement === inputRef.current) inputRef.current?.select()
  }, [proposal])

  const put = (next: TypedNumber) => {
    setKept(next)
    const nextValue = numberValue(next)
    if (nextValue !== value) onChange(nextValue)
  }
  /** Updates the state and places the caret, as the browser would have done. */
  const move = (next: TypedNumber) => {
    moved.current = next
    put(next)
  }
  const selected = (input: HTMLInputElement) => selectShown(typed, input.selectionStart ?? 0, input.selectionEnd ?? 0)
  const isFixed = (input: HTMLInputElement) => input.readOnly || input.disabled

  const follow = (input: HTMLInputElement, event: Event) => {
    const inserted = 'data' in event && typeof event.data === 'string' ? event.data : null
    put(followShown(typed, input.value, input.selectionStart ?? input.value.length, inserted))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Input from an input method or an on-screen keyboard arrives as text.
    if (event.nativeEvent.isComposing || event.key === 'Process' || event.key === 'Unidentified') return
    const { isPrevented, next } = pressKey(selected(event.currentTarget), event)
    if (isPrevented) event.preventDefault()
    if (next && !isFixed(event.currentTarget)) move(next)
  }
  const copy = (event: ClipboardEvent<HTMLInputElement>): TypedNumber | undefined => {
    if (!hasBlocked(typed)) return undefined
    event.preventDefault()
    const from = selected(event.currentTarget)
    event.clipboardData.setData('text/plain', selectedText(from))
    return from
  }
  const take = (input: HTMLInputElement, text: string) => {
    if (!isFixed(input)) move(pasteText(selected(input), text, affixes))
  }

  return {
    issue,
    isEmpty: shownText(typed) === '' && issue === undefined,
    inputProps: {
      ref: inputRef,
      // The decimal keyboard has no minus on some phones.
      inputMode: isSigned ? 'text' : inputMode,
      autoComplete: 'off',
      value: shownText(typed),
      onChange: (event: ChangeEvent<HTMLInputElement>) => follow(event.currentTarget, event.nativeEvent),
      /** React fires no change event when text is replaced by equal text, but the typed characters do change. */
      onInput: (event: InputEvent<HTMLInputElement>) => {
        if (event.currentTarget.value === shownText(typed)) follow(event.currentTarget, event.nativeEvent)
      },
      onKeyDown,
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        event.preventDefault()
        take(event.currentTarget, event.clipboardData.getData('text/plain'))
      },
      onCopy: (event: ClipboardEvent<HTMLInputElement>) => void copy(event),
      onCut: (event: ClipboardEvent<HTMLInputElement>) => {
        const from = copy(event)
        if (from && !isFixed(event.currentTarget)) move(eraseSelected(from))
      },
      /** Browsers join dropped lines: "12" and "34" would become 1234. */
      onDrop: (event: DragEvent<HTMLInputElement>) => {
        const text = event.dataTransfer.getData('text/plain')
        if (!/[\r\n]/.test(text.trim())) return
        event.preventDefault()
        take(event.currentTarget, text)
      },
      onFocus: (event: { readonly currentTarget: HTMLInputElement }) => {
        if (isProposed) event.currentTarget.select()
      },
      onMouseDown: (event: { readonly currentTarget: HTMLInputElement }) => {
        isEntering.current = isProposed && document.activeElement !== event.currentTarget
      },
      /** The click that enters a proposal would otherwise place the caret behind it. */
      onMouseUp: (event: { readonly currentTarget: HTMLInputElement; preventDefault: () => void }) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        if (isEntering.current && selectionStart === selectionEnd) {
          event.preventDefault()
          event.currentTarget.select()
        }
        isEntering.current = false
      },
    },
  } as const
}
