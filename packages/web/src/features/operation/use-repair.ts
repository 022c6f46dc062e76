// Sends a repair: cancels what is too much, then places the stop. A step that fails stops it; the interceptor tells why, and
// trying again sends the same wish, so that no step happens twice.
import type { ProtectionRepair } from '@clubfolio/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { useSubmitKey } from '../../kernel/submit-key.ts'
import { showToast } from '../../ui/toast.tsx'

export interface Repair extends ProtectionRepair {
  readonly code: string
}

export function useRepair(accountNumber: string) {
  const client = useQueryClient()
  const submitKey = useSubmitKey()
  const [runningId, setRunningId] = useState<string>()

  const repair = async (id: string, { code, cancelOrderIds, place }: Repair): Promise<void> => {
    setRunningId(id)
    try {
      for (const orderId of cancelOrderIds) await api.order.cancelOrder({ body: { accountNumber, orderId } }, { idempotencyKey: `cancel:${accountNumber}:${orderId}` })
      if (place) {
        const body = { ticket: code, quantity: String(place.quantity), directionality: place.directionality, accountNumber, price: String(place.stopPrice), orderType: 'STOP', duration: 'GOOD_TILL_CANCEL' } as const
        await api.order.putOrder({ body }, { idempotencyKey: submitKey.keyFor(body) })
        submitKey.renew()
      }
      showToast({ tone: 'success', title: 'Success', message: place ? `The stop of ${code} is placed.` : `The stop of ${code} is cancelled.` })
    } catch {
      // The interceptor has told why.
    } finally {
      setRunningId(undefined)
      await Promise.all([client.invalidateQueries({ queryKey: ['operation'] }), client.invalidateQueries({ queryKey: ['order'] })])
    }
  }
  return { repair, runningId }
}
