// Repairs a protection: cancels the excess stops, then opens the order ticket prefilled with the missing one. A failed
// step aborts it; the interceptor shows why. The ticket shows what the order does, and only the ticket sends it.
import type { ProtectionRepair } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { showToast } from '../../ui/toast.tsx'

export interface Repair extends ProtectionRepair {
  readonly code: string
}

/** `onTicket` is called when the ticket opens. */
export function useRepair(accountNumber: string, onTicket: () => void) {
  const client = useQueryClient()
  const [runningId, setRunningId] = useState<string>()

  /** Cancels them in one call: of orders that cancel each other the first takes the others along. */
  const cancel = async (code: string, orderIds: readonly string[]): Promise<boolean> => {
    const { orders } = await api.order.cancelAllOrders({ body: { accountNumber, orderIds: [...orderIds] } })
    const other = orders.find(({ outcome }) => outcome !== 'CANCELLED')
    showToast(
      other
        ? { tone: 'error', title: 'Error', message: other.message }
        : { tone: 'success', title: 'Success', message: `The stop of ${formatCode(code)} is cancelled.` },
    )
    return other === undefined
  }

  const repair = async (id: string, { code, cancelOrderIds, place }: Repair): Promise<void> => {
    setRunningId(id)
    try {
      const isClear = cancelOrderIds.length === 0 || (await cancel(code, cancelOrderIds))
      if (!place || !isClear) return
      onTicket()
      openOrderTicket({
        accountNumber,
        code,
        directionality: place.directionality,
        orderType: 'STOP',
        quantity: String(place.quantity),
        price: String(place.stopPrice),
      })
    } catch {
      // The interceptor has shown the reason.
    } finally {
      setRunningId(undefined)
      if (cancelOrderIds.length > 0)
        await Promise.all(['operation', 'order', 'account'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    }
  }
  return { repair, runningId }
}
