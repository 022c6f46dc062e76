// Ends the serving of requests without cutting one off. Closing a listener immediately resets connections that the
// system has accepted and nobody has read yet, and closing keep-alive connections immediately resets requests that are
// just arriving on them. So the listener stays open briefly: everything that arrives is served, each response asks its
// caller not to reuse the connection, and only then is the listener closed.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface FrontDoor {
  /**
   * Resolves when every received request was answered and the listener is closed; returns how many responses were cut
   * short. With `lastConnection`, connections are handed over by a supervisor until it resolves.
   */
  close(lastConnection?: Promise<unknown>): Promise<number>
}

/** Long enough for a request that was sent on a keep-alive connection before its caller learned that it closes. */
const lingerMs = 300
/** An event loop turn this short has accepted every connection that was waiting outside. */
const quietTurnMs = 5
const longestMs = 2_000

/** Starts tracking requests; call it before the application listens. */
export function watchFrontDoor(app: FastifyInstance): FrontDoor {
  const underWay = new Set<ServerResponse>()
  let isClosing = false
  let cut = 0
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    if (isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      underWay.delete(response)
      if (isClosing && !response.writableFinished) cut++
    })
  })
  /** A server does not count connections that it did not accept itself, so it closes without waiting for them. */
  const answerAll = async (): Promise<void> => {
    for (const response of underWay) await once(response, 'close')
  }
  return {
    async close(lastConnection) {
      isClosing = true
      for (const response of underWay) response.shouldKeepAlive = false
      // A response whose headers are already sent has allowed its caller to keep the connection; the caller has this
      // long to use it.
      app.server.keepAliveTimeout = lingerMs
      await lastConnection
      if (app.server.listening) await waitForQueuedConnections()
      if (lastConnection) await answerAll()
      await app.close()
      return cut
    },
  }
}

/** Waits until the event loop is idle enough to have accepted every connection that was waiting. */
export async function waitForQueuedConnections(): Promise<void> {
  const untilMs = performance.now() + longestMs
  await delay(lingerMs)
  for (;;) {
    const startedMs = performance.now()
    await turn()
    const nowMs = performance.now()
    if (nowMs - startedMs <= quietTurnMs || nowMs >= untilMs) return
  }
}
