// Binds the call about requests to its use case. A key belongs to the session's user; somebody else's is not known.
import type { EpochMs } from '@clubfolio/domain'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { settleKey } from './settle-key.ts'

export function requestHandlers(services: Services): GroupHandlers<'request'> {
  return {
    settle: ({ body, session }) => settleKey(services, { ownerId: session.userId, key: body.key }, body.sentAt as EpochMs),
  }
}
