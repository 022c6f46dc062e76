// GET account, and GET and PATCH account/configurations, of the Alpaca wire.

import type { FastifyInstance } from 'fastify'
import { readAccount } from '../../account/read-account.ts'
import type { BrokerParts } from '../../broker-parts.ts'
import { readFields } from '../../kernel/read-fields.ts'
import { alpacaCallerOf, requireScope } from '../access/require-credential.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { alpacaAccountWire, configurationWire } from './alpaca-account-wire.ts'

export function alpacaAccountRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/account', async (request) => {
    const { account } = alpacaCallerOf(request)
    const picture = await readAccount(parts, account)
    const { opened_at: openedAt } = await parts.database
      .selectFrom('paper.account')
      .select('opened_at')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    return alpacaAccountWire(picture, openedAt)
  })

  scope.get('/account/configurations', async (request) =>
    configurationWire(alpacaCallerOf(request).account.accountType),
  )

  scope.patch('/account/configurations', async (request) => {
    requireScope(request, 'account:write')
    const settings = configurationWire(alpacaCallerOf(request).account.accountType)
    for (const [name, value] of Object.entries(readFields(request.body))) {
      if (!Object.hasOwn(settings, name)) throw new AlpacaRefusal('invalid', `${name} is no setting of an account.`)
      if (value !== settings[name])
        throw new AlpacaRefusal('invalid', `${name} is ${String(settings[name])} here and cannot be changed.`)
    }
    return settings
  })
}
