// How Alpaca reports failures: a code and a sentence, for a key that it does not know a status 403 with one word.
import { z } from 'zod'
import { type AnswerFormat, parseJson } from '../http/call.ts'
import { authorisation } from './alpaca-access.ts'

const Problem = z.looseObject({ message: z.string() })

const reasonOf = (body: unknown): string | undefined => Problem.safeParse(body).data?.message

export const alpacaAnswers: AnswerFormat = {
  correlationHeader: 'x-request-id',
  reasonOf,
  // A refused order has this status too, with a sentence.
  deniesAccess: ({ status, text }) => status === 403 && /^forbidden\.?$/i.test(reasonOf(parseJson(text))?.trim() ?? ''),
  authorisation,
}
