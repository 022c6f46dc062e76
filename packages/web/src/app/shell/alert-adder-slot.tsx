// Where the dialog 'New alert' appears over any screen; its code comes with the first alert that is asked for.
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
