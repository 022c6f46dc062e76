// The confirmation dialog: a question with accept and cancel, asked from anywhere and answered by a promise.
// Source: specification 1, sections 2 and 4.
import { lazy, useSyncExternalStore } from 'react'
import { LazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

export interface ConfirmQuestion {
  /** "Do you want to disable this account?" */
  readonly question: string
  /** What follows from accepting, in plain words. */
  readonly consequence?: string
  /** The verb on the button: "Disable". */
  readonly accept?: string
  readonly cancel?: string
  /** Fills the accept button in vermilion: it takes something away. */
  readonly isDanger?: boolean
}

interface Asked extends ConfirmQuestion {
  readonly answer: (isAccepted: boolean) => void
}

const queue: Asked[] = []
const listeners = new Set<() => void>()

function change(edit: () => void): void {
  edit()
  for (const listener of listeners) listener()
}

/** Resolves to true when accepted, to false when cancelled or closed. A second question waits for the first. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer: (isAccepted) => {
        change(() => queue.splice(queue.indexOf(asked), 1))
        resolve(isAccepted)
      },
    }
    change(() => queue.push(asked))
  })
}

/** Takes all questions away, answered with no: whoever was asked is gone. */
export function dropQuestions(): void {
  for (const asked of queue.slice()) asked.answer(false)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the asked questions; stands once, around the whole page. The dialog's code comes with the first question. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribe, () => queue[0])
  if (!asked) return null
  return (
    <LazyPart onFailure={() => asked.answer(false)}>
      <ConfirmDialog {...asked} />
    </LazyPart>
  )
}
