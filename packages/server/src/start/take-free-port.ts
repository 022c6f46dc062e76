// PORT=0: the system gives a port. Pages, mails and the brokerage's callback carry it in their addresses, so it has to be known, and to
// stay ours, long before there is anything to serve.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface FreePort {
  readonly port: number
  /** Hands the port over: from now on the application answers there, and closing it gives the port back. */
  serve(app: FastifyInstance): Promise<void>
  /** Gives the port back when no application came to serve it. */
  release(): void
}

/** Takes a free port of this host and keeps it. Until an application serves it, a caller is turned away at once. */
export async function takeFreePort(host: string): Promise<FreePort> {
  const holder = createServer((socket) => socket.destroy())
  holder.listen(0, host)
  await once(holder, 'listening')
  let isServed = false
  return {
    port: (holder.address() as AddressInfo).port,
    async serve(app) {
      await app.ready()
      isServed = true
      // Both servers share one socket of the system now, which is closed with the application's.
      app.server.listen(holder)
      await once(app.server, 'listening')
    },
    release() {
      if (!isServed) holder.close()
    },
  }
}
