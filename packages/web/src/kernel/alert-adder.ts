// Lets any screen request an alert on an instrument; the alert feature asks for the condition, or shows the one that
// the screen knows already.
import type { AlertTerms } from '@clubfolio/contract'
import { createUserStore } from './store.ts'

export interface AlertRequest {
  /** Empty: the dialog asks for the instrument. */
  readonly code: string
  /** A condition about the instrument with which the dialog begins. */
  readonly terms?: AlertTerms
}

export const alertAdder = createUserStore<AlertRequest | undefined>(undefined)

/** Opens the dialog, for example with `addAlert('SBLR', { kind: 'PRICE', direction: 'ABOVE', price: '47.61' })`. */
export const addAlert = (code: string, terms?: AlertTerms): void =>
  alertAdder.set(terms === undefined ? { code } : { code, terms })
export const closeAlertAdder = (): void => alertAdder.set(undefined)
