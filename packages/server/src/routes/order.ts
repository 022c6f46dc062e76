// Binds the order calls to their use cases. The account is looked up by number among the session user's own.
import { BrokerFailure } from '../adapters/broker/port.ts'
import type { GroupHandlers } from '../kernel/handler.ts'
import { brokerRefusalOf } from '../features/account/broker-refusal.ts'
import { findOwnAccount } from '../features/account/own-account.ts'
import { cancelAllOrders, cancelledReply, cancelOrder, withdrawOrder } from '../features/order/cancel-order.ts'
import { findOrders } from '../features/order/find-orders.ts'
import { findLimitState } from '../features/order/find-limit-state.ts'
import { previewOrder } from '../features/order/preview-order.ts'
import { previewReplacement } from '../features/order/preview-replacement.ts'
import { putOrder } from '../features/order/put-order.ts'
import { findQuestionLimits, saveQuestionLimits } from '../features/order/question-limits.ts'
import { refreshOrders } from '../features/order/refresh-orders.ts'
import { replaceOrder } from '../features/order/replace-order.ts'
import { settleOrder } from '../features/order/settle-order.ts'
import { findTradedAccount } from '../features/order/traded-account.ts'
import { findGuardRails, saveGuardRails } from '../features/order-limit/guard-rails.ts'

export const orderHandlers: GroupHandlers<'order'> = {
  findOrders: async ({ services, body, session }) =>
    findOrders(services.db, await findOwnAccount(services.db, session.userId, body.accountNumber), body),
  putOrder: async ({ services, body: { answered, ...body }, session, caller }) =>
    putOrder(
      services,
      await findOwnAccount(services.db, session.userId, body.accountNumber),
      { kind: 'ENTRY', body },
      { ...caller, answered },
    ),
  putOrderWithTrigger: async ({ services, body: { answered, ...body }, session, caller }) =>
    putOrder(
      services,
      await findOwnAccount(services.db, session.userId, body.accountNumber),
      { kind: 'ENTRY', body },
      { ...caller, answered },
    ),
  putOrderPair: async ({ services, body: { answered, ...body }, session, caller }) =>
    putOrder(
      services,
      await findOwnAccount(services.db, session.userId, body.accountNumber),
      { kind: 'PAIR', body },
      { ...caller, answered },
    ),
  putSpread: async ({ services, body: { answered, ...body }, session, caller }) =>
    putOrder(
      services,
      await findOwnAccount(services.db, session.userId, body.accountNumber),
      { kind: 'LEGS', body },
      { ...caller, answered },
    ),
  cancelOrder: async ({ services, body, session, caller }) => ({
    message: await cancelOrder(
      services,
      await findTradedAccount(services.db, session.userId, body.accountNumber),
      body.orderId,
      { actorId: session.userId, requestId: caller.requestId, address: caller.address, requestKey: caller.requestKey },
    ),
  }),
  withdrawOrder: async ({ services, body, session, caller }) => ({
    message: await withdrawOrder(
      services,
      await findTradedAccount(services.db, session.userId, body.accountNumber),
      body.orderId,
      { actorId: session.userId, requestId: caller.requestId, address: caller.address, requestKey: caller.requestKey },
    ),
  }),
  previewOrder: async ({ services, body, session }) =>
    previewOrder(services, await findTradedAccount(services.db, session.userId, body.accountNumber), {
      kind: 'ENTRY',
      body,
    }),
  previewOrderPair: async ({ services, body, session }) =>
    previewOrder(services, await findTradedAccount(services.db, session.userId, body.accountNumber), {
      kind: 'PAIR',
      body,
    }),
  previewSpread: async ({ services, body, session }) =>
    previewOrder(services, await findTradedAccount(services.db, session.userId, body.accountNumber), {
      kind: 'LEGS',
      body,
    }),
  previewReplacement: async ({ services, body, session }) =>
    previewReplacement(services, await findTradedAccount(services.db, session.userId, body.accountNumber), body),
  replaceOrder: async ({ services, body, session, caller }) =>
    replaceOrder(services, await findOwnAccount(services.db, session.userId, body.accountNumber), body, caller),
  cancelAllOrders: async ({ services, body, session, caller }) => {
    const account = await findTradedAccount(services.db, session.userId, body.accountNumber)
    try {
      const by = {
        actorId: session.userId,
        requestId: caller.requestId,
        address: caller.address,
        requestKey: caller.requestKey,
      }
      return cancelledReply(
        await cancelAllOrders(services, account, {
          orders: await refreshOrders(services, account),
          by,
          only: body.orderIds,
        }),
      )
    } catch (error) {
      if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
      throw error
    }
  },
  settleOrder: async ({ services, body, session, trx, caller }) => {
    await settleOrder(services, trx, {
      account: await findOwnAccount(services.db, session.userId, body.accountNumber),
      requestId: body.requestId,
      orderId: body.orderId,
      caller,
    })
    return {
      message: body.orderId === null ? 'Noted: the order was not placed.' : `Noted: it is order ${body.orderId}.`,
    }
  },
  findGuardRails: async ({ services, params, session }) =>
    findGuardRails(services.db, (await findOwnAccount(services.db, session.userId, params.accountNumber)).id),
  findLimitState: async ({ services, params, session }) =>
    findLimitState(services, await findOwnAccount(services.db, session.userId, params.accountNumber)),
  saveGuardRails: async ({ services, body: { accountNumber, ...rails }, session, trx, caller }) => {
    await saveGuardRails(services, trx, {
      account: await findOwnAccount(services.db, session.userId, accountNumber),
      rails,
      caller,
    })
    return { message: 'The guard rails are saved.' }
  },
  findQuestionLimits: async ({ services, session }) => findQuestionLimits(services.db, session.userId),
  saveQuestionLimits: async ({ services, body, session, trx, caller }) => {
    await saveQuestionLimits(services, trx, { userId: session.userId, limits: body, caller })
    return { message: 'The limits are saved.' }
  },
}
