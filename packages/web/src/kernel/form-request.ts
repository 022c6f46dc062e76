// Lets any place ask a screen to open one of its forms: the command palette asks, the screen opens it once it is shown.
import { useEffect } from 'react'
import { createUserStore, useStore } from './store.ts'

export type RequestedForm = 'member' | 'participation' | 'fileAccount'

const requested = createUserStore<RequestedForm | undefined>(undefined)

/** Call together with a navigation to the form's screen. */
export const requestForm = (form: RequestedForm): void => requested.set(form)

/** Calls `open` once per request. */
export function useFormRequest(form: RequestedForm, open: () => void): void {
  const isRequested = useStore(requested) === form
  useEffect(() => {
    if (!isRequested) return
    requested.set(undefined)
    open()
  }, [isRequested, open])
}
