// Asks before unsaved work is discarded: by the menu or any link, by Back and Forward, and by closing or reloading the
// tab.
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConfirmQuestion } from './confirm.tsx'
import { hasUnsaved, registerUnsaved, confirmLeave } from './unsaved-work.ts'

/** Navigation within the same page loses nothing. */
const asksFirst: ShouldBlockFn = async ({ current, next }) => {
  const isSamePlace =
    current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
  return !isSamePlace && !(await confirmLeave())
}

/**
 * While `isUnsaved`, leaving asks `question`, which must be a stable object. A caller that opens another screen right
 * after saving must call `discardUnsaved` first, because the navigation happens before this hook re-renders. The
 * browser words its own question when the tab closes.
 */
export function useUnsavedGuard(isUnsaved: boolean, question: ConfirmQuestion): void {
  useEffect(() => (isUnsaved ? registerUnsaved(question) : undefined), [isUnsaved, question])
  useBlocker({ shouldBlockFn: asksFirst, enableBeforeUnload: hasUnsaved, disabled: !isUnsaved })
}
