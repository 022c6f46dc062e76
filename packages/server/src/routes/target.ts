// Binds the calls for allocation, target plans and proposals to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findAllocation } from '../features/target-plan/find-allocation.ts'
import { findPlan } from '../features/target-plan/find-plan.ts'
import { savePlan } from '../features/target-plan/save-plan.ts'
import { proposeOrders } from '../features/target-proposal/propose-orders.ts'

export const targetHandlers: GroupHandlers<'target'> = {
  findAllocation: ({ services, params, session }) => findAllocation(services, session.userId, params),
  findPlan: ({ services, params, session }) => findPlan(services, session.userId, params.accountId),
  savePlan: async ({ services, body, session, trx, caller }) => ({
    message: 'The target plan is saved.',
    version: await savePlan(services, trx, { ownerId: session.userId, ...body, caller }),
  }),
  deletePlan: async ({ services, body, session, trx, caller }) => {
    await savePlan(services, trx, { ownerId: session.userId, ...body, plan: null, caller })
    return { message: 'The target plan is deleted.' }
  },
  proposeOrders: ({ services, body, session }) => proposeOrders(services, session.userId, body),
}
