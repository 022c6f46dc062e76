// Toasts at the top right: icon, title, dimmed text, progress line; the timer pauses on hover and focus. Errors are
// alerts. Source: docs/rules/interface.md, "Toasts".
import { IconAlertCircleFilled, IconCircleCheckFilled, IconInfoCircleFilled, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import classes from './toast.module.css'
import { addToast, removeToast, type ShownToast, type Toast } from './toast-list.ts'

export type { Toast } from './toast-list.ts'

const marks = { success: IconCircleCheckFilled, error: IconAlertCircleFilled, info: IconInfoCircleFilled } as const
const showForMs = { success: 5_000, error: 9_000, info: 6_000 } as const

let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast; an equal one that is still visible restarts instead of appearing twice. */
export function showToast(toast: Toast): void {
  change(addToast(shown, toast))
}

/** Removes all toasts, because they belong to a step that is over. */
export function clearToasts(): void {
  change([])
}

/** Rendered once, around the whole page. */
export function ToastHost() {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  return (
    <div className={classes['place']} role="region" aria-label="Status messages">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const { tone, title, message, detail, action, id } = toast
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isWaiting = isUnderPointer || hasFocus
  const leftMsRef = useRef<number>(showForMs[tone])
  useEffect(() => {
    if (isWaiting) return undefined
    const startMs = Date.now()
    const timer = setTimeout(() => change(removeToast(shown, id)), leftMsRef.current)
    return () => {
      clearTimeout(timer)
      leftMsRef.current -= Date.now() - startMs
    }
  }, [isWaiting, id])
  const Mark = marks[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes['toast']}
      data-tone={tone}
      data-waiting={isWaiting || undefined}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <Mark size={16} aria-hidden className={classes['mark']} />
      <div className={classes['words']}>
        <div className={classes['title']}>{title}</div>
        <div className={classes['message']}>{message}</div>
        {detail ? <div className={classes['message']}>{detail}</div> : null}
      </div>
      {action ? (
        <button
          type="button"
          className={classes['action']}
          onClick={() => {
            change(removeToast(shown, id))
            action.onClick()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        className={classes['close']}
        aria-label="Close message"
        onClick={() => change(removeToast(shown, id))}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </button>
      <div className={classes['progress']} style={{ animationDuration: `${showForMs[tone]}ms` }} aria-hidden />
    </div>
  )
}
