// A control that is off for a reason. While it is off it keeps its place in the tab order, does nothing, and says why: under the pointer,
// on focus, on a tap and to screen readers.
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { TapTooltip } from './tap-tooltip.tsx'

export interface DisabledReasonProps {
  /** Why the control is off; undefined while it is on. */
  readonly reason: string | undefined
  /** One button or switch, without `disabled` and `title` of its own. */
  readonly children: ReactElement<Record<string, unknown>>
}

export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const off = reason === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason, onClick: refuse }
  return (
    <TapTooltip label={reason} disabled={reason === undefined}>
      {cloneElement(children, off)}
    </TapTooltip>
  )
}

/** Also keeps Enter in a field from sending the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
