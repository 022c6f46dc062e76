// Ends the serving of requests without cutting one off. Closing a listener immediately resets connections that the
// system has accepted and nobody has read yet, and closing keep-alive connections immediately resets requests that are
// just arriving on them. So the listener stays open briefly: everything that arrives is served, each response asks its
// caller not to reuse the connection, and only then is the listener closed.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface FrontDoor {
  /**
   * Resolves when every received request was answered and the listener is closed; returns how many responses were cut
   * short.
   */
  close(): Promise<number>
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
  return {
    async close() {
      isClosing = true
      for (const response of underWay) response.shouldKeepAlive = false
      // A response whose headers are already sent has allowed its caller to keep the connection; the caller has this
      // long to use it.
      app.server.keepAliveTimeout = lingerMs
      if (app.server.listening) await waitForQueuedConnections()
      await app.close()
      return cut
    },
  }
}

async function waitForQueuedConnections(): Promise<void> {
  const untilMs = performance.now() + longestMs
  await delay(lingerMs)
  for (;;) {
    const startedMs = performance.now()
    await turn()
    const nowMs = performance.now()
    if (nowMs - startedMs <= quietTurnMs || nowMs >= untilMs) return
  }
}
