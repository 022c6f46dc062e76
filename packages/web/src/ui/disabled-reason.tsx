// A disabled control with a reason. While disabled it stays in the tab order, does nothing, and shows the reason on
// hover, on focus, on a tap and to screen readers.
import { cloneElement, useId, type MouseEvent, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { TapTooltip } from './tap-tooltip.tsx'

export interface DisabledReasonProps {
  /** Why the control is disabled; undefined while it is enabled. */
  readonly reason: string | undefined
  /** One button or switch without its own `disabled` and `title`. */
  readonly children: ReactElement<Record<string, unknown>>
}

export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const reasonId = useId()
  const off =
    reason === undefined
      ? {}
      : { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId, onClick: refuse }
  return (
    <>
      <TapTooltip label={reason} disabled={reason === undefined}>
        {cloneElement(children, off)}
      </TapTooltip>
      {/* Outside of the page's flow, where it changes no layout: screen readers reach it by its id. */}
      {reason === undefined
        ? null
        : createPortal(
            <span id={reasonId} hidden>
              {reason}
            </span>,
            document.body,
          )}
    </>
  )
}

/** Also prevents Enter in a field from submitting the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
