// What would be lost by leaving the screen, and the one question that every way out of it asks first.
import { confirm, type ConfirmQuestion } from './confirm.tsx'

let held: ConfirmQuestion | undefined
let asked: Promise<boolean> | undefined

/** From now on leaving asks this. Gives back what ends it. */
export function holdUnsaved(question: ConfirmQuestion): () => void {
  held = question
  return () => {
    if (held === question) held = undefined
  }
}

export const hasUnsaved = (): boolean => held !== undefined

/** It was saved, or the page goes whatever stands on it. */
export function giveUpUnsaved(): void {
  held = undefined
}

/** True at once where nothing would be lost. Whoever asks while the question stands gets its answer: Back pressed twice is one question. */
export function mayLeave(): Promise<boolean> {
  if (!held) return Promise.resolve(true)
  asked ??= confirm(held).finally(() => {
    asked = undefined
  })
  return asked
}
