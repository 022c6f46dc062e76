// Lets any screen request an alert on an instrument; the alert feature asks for the condition, or shows the one that
// the screen knows already.
import type { AlertTerms } from '@clubfolio/contract'
import { createUserStore } from './store.ts'

export interface AlertRequest {
  /** Empty: the dialog asks for the instrument. */
  readonly code: string
  /** A condition about the instrument with which the dialog begins. */
  readonly terms?: AlertTerms
  /** The drawing that has these terms, which the alert follows. */
  readonly drawingId?: string
}

export const alertAdder = createUserStore<AlertRequest | undefined>(undefined)

/**
 * Opens the dialog, for example with `addAlert('SBLR', { kind: 'PRICE', direction: 'ABOVE', price: '47.61' })`. The
 * alert on a drawing names it.
 */
export const addAlert = (code: string, terms?: AlertTerms, drawingId?: string): void =>
  alertAdder.set({ code, ...(terms === undefined ? {} : { terms }), ...(drawingId === undefined ? {} : { drawingId }) })
export const closeAlertAdder = (): void => alertAdder.set(undefined)
