// Any screen asks for an alert on an instrument; the alert feature asks what to look for.
import { createUserStore } from './store.ts'

export const alertAdder = createUserStore<string | undefined>(undefined)

export const addAlert = (code: string): void => alertAdder.set(code)
export const closeAlertAdder = (): void => alertAdder.set(undefined)
