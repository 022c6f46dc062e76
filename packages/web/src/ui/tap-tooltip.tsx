// A tooltip that also opens on a tap and then stays open. A browser may send the mouse's "leave" a moment after a tap;
// a tooltip that only follows hover would then close before it can be read.
import { Tooltip, type TooltipProps } from '@mantine/core'
import { cloneElement, useEffect, useState, type FocusEvent, type PointerEvent, type ReactElement } from 'react'

export interface TapTooltipProps extends Pick<TooltipProps, 'label' | 'disabled' | 'maw'> {
  readonly children: ReactElement<TriggerProps>
}

interface TriggerProps extends Record<string, unknown> {
  readonly onPointerEnter?: (event: PointerEvent) => void
  readonly onPointerLeave?: (event: PointerEvent) => void
  readonly onPointerUp?: (event: PointerEvent) => void
  readonly onFocus?: (event: FocusEvent) => void
  readonly onBlur?: (event: FocusEvent) => void
}

const noEvents = { hover: false, focus: false, touch: false }

/**
 * Open while a mouse is over its child, while the child has keyboard focus, and from a tap until the next tap
 * elsewhere; Escape closes it.
 */
export function TapTooltip({ children, disabled = false, ...tooltip }: TapTooltipProps) {
  const [isHovered, setHovered] = useState(false)
  const [held, setHeld] = useState<Element>()
  // Resets while the tooltip is disabled: a button that turns off under the pointer that pressed it explains itself
  // only on the next hover, focus or tap.
  if (disabled && (isHovered || held !== undefined)) {
    setHovered(false)
    setHeld(undefined)
  }
  useEffect(() => {
    if (!isHovered && held === undefined) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setHovered(false)
      setHeld(undefined)
    }
    const onPointer = (event: Event) => {
      if (!(event.target instanceof Node && held?.contains(event.target))) setHeld(undefined)
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [isHovered, held])

  const own = children.props
  const trigger: TriggerProps = {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (!disabled && event.pointerType === 'mouse') setHovered(true)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      if (event.pointerType === 'mouse') setHovered(false)
    },
    onPointerUp: (event) => {
      own.onPointerUp?.(event)
      if (!disabled && event.pointerType !== 'mouse') setHeld(event.currentTarget)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (!disabled && event.target.matches(':focus-visible')) setHeld(event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      setHeld(undefined)
    },
  }
  return (
    <Tooltip {...tooltip} disabled={disabled} opened={isHovered || held !== undefined} events={noEvents} multiline>
      {cloneElement(children, trigger)}
    </Tooltip>
  )
}
