// Ends the serving of requests without cutting one. Closing a listener at once resets what the system has accepted and nobody has
// read yet, and closing kept connections at once resets what is just arriving on them. So the door stays open for a moment: everything
// that comes is served, each answer tells its caller not to use the connection again, and only then is the listener closed.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface FrontDoor {
  /** Resolves when every request that came was answered and nobody listens any more; answers how many ended without their whole answer. */
  close(): Promise<number>
}

/** Long enough for a request that was sent on a kept connection before its caller heard that it ends. */
const lingerMs = 300
/** A turn of the event loop in which so little happened has taken in everybody who waited outside. */
const quietTurnMs = 5
const longestMs = 2_000

/** Call it before the application listens. */
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
      // A long answer has told its caller already that he may keep the connection; he has so long to use it.
      app.server.keepAliveTimeout = lingerMs
      if (app.server.listening) await waitForThoseOutside()
      await app.close()
      return cut
    },
  }
}

async function waitForThoseOutside(): Promise<void> {
  const untilMs = performance.now() + longestMs
  await delay(lingerMs)
  for (;;) {
    const startedMs = performance.now()
    await turn()
    const nowMs = performance.now()
    if (nowMs - startedMs <= quietTurnMs || nowMs >= untilMs) return
  }
}
