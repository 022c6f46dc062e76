// Opens practice accounts and moves practice money over HTTP: not part of the brokerage's wire, offered additionally by
// the paper brokerage.
import { formatCents } from '@clubfolio/domain'
import { z } from 'zod'
import type { BrokerFunding, PracticeMarket } from '../port.ts'
import { callAs, readCall, type CallParts } from '../http/call.ts'
import type { CircuitBreaker } from '../http/circuit-breaker.ts'

const OpenedAnswer = z.looseObject({
  accountNumber: z.coerce.string().min(1).max(64),
  hashValue: z.string().min(1).max(256),
})

const MarketsAnswer = z.array(
  z.looseObject({
    hashValue: z.string().min(1).max(256),
    marketSource: z.enum(['simulated', 'import', 'yahoo', 'alpaca', 'replay']),
    replayId: z.uuid().nullish(),
  }),
)

const TransferAnswer = z.looseObject({
  activityId: z.union([z.number().int().transform(String), z.string().min(1).max(64)]),
})

const FoundTransferAnswer = z.looseObject({ transfer: TransferAnswer.nullable() })

export function createFunding(parts: CallParts, breaker: CircuitBreaker, fundingUrl: string): BrokerFunding {
  return {
    async markets(access) {
      const accounts = await readCall(parts, breaker, { access, url: `${fundingUrl}/accounts`, schema: MarketsAnswer })
      return new Map<string, PracticeMarket>(
        accounts.map(({ hashValue, marketSource, replayId }) => [
          hashValue,
          marketSource === 'replay' ? `replay/${replayId ?? ''}` : marketSource,
        ]),
      )
    },
    async transfer(access, hashValue, { direction, amountCents, reference }) {
      const request = {
        method: 'POST' as const,
        url: `${fundingUrl}/accounts/${encodeURIComponent(hashValue)}/transfers`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount: formatCents(amountCents), direction, reference }),
      }
      return (await callAs(parts, breaker, { access, request, schema: TransferAnswer })).activityId
    },
    async findTransfer(access, hashValue, reference) {
      const url = `${fundingUrl}/accounts/${encodeURIComponent(hashValue)}/transfers/${encodeURIComponent(reference)}`
      return (await readCall(parts, breaker, { access, url, schema: FoundTransferAnswer })).transfer?.activityId ?? null
    },
    async openAccount(access, { type, name, reference }) {
      const request = {
        method: 'POST' as const,
        url: `${fundingUrl}/accounts`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type, nickName: name, reference }),
      }
      const opened = await callAs(parts, breaker, { access, request, schema: OpenedAnswer })
      return { number: opened.accountNumber, hashValue: opened.hashValue }
    },
  }
}
