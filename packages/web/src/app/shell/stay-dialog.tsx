// Shows the question of the session's last minute; its code loads when the question is due.
import { lazy } from 'react'
import { useStore } from '../../kernel/store.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { expiringAt } from './session-keeper.ts'

const StayQuestion = lazy(() => import('./stay-question.tsx').then((module) => ({ default: module.StayQuestion })))

export function StayDialog() {
  const expireMs = useStore(expiringAt)
  return expireMs === undefined ? null : (
    <LazyPart>
      <StayQuestion expireMs={expireMs} />
    </LazyPart>
  )
}
