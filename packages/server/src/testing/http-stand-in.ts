// A stub of an external service: a real HTTP server on a free port of this machine that answers as the test specifies
// and records its requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpStandIn {
  readonly url: string
  readonly asked: readonly AskedRequest[]
  stop(): Promise<void>
}

/** `answer` may leave a request without any answer, like a service that hangs. */
export async function startHttpStandIn(
  answer: (request: AskedRequest, response: ServerResponse) => void,
): Promise<HttpStandIn> {
  const asked: AskedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const entry = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      asked.push(entry)
      answer(entry, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
