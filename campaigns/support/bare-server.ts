// A server that does nothing but answer, in a process of its own: how long looks at it take beside a flood is the machine's share of
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
