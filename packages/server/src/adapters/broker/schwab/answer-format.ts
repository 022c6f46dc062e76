// How the brokerage reports failures: the trader API and the gateway in front of it have an envelope each.
import { z } from 'zod'
import type { AnswerFormat } from '../http/call.ts'

const TraderError = z.looseObject({ message: z.string(), errors: z.array(z.string()).optional() })
const GatewayError = z.looseObject({
  errors: z.array(z.looseObject({ title: z.string().optional(), detail: z.string().optional() })).min(1),
})

export const schwabAnswers: AnswerFormat = {
  correlationHeader: 'schwab-client-correlid',
  reasonOf(body) {
    const trader = TraderError.safeParse(body)
    if (trader.success) return [trader.data.message, ...(trader.data.errors ?? [])].join(' ')
    const gateway = GatewayError.safeParse(body)
    return gateway.success ? (gateway.data.errors[0]!.detail ?? gateway.data.errors[0]!.title) : undefined
  },
}
