// GET accounts/accountNumbers, accounts and accounts/{hash} of the trader API.

import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { refuseWithMessage } from '../kernel/wire-error.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { findAccountOfConsent, listAccountsOfConsent } from '../ledger/list-accounts.ts'
import { accountWire } from './account-wire.ts'
import { readAccount } from '../account/read-account.ts'

function wantsPositions(query: unknown): boolean {
  const fields = readFields(query)['fields']
  const list = Array.isArray(fields) ? fields : [fields]
  return list.some((field) => typeof field === 'string' && field.split(',').includes('positions'))
}

export function accountRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const listed = (request: FastifyRequest): Promise<AccountSummary[]> =>
    listAccountsOfConsent(parts.database, callerOf(request).consentId)

  const wireOf = async (account: AccountSummary, query: unknown): Promise<object> =>
    accountWire(await readAccount(parts, account), wantsPositions(query))

  const numbers = async (request: FastifyRequest): Promise<object[]> =>
    (await listed(request)).map(({ accountNumber, hashValue }) => ({ accountNumber, hashValue }))

  const all = async (request: FastifyRequest): Promise<object[]> =>
    Promise.all((await listed(request)).map((account) => wireOf(account, request.query)))

  const one = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hash = pathPart(request, 'hash')
    const account = await findAccountOfConsent(parts.database, callerOf(request).consentId, hash)
    return account === null ? refuseWithMessage(reply, 404, 'Invalid account number') : wireOf(account, request.query)
  }

  scope.get('/accounts/accountNumbers', numbers)
  scope.get('/accounts', all)
  scope.get('/accounts/:hash', one)
}
