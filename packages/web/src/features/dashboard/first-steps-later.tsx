// Loads the guide's card after the first data of the dashboard, for users who may link an account and have not skipped
// it here.
import { allows, featureAccess } from '@clubfolio/contract'
import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useFirstStepsChoice } from '../../kernel/first-steps.ts'
import { useCan } from '../../kernel/session.ts'

const FirstStepsCard = lazy(() => import('./first-steps.tsx').then((module) => ({ default: module.FirstStepsCard })))

/** Until then the page loads what the user came for. */
const pageSettlesAfterMs = 4_000

export function FirstStepsLater() {
  const can = useCan()
  const [isSkipped] = useFirstStepsChoice()
  return isSkipped === true || !allows(featureAccess.accountLink, can) ? null : <OnceQuiet />
}

/** Waits until the page has settled and nothing is being read, and shows the card from then on. */
function OnceQuiet() {
  const isBusy = useIsFetching() > 0
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    if (isBusy || isTime) return undefined
    const timer = setTimeout(() => setTime(true), Math.max(0, pageSettlesAfterMs - performance.now()))
    return () => clearTimeout(timer)
  }, [isBusy, isTime])
  if (!isTime) return null
  return (
    <Suspense fallback={null}>
      <FirstStepsCard />
    </Suspense>
  )
}
