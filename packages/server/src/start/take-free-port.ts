// PORT=0: the system assigns a port. Pages, mails and the brokerage's callback carry it in their addresses, so it has
// to be known and reserved long before there is anything to serve.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface FreePort {
  readonly port: number
  /** Hands the port over: the application now serves it, and closing the application frees it. */
  serve(app: FastifyInstance): Promise<void>
  /** Frees the port when no application came to serve it. */
  release(): void
}

/** Reserves a free port of this host. Until an application serves it, incoming connections are closed immediately. */
export async function takeFreePort(host: string): Promise<FreePort> {
  const holder = createServer((socket) => socket.destroy())
  holder.listen(0, host)
  await once(holder, 'listening')
  const address = holder.address()
  if (address === null || typeof address === 'string') throw new Error(`No port of ${host} is free.`)
  let isServed = false
  return {
    port: address.port,
    async serve(app) {
      await app.ready()
      isServed = true
      // Both servers now share one system socket, which closes with the application's.
      app.server.listen(holder)
      await once(app.server, 'listening')
    },
    release() {
      if (!isServed) holder.close()
    },
  }
}
