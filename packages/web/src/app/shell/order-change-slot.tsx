// The 'Change order' dialog over any screen; its code loads with the first change that is reopened.
import { Suspense } from 'react'
import { orderChange } from '../../kernel/order-change.ts'
import { useStore } from '../../kernel/store.ts'
import { shellSlots } from './slots.ts'

export function OrderChangeSlot() {
  const { orderChange: OrderChange } = shellSlots
  const isAsked = useStore(orderChange) !== undefined
  if (!OrderChange || !isAsked) return null
  return (
    <Suspense fallback={null}>
      <OrderChange />
    </Suspense>
  )
}
