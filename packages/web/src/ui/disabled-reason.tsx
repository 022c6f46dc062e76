// A disabled control with a reason. While disabled it stays in the tab order, does nothing, and shows the reason on
// hover, on focus, on a tap and to screen readers.
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { TapTooltip } from './tap-tooltip.tsx'

export interface DisabledReasonProps {
  /** Why the control is disabled; undefined while it is enabled. */
  readonly reason: string | undefined
  /** One button or switch without its own `disabled` and `title`. */
  readonly children: ReactElement<Record<string, unknown>>
}

export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const off =
    reason === undefined
      ? {}
      : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason, onClick: refuse }
  return (
    <TapTooltip label={reason} disabled={reason === undefined}>
      {cloneElement(children, off)}
    </TapTooltip>
  )
}

/** Also prevents Enter in a field from submitting the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
