// HTTP routes next to the real brokerage's wire, under the login's Bearer token: open accounts, move practice money,
// and report the market of each account.

import { pathPart } from '../kernel/path-part.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BrokerParts } from '../broker-parts.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { refuseWithMessage } from '../kernel/wire-error.ts'
import { findAccountOfConsent, listAccountsOfConsent } from '../ledger/list-accounts.ts'
import { openAccountForLogin } from '../ledger/open-account-for-login.ts'
import { centsNumber, parseCents } from '../money/money.ts'
import { findMoved, moveMoney } from './move-money.ts'

const reference = z.string().trim().min(1).max(100)

const openingBody = z.object({
  type: z.enum(['MARGIN', 'CASH']).default('MARGIN'),
  nickName: z.string().trim().max(40).default(''),
  reference: reference.nullable().default(null),
})

const transferBody = z.object({
  amount: z.union([z.number().transform(String), z.string().trim()]).pipe(z.string().max(30)),
  direction: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  reference,
})

function complaints(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
}

export function fundingRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const sent = openingBody.safeParse(request.body ?? {})
    if (!sent.success) return refuseWithMessage(reply, 400, 'Invalid request', complaints(sent.error))
    const { loginId, consentId } = callerOf(request)
    const { type, nickName } = sent.data
    const result = await openAccountForLogin(
      parts,
      { loginId, accountType: type, nickName, reference: sent.data.reference },
      consentId,
    )
    if (result.outcome === 'REFUSED') return refuseWithMessage(reply, 409, result.reason)
    const { account } = result
    return reply.code(result.outcome === 'OPENED' ? 201 : 200).send({
      accountNumber: account.account_number,
      hashValue: account.hash_value,
      type: account.account_type,
      nickName: account.nick_name,
    })
  }

  const transfer = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hash = pathPart(request, 'hash')
    const account = await findAccountOfConsent(parts.database, callerOf(request).consentId, hash)
    if (account === null) return refuseWithMessage(reply, 404, 'Invalid account number')
    const sent = transferBody.safeParse(request.body)
    if (!sent.success) return refuseWithMessage(reply, 400, 'Invalid request', complaints(sent.error))
    const amount = parseCents(sent.data.amount)
    if (amount === null)
      return refuseWithMessage(reply, 400, 'Invalid request', ['amount: dollars with at most two decimals'])
    const moved = await moveMoney(parts, account, { ...sent.data, amount })
    if (moved.outcome === 'REFUSED') return refuseWithMessage(reply, 400, moved.reason)
    if (moved.outcome === 'REFERENCE_USED')
      return refuseWithMessage(reply, 409, 'This reference was used for another transfer.')
    return reply.code(moved.outcome === 'MOVED' ? 201 : 200).send({
      activityId: Number(moved.activityId),
      reference: sent.data.reference,
      direction: sent.data.direction,
      netAmount: centsNumber(moved.netAmount),
    })
  }

  const find = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hash = pathPart(request, 'hash')
    const asked = pathPart(request, 'reference')
    const account = await findAccountOfConsent(parts.database, callerOf(request).consentId, hash)
    if (account === null) return refuseWithMessage(reply, 404, 'Invalid account number')
    const found = await findMoved(parts.database, account.accountId, asked)
    return {
      transfer:
        found === null ? null : { activityId: Number(found.activityId), netAmount: centsNumber(found.netAmount) },
    }
  }

  const markets = async (request: FastifyRequest): Promise<object[]> =>
    (await listAccountsOfConsent(parts.database, callerOf(request).consentId)).map(
      ({ accountNumber, hashValue, marketSource, replayId }) => ({ accountNumber, hashValue, marketSource, replayId }),
    )

  scope.get('/accounts', markets)
  scope.post('/accounts', open)
  scope.post('/accounts/:hash/transfers', transfer)
  scope.get('/accounts/:hash/transfers/:reference', find)
}
