// How the profile reports that a change was made.
import { showToast } from '../../ui/toast.tsx'

export const succeed = (message: string): void => showToast({ tone: 'success', title: 'Success', message })
