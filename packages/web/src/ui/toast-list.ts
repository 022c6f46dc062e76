// The list of visible toasts. Pure; the host shows and times them.

export type ToastTone = 'success' | 'error' | 'info'

export interface Toast {
  readonly tone: ToastTone
  readonly title: string
  readonly message: string
  /** The reason, or what to do, below the message. */
  readonly detail?: string | undefined
  /** A button for what can still be done about it: Undo. Pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
}

export interface ShownToast extends Toast {
  /** New for each showing, so that an equal toast restarts its timer. */
  readonly id: number
}

/**
 * Returns the list with the toast appended; an equal earlier one is removed. A success takes the place of the success
 * before it, so that together they cover the top bar only and no button of the page. What offers an action stays.
 */
export function addToast(shown: readonly ShownToast[], toast: Toast): readonly ShownToast[] {
  const isEqual = (other: Toast) =>
    other.tone === toast.tone &&
    other.title === toast.title &&
    other.message === toast.message &&
    other.detail === toast.detail
  const isReplaced = (other: Toast) =>
    isEqual(other) || (toast.tone === 'success' && other.tone === 'success' && other.action === undefined)
  const others = shown.filter((other) => !isReplaced(other))
  const lastId = Math.max(0, ...shown.map((other) => other.id))
  return [...others, { ...toast, id: lastId + 1 }]
}

export function removeToast(shown: readonly ShownToast[], id: number): readonly ShownToast[] {
  return shown.filter((toast) => toast.id !== id)
}
