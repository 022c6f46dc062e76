// The idempotency reference for opening an account: the same submission reuses it through retries and double clicks,
// another submission gets a new one. It is sent in the body; the effect runner creates request keys (decision 0015).
import { useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'

export interface OpeningReference {
  /** Returns the same reference for equal content (same fields and values) until `renew`. */
  readonly referenceFor: (content: unknown) => string
  /** Call after success: the next submit is a new request even with equal content. */
  readonly renew: () => void
}

/** `randomId` generates references; it is injected so that tests are repeatable. */
export function createOpeningReference(randomId: () => string): OpeningReference {
  let last: { readonly text: string; readonly reference: string } | undefined
  return {
    referenceFor: (content) => {
      const text = contentText(content)
      if (last?.text !== text) last = { text, reference: randomId() }
      return last.reference
    },
    renew: () => {
      last = undefined
    },
  }
}

/** Creates one that lives as long as the form. */
export function useOpeningReference(): OpeningReference {
  const [reference] = useState(() => createOpeningReference(() => crypto.randomUUID()))
  return reference
}
