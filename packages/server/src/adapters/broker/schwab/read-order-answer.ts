// Reads the answers to orders that are sent or previewed.
import { toCents } from '@clubfolio/domain'
import { z } from 'zod'
import type { HttpAnswer } from '../http/http-exchange.ts'
import type { BrokerPreview } from '../port.ts'
import { wireCents } from '../wire-amount.ts'

/**
 * Returns the order's id, the last part of the address in a 201's Location header; without one the order has to be
 * searched for.
 */
export function orderIdOf(answer: HttpAnswer): string | null {
  const location = answer.headers['location']
  const named = typeof location === 'string' ? /\/orders\/([\w-]{1,64})\/?$/.exec(location)?.[1] : undefined
  return named ?? null
}

const Notes = z
  .array(z.looseObject({ message: z.string().optional(), activityMessage: z.string().optional() }))
  .optional()
const Values = z.looseObject({
  commissionLegs: z.array(z.looseObject({ commissionValues: z.array(z.looseObject({ value: wireCents })) })),
})

export const PreviewAnswer = z
  .looseObject({
    orderValidationResult: z.looseObject({ rejects: Notes, warns: Notes, alerts: Notes, reviews: Notes }).optional(),
    commissionAndFee: z.looseObject({ commission: Values.optional() }).optional(),
  })
  .transform(({ orderValidationResult: result, commissionAndFee }): BrokerPreview => {
    const words = (notes: z.output<typeof Notes>) =>
      (notes ?? [])
        .map((note) =>
          (note.message ?? note.activityMessage ?? '')
            .replaceAll(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .slice(0, 300),
        )
        .filter((text) => text !== '')
    const commission = commissionAndFee?.commission?.commissionLegs.flatMap((leg) => leg.commissionValues)
    return {
      rejects: words(result?.rejects),
      warnings: [...words(result?.warns), ...words(result?.alerts), ...words(result?.reviews)],
      commissionCents:
        commission === undefined ? null : toCents(commission.reduce((sum, { value }) => sum + value, 0n)),
    }
  })
