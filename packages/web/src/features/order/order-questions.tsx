// The questions about an order that have to be confirmed before it is sent.
import type { OrderQuestion } from '@clubfolio/contract'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import classes from './order-ticket.module.css'

export interface OrderAnswers {
  readonly answered: ReadonlySet<string>
  readonly answer: (questionId: string, isYes: boolean) => void
}

const none: ReadonlySet<string> = new Set()

/** The answers of one review; another review starts without answers. */
export function useOrderAnswers(reviewId: string | undefined): OrderAnswers {
  const [given, setGiven] = useState<{ readonly reviewId: string | undefined; readonly answered: ReadonlySet<string> }>(
    { reviewId, answered: none },
  )
  const answered = given.reviewId === reviewId ? given.answered : none
  return {
    answered,
    answer: (id, isYes) =>
      setGiven({ reviewId, answered: new Set(isYes ? [...answered, id] : [...answered].filter((one) => one !== id)) }),
  }
}

export interface OrderQuestionsProps extends OrderAnswers {
  readonly questions: readonly OrderQuestion[]
  readonly isSending: boolean
}

export function OrderQuestions({ questions, answered, answer, isSending }: OrderQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <fieldset className={classes['questions']}>
      <legend>Before it goes out</legend>
      {questions.map(({ id, text }) => (
        <Checkbox
          key={id}
          size="xs"
          label={text}
          description="Yes, that is what I mean"
          checked={answered.has(id)}
          disabled={isSending}
          onChange={(event) => answer(id, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

export interface Confirmable {
  readonly hasAnswer: boolean
  readonly isLate: boolean
  readonly isBlocked: boolean
  readonly openCount: number
}

/** Returns why the send button is disabled; undefined when it is enabled. */
export function describeWaiting({ hasAnswer, isLate, isBlocked, openCount }: Confirmable): string | undefined {
  if (!hasAnswer) return isLate ? undefined : 'Asking the brokerage…'
  if (isBlocked) return 'This order is not sent.'
  return openCount === 0 ? undefined : openCount === 1 ? '1 question is open' : `${openCount} questions are open`
}
