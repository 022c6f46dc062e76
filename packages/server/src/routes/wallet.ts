// Binds the wallet calls to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findMoneyMoved } from '../features/wallet/find-money-moved.ts'
import { findPositions } from '../features/wallet/find-positions.ts'
import { toPoint } from '../features/wallet/history-point.ts'
import { openAccount } from '../features/wallet/open-account.ts'
import { findConsolidatedPercentage } from '../features/wallet/consolidated-percentage.ts'
import { readingsSince, walletValues } from '../features/wallet/wallet-values.ts'

export const walletHandlers: GroupHandlers<'wallet'> = {
  getWalletHistoric: async ({ services, params, session }) => {
    const values = await walletValues(services.db, services.clock, {
      ownerId: session.userId,
      accountId: params.accountId,
      span: params,
    })
    return values.map((value) => toPoint(value, params.timing))
  },
  getWalletHistoricSince: async ({ services, params, session }) => {
    const values = await readingsSince(services.db, services.clock, {
      ownerId: session.userId,
      accountId: params.accountId,
      sinceMs: params.lastTimestamp,
    })
    return values.map((value) => toPoint(value, '5M'))
  },
  getWalletHistoricPercentage: ({ services, params, query, session }) =>
    findConsolidatedPercentage(services, session.userId, { ...params, ...query, accountIds: [params.accountId] }),
  findConsolidatedPercentage: ({ services, body, session }) =>
    findConsolidatedPercentage(services, session.userId, body),
  findMoneyMoved: ({ services, params, session }) => findMoneyMoved(services, session.userId, params.accountId),
  getPositionsForGraph: ({ services, params, session }) => findPositions(services.db, session.userId, params.accountId),
  create: ({ services, body, session, caller }) =>
    openAccount(services, session, { type: body.type, name: body.name ?? '', reference: body.reference }, caller),
}
