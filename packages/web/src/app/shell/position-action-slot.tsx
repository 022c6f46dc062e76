// The dialog that acts on a position, over any screen; its code loads with the first action.
import { Suspense } from 'react'
import { positionAction } from '../../kernel/position-action.ts'
import { useStore } from '../../kernel/store.ts'
import { shellSlots } from './slots.ts'

export function PositionActionSlot() {
  const { positionAction: PositionAction } = shellSlots
  const isAsked = useStore(positionAction) !== undefined
  if (!PositionAction || !isAsked) return null
  return (
    <Suspense fallback={null}>
      <PositionAction />
    </Suspense>
  )
}
