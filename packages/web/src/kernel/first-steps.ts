// The first steps of a manager: what the server knows of them, and what this browser notes. The notes are preferences,
// so that they follow the user to other devices. Source: docs/rules/interface.md, "First steps".
import { allows, featureAccess, type FirstSteps } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from './api.ts'
import { isBoolean, usePreference } from './preference.ts'
import { useCan } from './session.ts'

const firstStepsKey = ['first-steps', 'mine'] as const

const isChoice = (value: unknown): value is boolean | null => value === null || isBoolean(value)

/** Null until the user chooses in this browser; before, the server's answer has what they chose elsewhere. */
export const useFirstStepsChoice = () => usePreference<boolean | null>('firstStepsSkipped', null, isChoice)

/** What only the browser sees. */
const noteKeys = { chart: 'firstStepsChart', statement: 'firstStepsStatement' } as const

const useNoted = (step: keyof typeof noteKeys) => usePreference(noteKeys[step], false, isBoolean)

/**
 * Returns what notes a step that the server does not see: `const note = useNoteFirstStep('chart')`. It saves once, and
 * nothing for users who may link no account, or who skipped the guide.
 */
export function useNoteFirstStep(step: keyof typeof noteKeys): () => void {
  const can = useCan()
  const [choice] = useFirstStepsChoice()
  const [isNoted, setNoted] = useNoted(step)
  const isNeeded = !isNoted && choice !== true && allows(featureAccess.accountLink, can)
  return useCallback(() => {
    if (isNeeded) setNoted(true)
  }, [isNeeded, setNoted])
}

/** Asks again whenever a screen shows them, since every step is taken on another screen. */
export function useFirstSteps(): FirstSteps | undefined {
  const [isChartNoted] = useNoted('chart')
  const [isStatementNoted] = useNoted('statement')
  const { data } = useQuery({
    queryKey: firstStepsKey,
    queryFn: ({ signal }) => api.profile.findMyFirstSteps({}, { signal, ownMessage: true }),
    staleTime: 0,
  })
  return (
    data && {
      ...data,
      isChartOpened: data.isChartOpened || isChartNoted,
      isStatementMade: data.isStatementMade || isStatementNoted,
    }
  )
}
