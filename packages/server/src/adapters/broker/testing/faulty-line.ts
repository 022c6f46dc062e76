// The line between an adapter and a brokerage over HTTP: forwards everything until a test disturbs it. What breaks on a
// line is the same for every wire; only a test that changes an answer knows how that wire writes it.
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { startHttpStandIn, type AskedRequest } from '../../../testing/http-stand-in.ts'

export type LineFault =
  /** The brokerage has processed the request; its answer never arrives. */
  | 'lost answer'
  /** The connection breaks before the request reaches the brokerage. */
  | 'lost request'
  /** The request is accepted and nothing is ever answered. */
  | 'silence'
  /** The answer ends in the middle. */
  | 'cut off'
  /** An answer that is none of the wire's. */
  | 'nonsense'
  /** Out of order. */
  | 'status 503'
  /** A page of a proxy in front of the brokerage. */
  | 'page'
  /** Too many requests: again at once, or in a minute. */
  | 'busy'
  | 'busy for a minute'
  /** The access token is not accepted. */
  | 'status 401'

export interface FaultyLine {
  readonly url: string
  /** Number of requests that left the adapter. */
  count(): number
  /** The next requests, by default all from now on, meet this fault; `undefined` ends it. */
  disturb(fault: LineFault | undefined, times?: number): void
  /** Changes the text of every answer; `undefined` ends it. */
  rewrite(edit: ((body: string) => string) | undefined): void
  stop(): Promise<void>
}

export async function startFaultyLine(brokerageUrl: string): Promise<FaultyLine> {
  let fault: LineFault | undefined
  let left = 0
  let edit: ((body: string) => string) | undefined
  const standIn = await startHttpStandIn((asked, response) => {
    const now = left > 0 ? fault : undefined
    left -= 1
    answerWith(now, { brokerageUrl, asked, response, edit })
  })
  return {
    url: standIn.url,
    count: () => standIn.asked.length,
    disturb(next, times = Number.POSITIVE_INFINITY) {
      fault = next
      left = times
    },
    rewrite: (next) => void (edit = next),
    stop: () => standIn.stop(),
  }
}

interface Exchange {
  readonly brokerageUrl: string
  readonly asked: AskedRequest
  readonly response: ServerResponse
  readonly edit: ((body: string) => string) | undefined
}

function answerWith(fault: LineFault | undefined, exchange: Exchange): void {
  const { response } = exchange
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case undefined:
      forward(exchange, (answer, body) => {
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, headers).end(exchange.edit?.(body) ?? body)
      })
      return
    case 'lost answer':
      forward(exchange, () => void response.destroy())
      return
    case 'lost request':
      response.destroy()
      return
    case 'silence':
      return
    case 'cut off':
      response.writeHead(200, { ...json, 'content-length': '5000' }).write('{"')
      setImmediate(() => response.destroy())
      return
    case 'nonsense':
      response.writeHead(200, json).end('{"weather":"fine"')
      return
    case 'status 503':
      response.writeHead(503, json).end('{}')
      return
    case 'page':
      response.writeHead(403, { 'content-type': 'text/html' }).end('<html>denied</html>')
      return
    case 'busy':
      response.writeHead(429, { ...json, 'retry-after': '0' }).end('{}')
      return
    case 'busy for a minute':
      response.writeHead(429, { ...json, 'retry-after': '60' }).end('{}')
      return
    case 'status 401':
      response.writeHead(401, json).end('{}')
  }
}

function forward(
  { brokerageUrl, asked, response }: Exchange,
  take: (answer: IncomingMessage, body: string) => void,
): void {
  const onward = send(`${brokerageUrl}${asked.path}`, { method: asked.method, headers: asked.headers }, (answer) => {
    let body = ''
    answer.setEncoding('utf8').on('data', (part: string) => (body += part))
    answer.on('end', () => take(answer, body))
  })
  onward.on('error', () => response.destroy())
  onward.end(asked.body)
}
