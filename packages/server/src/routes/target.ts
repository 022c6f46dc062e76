// Binds the calls for target plans to their use cases.
import { Refusal } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'

const notYet = (): never => {
  throw new Refusal('notFound')
}

export const targetHandlers: GroupHandlers<'target'> = {
  findAllocation: notYet,
  findPlan: notYet,
  savePlan: notYet,
  deletePlan: notYet,
  proposeOrders: notYet,
}
