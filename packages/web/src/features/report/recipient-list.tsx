// E-mail recipients: Enter or Tab adds the typed addresses, and so does leaving the field; x removes one.
// Source: docs/rules/trading.md, "Static reports".
import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { takeTyped, type TypedRecipients } from './recipient-text.ts'
import classes from './report.module.css'

export interface RecipientListProps extends TypedRecipients {
  readonly onChange: (recipients: TypedRecipients) => void
  /** What keeps the form from being sent, once the field was left. */
  readonly error: string | undefined
  /** Runs when typed text was taken or a recipient removed: from then on the field shows its error. */
  readonly onLeave: () => void
  /** Focuses the field on mount; true by default. */
  readonly hasFocus?: boolean
}

/** An input drops new lines, so a pasted list is read before it arrives there. */
const listPattern = /[\s,;<]/

export function RecipientList({ emailList, typed, onChange, error, onLeave, hasFocus = true }: RecipientListProps) {
  /** Half of an address is no error yet. */
  const [isTyping, setTyping] = useState(false)
  /** Returns true when all of the text was added to the list or was already in it. */
  const take = (text: string): boolean => {
    const taken = takeTyped({ emailList, typed: text })
    onChange(taken)
    setTyping(false)
    onLeave()
    return taken.typed === ''
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey
    if (event.key !== 'Enter' && !isTab) return
    // Tab leaves an empty field, and wrong text does not trap the focus.
    const isTaken = typed.trim() !== '' && take(typed)
    if (isTaken || event.key === 'Enter') event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!listPattern.test(pasted.trim())) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    take(`${value.slice(0, selectionStart ?? value.length)} ${pasted} ${value.slice(selectionEnd ?? value.length)}`)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The submit button takes the text itself. A recipient added now would move the button away from the pointer.
    if (typed.trim() === '' || isSubmitButton(relatedTarget)) onLeave()
    else take(typed)
  }
  return (
    <div>
      <TextInput
        label="Email"
        placeholder="name@example.com"
        description="Enter or Tab adds it. Several are separated by commas, spaces or new lines."
        inputMode="email"
        autoComplete="off"
        data-autofocus={hasFocus || undefined}
        value={typed}
        error={isTyping ? undefined : error}
        onBlur={onBlur}
        onChange={(event) => {
          setTyping(true)
          onChange({ emailList, typed: event.currentTarget.value })
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <ul className={classes['recipients']} aria-label="Recipients">
        {emailList.map((address) => (
          <li key={address}>
            <span title={address}>{address}</span>
            <ActionIcon
              size={20}
              aria-label={`Remove ${address}`}
              onClick={() => {
                onChange({ emailList: emailList.filter((other) => other !== address), typed })
                onLeave()
              }}
            >
              <IconX size={12} stroke={1.8} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isSubmitButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement && target.type === 'submit'
