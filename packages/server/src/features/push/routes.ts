// Binds the push calls to their use cases.
import { PushContent } from '@clubfolio/contract'
import type { GroupHandlers } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { stompDestinations } from './stomp-destination.ts'
import { findMissed } from './find-missed.ts'

export function pushHandlers({ db, config, secrets }: Services): GroupHandlers<'push'> {
  return {
    findChannel: ({ session }) => {
      const { stomp } = config
      if (!stomp) return Promise.resolve({ kind: 'socket' as const })
      return Promise.resolve({ kind: 'stomp' as const, url: stomp.url, login: stomp.browserLogin, passcode: stomp.browserPasscode, virtualHost: stomp.virtualHost, destination: stompDestinations(secrets, session.id)[0] })
    },
    findMissed: async ({ params, session }) => {
      const { position, isReload, messages } = await findMissed(db, { userId: session.userId, keys: new Set(session.permissions) }, params.after)
      return { position, isReload, result: messages.map((message) => ({ position: message.position, content: PushContent.parse(message.content) })) }
    },
  }
}
