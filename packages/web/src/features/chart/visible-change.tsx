// The percent change of the visible range and the prices it is measured between, updated without rendering while the
// view moves. Source: docs/rules/trading.md, "Chart screen".
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
  const onVisible = useCallback((window: VisibleWindow) => {
    if (!ref.current) return
    const { sign, percent, span } = describeChange(window)
    ref.current.dataset['sign'] = sign
    ref.current.replaceChildren(percent, Object.assign(document.createElement('small'), { textContent: ` ${span}` }))
  }, [])
  return { ref, onVisible }
}

/** "▲ +9.47%" and "from the close of 2025-12-31 to 2026-11-20". */
export function describeChange({
  changePercent,
  changeFrom,
  changeTo,
}: Pick<VisibleWindow, 'changePercent' | 'changeFrom' | 'changeTo'>) {
  const words = formatPercent(Math.round(changePercent * 1e8) / 1e8, { isSigned: true })
  const sign = words.startsWith('+') ? 'up' : words.startsWith('-') ? 'down' : 'flat'
  return {
    sign,
    percent: sign === 'flat' ? words : `${sign === 'up' ? '▲' : '▼'} ${words}`,
    span: `from ${changeFrom} to ${changeTo}`,
  } as const
}

export function VisibleChangeText({ ref }: Pick<VisibleChange, 'ref'>) {
  return <span ref={ref} className={classes['visible']} />
}
