// Binds the calls for actions on positions to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { findTradedAccount } from '../features/order/traded-account.ts'
import { actOnPosition } from '../features/position-action/act-on-position.ts'
import { findPositionActions } from '../features/position-action/find-position-actions.ts'
import { flattenAccount, previewFlatten } from '../features/position-action/flatten-account.ts'
import { previewPositionAction } from '../features/position-action/preview-position-action.ts'
import { repairPositionAction } from '../features/position-action/repair-position-action.ts'

export const positionActionHandlers: GroupHandlers<'positionAction'> = {
  previewPositionAction: async ({ services, body, session }) =>
    previewPositionAction(services, await findTradedAccount(services.db, session.userId, body.accountNumber), body),
  actOnPosition: async ({ services, body, session, caller }) =>
    actOnPosition(services, await findOwnAccount(services.db, session.userId, body.accountNumber), body, caller),
  previewFlatten: async ({ services, body, session }) =>
    previewFlatten(services, await findTradedAccount(services.db, session.userId, body.accountNumber)),
  flattenAccount: async ({ services, body, session, caller }) =>
    flattenAccount(services, await findOwnAccount(services.db, session.userId, body.accountNumber), caller),
  findPositionActions: async ({ services, params, session }) =>
    findPositionActions(services, await findOwnAccount(services.db, session.userId, params.accountNumber)),
  repairPositionAction: async ({ services, body, session, caller }) =>
    repairPositionAction(
      services,
      await findTradedAccount(services.db, session.userId, body.accountNumber),
      body,
      caller,
    ),
}
