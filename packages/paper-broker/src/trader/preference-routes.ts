// GET userPreference of the trader API. It names a streamer as the wire does, but nothing streams: the address refuses
// and clients poll. Source: docs/wire-conformance.md.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { digestOf } from '../kernel/secret.ts'
import { refuseWithMessage } from '../kernel/wire-error.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { listAccountsOfConsent } from '../ledger/list-accounts.ts'

const STREAMER_PATH = '/streamer'
const NO_STREAM = 'The paper brokerage does not stream. Read quotes and orders with the HTTP calls.'

/** Refuses every attempt to open the stream that the preferences name. */
export function streamerRoute(app: FastifyInstance): void {
  app.get(STREAMER_PATH, (_request, reply) => refuseWithMessage(reply, 501, NO_STREAM))
}

export function preferenceRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const preference = async (request: FastifyRequest): Promise<object> => {
    const { consentId, loginId } = callerOf(request)
    const accounts = await listAccountsOfConsent(parts.database, consentId)
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
      streamerInfo: [
        {
          streamerSocketUrl: `${parts.issuer().replace(/^http/, 'ws')}${STREAMER_PATH}`,
          // The same for every call of a login, and unlike any other number of it.
          schwabClientCustomerId: digestOf(`streamer of ${loginId}`).toString('hex'),
          schwabClientCorrelId: randomUUID(),
          schwabClientChannel: 'N9',
          schwabClientFunctionId: 'APIAPP',
        },
      ],
      offers: [{ level2Permissions: false, mktDataPermission: 'NP' }],
    }
  }
  scope.get('/userPreference', preference)
}
