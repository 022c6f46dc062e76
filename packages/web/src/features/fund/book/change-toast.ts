// What a change of a fund is answered with: that it took effect, or that it waits.
import { showToast } from '../../../ui/toast.tsx'

export interface ChangeAnswer {
  readonly message: string
  readonly waitingId?: string | undefined
}

export const showChange = ({ message, waitingId }: ChangeAnswer, title: 'Success' | 'Message' = 'Success'): void =>
  showToast(
    waitingId === undefined
      ? { tone: 'success', title, message }
      : { tone: 'info', title: 'Waiting for approval', message },
  )
