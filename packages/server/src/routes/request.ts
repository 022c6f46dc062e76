// Binds the call about requests to its use case. A key belongs to the session's user; another user's key is unknown.
import { toEpochMs } from '@clubfolio/domain'
import type { GroupHandlers } from '../kernel/handler.ts'
import { settleKey } from '../features/request/settle-key.ts'

export const requestHandlers: GroupHandlers<'request'> = {
  settle: ({ services, body, session }) =>
    settleKey(services, { ownerId: session.userId, key: body.key }, toEpochMs(body.sentAt)),
}
