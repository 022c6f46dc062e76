// Unsaved work on the screen, and the single question asked before leaving it by any route.
import { confirm, type ConfirmQuestion } from './confirm.tsx'

let held: ConfirmQuestion | undefined
let asked: Promise<boolean> | undefined

/** Makes leaving ask this question. Returns the function that ends this. */
export function registerUnsaved(question: ConfirmQuestion): () => void {
  held = question
  return () => {
    if (held === question) held = undefined
  }
}

export const hasUnsaved = (): boolean => held !== undefined

/** Drops the unsaved work: it was saved, or the page unloads regardless. */
export function discardUnsaved(): void {
  held = undefined
}

/**
 * Resolves to whether leaving is allowed, immediately true when nothing would be lost. Calls while the question is open
 * share its answer: pressing Back twice asks once.
 */
export function confirmLeave(): Promise<boolean> {
  if (!held) return Promise.resolve(true)
  asked ??= confirm(held).finally(() => {
    asked = undefined
  })
  return asked
}
