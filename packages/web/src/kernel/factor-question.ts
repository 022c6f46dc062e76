// Asks the user to confirm that it is them when a call was refused for its factor. Calls that are refused together
// share one question; the client then repeats each of them as it was.
import { createUserStore } from './store.ts'

/** `fresh`: the factor is more than 10 minutes old. `strong`: a group of the user requires more than a text message. */
export type FactorNeed = 'fresh' | 'strong'

export interface FactorQuestion {
  readonly need: FactorNeed
  readonly outcome: Promise<boolean>
  readonly answer: (isConfirmed: boolean) => void
}

/** The one asked last is in front: adding a first method may itself need a fresh factor. */
export const factorQuestions = createUserStore<readonly FactorQuestion[]>([])

/** Resolves to true once the user has confirmed, to false when they cancel. */
export function askForFactor(need: FactorNeed): Promise<boolean> {
  const asked = factorQuestions.get().find((question) => question.need === need)
  if (asked) return asked.outcome
  let resolve: (isConfirmed: boolean) => void
  const outcome = new Promise<boolean>((settle) => (resolve = settle))
  const question: FactorQuestion = {
    need,
    outcome,
    answer: (isConfirmed) => {
      factorQuestions.set(factorQuestions.get().filter((other) => other !== question))
      resolve(isConfirmed)
    },
  }
  factorQuestions.set([...factorQuestions.get(), question])
  return outcome
}
