// The reference under which an account is opened once: the same wish keeps it through retries and double clicks, another wish gets a
// new one. It travels in the body; keys of requests are made by the effect runner (decision 0015).
import { useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'

export interface OpeningReference {
  /** Equal content (same fields and values) gives the same reference until `renew`. */
  readonly referenceFor: (content: unknown) => string
  /** Call after success: the next submit is a new wish even with equal content. */
  readonly renew: () => void
}

/** `randomId` makes a reference; it comes in so that tests are repeatable. */
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

/** One for the life of a form. */
export function useOpeningReference(): OpeningReference {
  const [reference] = useState(() => createOpeningReference(() => crypto.randomUUID()))
  return reference
}
