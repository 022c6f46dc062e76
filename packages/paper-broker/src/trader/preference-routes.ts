// GET userPreference of the trader API. There is no streaming: the list of streamers is empty and clients poll.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { listAccountsOfConsent } from '../ledger/list-accounts.ts'

export function preferenceRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const preference = async (request: FastifyRequest): Promise<object> => {
    const accounts = await listAccountsOfConsent(parts.database, callerOf(request).consentId)
    return {
      accounts: accounts.map((account, index) => ({
        accountNumber: account.accountNumber,
        primaryAccount: index === 0,
        type: 'BROKERAGE',
        nickName: account.nickName === '' ? `Paper ${account.accountNumber}` : account.nickName,
        accountColor: 'Green',
        displayAcctId: `...${account.accountNumber.slice(-3)}`,
        autoPositionEffect: true,
      })),
      streamerInfo: [],
      offers: [{ level2Permissions: false, mktDataPermission: 'NP' }],
    }
  }
  scope.get('/userPreference', preference)
}
