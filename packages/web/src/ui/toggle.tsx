// The on/off toggle with its label inside (default On and Off). While a change is being saved it shows the new side; if
// saving fails it reverts. Source: docs/rules/interface.md, "Toggle".
import { useState } from 'react'
import { DisabledReason } from './disabled-reason.tsx'
import classes from './toggle.module.css'

export interface ToggleProps {
  readonly isOn: boolean
  /** A promise keeps the new side visible until it settles; a rejection restores the old side. */
  readonly onChange: (isOn: boolean) => void | Promise<unknown>
  /** Accessible name of the toggle: "Default account 8841-2207". */
  readonly label: string
  readonly onLabel?: string
  readonly offLabel?: string
  /** Why it cannot be changed; disables it. */
  readonly disabledReason?: string | undefined
}

export function Toggle({ isOn, onChange, label, onLabel = 'On', offLabel = 'Off', disabledReason }: ToggleProps) {
  const [wanted, setWanted] = useState<boolean>()
  const isShownOn = wanted ?? isOn
  const isSaving = wanted !== undefined
  const change = () => {
    if (isSaving) return
    const result = onChange(!isOn)
    if (!(result instanceof Promise)) return
    setWanted(!isOn)
    const settle = () => setWanted(undefined)
    result.then(settle, settle)
  }
  return (
    <DisabledReason reason={disabledReason}>
      <button
        type="button"
        role="switch"
        aria-checked={isShownOn}
        aria-label={label}
        aria-busy={isSaving || undefined}
        className={classes['toggle']}
        onClick={change}
      >
        <span className={classes['thumb']} aria-hidden />
        {/* Both words share one place, so that the toggle keeps its width. The style sheet draws them, because they are
            not its name: `aria-checked` says the same. */}
        <span className={classes['words']} aria-hidden>
          <span data-word={onLabel} data-shown={isShownOn || undefined} />
          <span data-word={offLabel} data-shown={!isShownOn || undefined} />
        </span>
      </button>
    </DisabledReason>
  )
}
