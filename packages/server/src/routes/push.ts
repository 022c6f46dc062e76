// Binds the push calls to their use cases.
import { PushContent } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { stompDestinations } from '../features/push/stomp-destination.ts'
import { findMissed } from '../features/push/find-missed.ts'

export const pushHandlers: GroupHandlers<'push'> = {
  findChannel: ({ services, session }) => {
    const { stomp } = services.config
    if (!stomp) return Promise.resolve({ kind: 'socket' as const })
    return Promise.resolve({
      kind: 'stomp' as const,
      url: stomp.url,
      login: stomp.browserLogin,
      passcode: stomp.browserPasscode,
      virtualHost: stomp.virtualHost,
      destination: stompDestinations(services.secrets, session.id)[0],
    })
  },
  findMissed: async ({ services, params, session }) => {
    const { position, isReload, messages } = await findMissed(
      services.db,
      { userId: session.userId, keys: new Set(session.permissions) },
      params.after,
    )
    return {
      position,
      isReload,
      result: messages.map((message) => ({ position: message.position, content: PushContent.parse(message.content) })),
    }
  },
}
