// The 'New alert' dialog over any screen; its code loads with the first requested alert.
import { Suspense } from 'react'
import { alertAdder } from '../../kernel/alert-adder.ts'
import { useStore } from '../../kernel/store.ts'
import { shellSlots } from './slots.ts'

export function AlertAdderSlot() {
  const { alertAdder: AlertAdder } = shellSlots
  const isAsked = useStore(alertAdder) !== undefined
  if (!AlertAdder || !isAsked) return null
  return (
    <Suspense fallback={null}>
      <AlertAdder />
    </Suspense>
  )
}
