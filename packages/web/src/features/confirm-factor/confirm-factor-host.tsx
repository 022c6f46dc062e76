// Shows the questions for a factor, wherever the page is. Rendered once; the dialog's code loads with the first
// question.
import { lazy } from 'react'
import { factorQuestions } from '../../kernel/factor-question.ts'
import { useStore } from '../../kernel/store.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'

const ConfirmFactorDialog = lazy(() =>
  import('./confirm-factor-dialog.tsx').then((module) => ({ default: module.ConfirmFactorDialog })),
)

export function ConfirmFactorHost() {
  const questions = useStore(factorQuestions)
  return questions.map(({ need, answer }) => (
    <LazyPart key={need} onFailure={() => answer(false)}>
      <ConfirmFactorDialog need={need} onAnswer={answer} />
    </LazyPart>
  ))
}
