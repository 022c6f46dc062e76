// A server that only answers, in a separate process: the latency of its probes during a flood is the machine's share of
// every other figure.
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('ok'))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port.')
  process.send?.({ port: address.port } satisfies BareServerReady)
})

export interface BareServerReady {
  readonly port: number
}
