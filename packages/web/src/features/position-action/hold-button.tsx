// A button that has to be held for a second, with a pointer, a finger, Enter or Space: a slip does not start it. For
// users who cannot hold it, the dialog takes a typed word.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { holdMs } from '../../kernel/held-shortcut.ts'
import held from '../../ui/held.module.css'

export interface HoldButtonProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly isLoading: boolean
  readonly onHeld: () => void
}

export function HoldButton({ label, isDisabled, isLoading, onHeld }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    if (isDisabled || isLoading || timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(() => {
      end()
      onHeld()
    }, holdMs)
  }
  const isHoldKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '
  return (
    <Button
      color="loss"
      className={held['hold'] ?? ''}
      data-held={isHeld || undefined}
      disabled={isDisabled}
      loading={isLoading}
      onPointerDown={(event) => {
        if (event.button === 0) begin()
      }}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={end}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => {
        if (isHoldKey(event)) end()
      }}
    >
      {label}
    </Button>
  )
}
