// Asks before unsaved work is thrown away: by the menu or any link, by Back and Forward, and by closing or reloading the tab.
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConfirmQuestion } from './confirm.tsx'
import { hasUnsaved, holdUnsaved, mayLeave } from './unsaved-work.ts'

/** A jump within the page leaves nothing. */
const asksFirst: ShouldBlockFn = async ({ current, next }) => {
  const isSamePlace = current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
  return !isSamePlace && !(await mayLeave())
}

/**
 * While `isUnsaved`, leaving asks `question`, which must stay the same object. Whoever opens another screen right after saving calls
 * `giveUpUnsaved` before, because it is reached before this one has drawn again. The browser words its own question about the tab.
 */
export function useUnsavedGuard(isUnsaved: boolean, question: ConfirmQuestion): void {
  useEffect(() => (isUnsaved ? holdUnsaved(question) : undefined), [isUnsaved, question])
  useBlocker({ shouldBlockFn: asksFirst, enableBeforeUnload: hasUnsaved, disabled: !isUnsaved })
}
