// The work at one brokerage that simultaneous calls of this process share; every adapter carries its own.
import { createSharedWork } from '../../kernel/shared-lookup.ts'
import type { SharedBrokerWork } from './port.ts'

export const createSharedBrokerWork = (): SharedBrokerWork => ({
  accounts: createSharedWork(),
  quotes: createSharedWork(),
  orders: createSharedWork(),
  openings: new Map(),
})
