// The percent change from the first visible open to the last visible close, written without rendering anything while the
// view moves. Source: specification 2, section 2 "Chart screen".
import type { VisibleWindow } from '@clubfolio/charts'
import { useCallback, useRef, type RefObject } from 'react'
import { formatPercent } from '../../ui/format/percent.ts'
import classes from './chart.module.css'

export interface VisibleChange {
  readonly ref: RefObject<HTMLSpanElement | null>
  readonly onVisible: (window: VisibleWindow) => void
}

export function useVisibleChange(): VisibleChange {
  const ref = useRef<HTMLSpanElement>(null)
  const onVisible = useCallback(({ changePercent }: VisibleWindow) => {
    if (!ref.current) return
    const words = formatPercent(changePercent, { isSigned: true })
    const sign = words.startsWith('+') ? 'up' : words.startsWith('-') ? 'down' : 'flat'
    ref.current.dataset['sign'] = sign
    ref.current.textContent = sign === 'flat' ? words : `${sign === 'up' ? '▲' : '▼'} ${words}`
  }, [])
  return { ref, onVisible }
}

export function VisibleChangeText({ ref }: Pick<VisibleChange, 'ref'>) {
  return <span ref={ref} className={classes['visible']} title="Change from the first open to the last close in view" />
}
