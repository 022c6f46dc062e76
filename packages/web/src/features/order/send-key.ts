// Ctrl Enter, on a Mac Cmd Enter: reviews from any field of the ticket, and sends from anywhere in the confirmation.
import type { KeyboardEvent } from 'react'

export const isSendKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey
