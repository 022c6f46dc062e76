// Lets any screen request an alert on an instrument; the alert feature asks for the condition.
import { createUserStore } from './store.ts'

export const alertAdder = createUserStore<string | undefined>(undefined)

export const addAlert = (code: string): void => alertAdder.set(code)
export const closeAlertAdder = (): void => alertAdder.set(undefined)
