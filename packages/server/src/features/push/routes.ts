// Binds the push calls to their use cases.
import { PushContent } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { findMissed } from './find-missed.ts'

export function pushHandlers({ db }: Services): GroupHandlers<'push'> {
  return {
    findChannel: () => Promise.resolve({ kind: 'socket' as const }),
    findMissed: async ({ params, session }) => {
      const { position, isReload, messages } = await findMissed(db, { userId: session.userId, keys: new Set(session.permissions) }, params.after)
      return { position, isReload, result: messages.map((message) => ({ position: message.position, content: PushContent.parse(message.content) })) }
    },
  }
}
