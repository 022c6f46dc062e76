// The confirmation dialog: a question with accept and cancel, opened from anywhere and answered through a promise.
// Source: docs/rules/interface.md, "Confirmation dialog".
import { lazy, useSyncExternalStore } from 'react'
import { LazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

export interface ConfirmQuestion {
  /** For example "Do you want to disable this account?" */
  readonly question: string
  /** Consequence of accepting, in plain words. */
  readonly consequence?: string
  /** Verb on the accept button: "Disable". */
  readonly accept?: string
  readonly cancel?: string
  /** Fills the accept button in vermilion: accepting removes something. */
  readonly isDanger?: boolean
}

interface PendingQuestion extends ConfirmQuestion {
  /** The longest reason; it can only be accepted with one. */
  readonly longestReason?: number
  readonly answer: (isAccepted: boolean, reason?: string) => void
}

const queue: PendingQuestion[] = []
const listeners = new Set<() => void>()

function change(edit: () => void): void {
  edit()
  for (const listener of listeners) listener()
}

/**
 * Asks a question; resolves to true when accepted, to false when cancelled or closed. A second question waits for the
 * first.
 */
export async function confirm(question: ConfirmQuestion): Promise<boolean> {
  return (await ask(question)) !== undefined
}

const longestReason = 500

/** Asks a question together with the reason; resolves to the reason, or to undefined when cancelled or closed. */
export const confirmWithReason = (question: ConfirmQuestion): Promise<string | undefined> =>
  ask({ ...question, longestReason })

function ask(question: Omit<PendingQuestion, 'answer'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked: PendingQuestion = {
      ...question,
      answer: (isAccepted, reason = '') => {
        change(() => queue.splice(queue.indexOf(asked), 1))
        resolve(isAccepted ? reason : undefined)
      },
    }
    change(() => queue.push(asked))
  })
}

/** Closes all questions with the answer no, because the user is gone. */
export function dropQuestions(): void {
  for (const asked of queue.slice()) asked.answer(false)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows the pending questions; rendered once, around the whole page. The dialog's code loads with the first question.
 */
export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribe, () => queue[0])
  if (!asked) return null
  return (
    <LazyPart onFailure={() => asked.answer(false)}>
      <ConfirmDialog {...asked} />
    </LazyPart>
  )
}
