// E-mail recipients: Enter or Tab adds the typed address, x removes one.
// Source: docs/rules/trading.md, "Static reports".
import { email as emailField, maxLengthOf, reportRecipientLimit } from '@clubfolio/contract'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import classes from './report.module.css'

/** Returns the normalised address, or undefined when the text is not one. */
export const readAddress = (text: string): string | undefined => {
  const read = emailField.safeParse(text)
  return read.success ? read.data : undefined
}

/** A typed address that was not added yet would be left out, so it keeps the form open. */
export const untakenAddress = ({ typed }: { readonly typed: string }) =>
  typed.trim() === '' ? {} : { emailList: 'Press Enter to add the address, or clear the field.' }

export interface RecipientListProps {
  readonly emails: readonly string[]
  readonly onChange: (emails: string[]) => void
  /** The typed text that has not been added yet. */
  readonly typed: string
  readonly onType: (text: string) => void
  /** What keeps the form from being sent, once the field was left. */
  readonly error: string | undefined
  /** Runs when the field is left or a recipient removed. */
  readonly onLeave: () => void
  /** Focuses the field on mount; true by default. */
  readonly hasFocus?: boolean
}

export function RecipientList(props: RecipientListProps) {
  const { emails, onChange, typed, onType, error, onLeave, hasFocus = true } = props
  const [fault, setFault] = useState<string>()
  const isFull = emails.length >= reportRecipientLimit
  /** Returns true when the text was added to the list or was already in it. */
  const add = (): boolean => {
    const address = readAddress(typed)
    if (!address) setFault('Enter a valid e-mail address.')
    else if (isFull && !emails.includes(address))
      setFault(`A report goes to at most ${reportRecipientLimit} addresses at once.`)
    else {
      if (!emails.includes(address)) onChange([...emails, address])
      onType('')
      return true
    }
    return false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey
    if (event.key !== 'Enter' && !isTab) return
    // Tab leaves an empty field, and an invalid address does not trap the focus.
    if (typed.trim() === '') {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    if (add() || event.key === 'Enter') event.preventDefault()
  }
  return (
    <div>
      <TextInput
        label="Email"
        placeholder="name@example.com"
        description="Enter or Tab adds the address"
        inputMode="email"
        autoComplete="off"
        data-autofocus={hasFocus || undefined}
        maxLength={maxLengthOf(emailField)}
        value={typed}
        error={fault ?? error}
        onBlur={onLeave}
        onChange={(event) => {
          setFault(undefined)
          onType(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={classes['recipients']} aria-label="Recipients">
        {emails.map((address) => (
          <li key={address}>
            <span title={address}>{address}</span>
            <ActionIcon
              size={20}
              aria-label={`Remove ${address}`}
              onClick={() => {
                onChange(emails.filter((other) => other !== address))
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
