// The Idempotency-Key of a form: the same content keeps its key through retries and double clicks, other content gets a new one.
// Source: decisions, "Wire".
import { useState } from 'react'
import { contentText } from './content-text.ts'

export interface SubmitKey {
  /** The key for this content; equal content (same fields and values) gives the same key until `renew`. */
  readonly keyFor: (content: unknown) => string
  /** Call after success: the next submit is a new wish even with equal content. */
  readonly renew: () => void
}

/** `randomId` makes a key; it comes in so that tests are repeatable. */
export function createSubmitKey(randomId: () => string): SubmitKey {
  let last: { readonly text: string; readonly key: string } | undefined
  return {
    keyFor: (content) => {
      const text = contentText(content)
      if (last?.text !== text) last = { text, key: randomId() }
      return last.key
    },
    renew: () => {
      last = undefined
    },
  }
}

/** One key holder for the life of a component. */
export function useSubmitKey(): SubmitKey {
  const [submitKey] = useState(() => createSubmitKey(() => crypto.randomUUID()))
  return submitKey
}
