// A part of a page that scrolls on its own, by keyboard too.
import { useRef, type ReactNode } from 'react'
import { useScrollable } from './use-scrollable.ts'

export interface ScrollAreaProps {
  readonly label: string
  readonly role: 'group' | 'region'
  readonly className: string | undefined
  readonly children: ReactNode
}

export function ScrollArea({ label, role, className, children }: ScrollAreaProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollable(ref)
  return (
    <div ref={ref} className={className} role={role} aria-label={label} tabIndex={isScrollable ? 0 : undefined}>
      {children}
    </div>
  )
}
