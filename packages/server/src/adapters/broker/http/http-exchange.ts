// One HTTP request with the limits that a brokerage needs: time to connect, total time, size of the answer. It knows
// nothing about the content; failures carry no address, header or body, because those hold secrets.
import http from 'node:http'
import https from 'node:https'
import { BrokerFailure } from '../port.ts'

export interface ExchangeLimits {
  readonly connectMs: number
  readonly totalMs: number
  readonly maxBytes: number
}

export const exchangeLimits: ExchangeLimits = { connectMs: 3_000, totalMs: 10_000, maxBytes: 32 * 1_048_576 }

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface HttpExchange {
  /**
   * Throws UNAVAILABLE when no complete answer arrived within the limits, or within `withinMs` when that is shorter.
   */
  send(request: HttpRequest, withinMs?: number): Promise<HttpAnswer>
  close(): void
}

export function createHttpExchange(limits: ExchangeLimits): HttpExchange {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 16 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 16 }),
  }
  return {
    send: (request, withinMs = limits.totalMs) => {
      const url = new URL(request.url)
      const isSecure = url.protocol === 'https:'
      const agent = isSecure ? agents['https:'] : agents['http:']
      return sendOnce(isSecure ? https : http, agent, {
        url,
        request,
        limits: { ...limits, totalMs: Math.min(withinMs, limits.totalMs) },
      })
    },
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

interface SendOnceOptions {
  readonly url: URL
  readonly request: HttpRequest
  readonly limits: ExchangeLimits
}

function sendOnce(
  protocol: typeof http | typeof https,
  agent: http.Agent,
  { url, request, limits }: SendOnceOptions,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const body = request.body === undefined ? undefined : Buffer.from(request.body)
    const headers = {
      accept: 'application/json',
      ...request.headers,
      ...(body ? { 'content-length': String(body.length) } : {}),
    }
    const sent = protocol.request(url, { method: request.method, headers, agent })
    const give = (reason: string) => {
      clearTimeout(total)
      clearTimeout(connecting)
      reject(new BrokerFailure('UNAVAILABLE', reason))
      sent.destroy()
    }
    const total = setTimeout(() => give('The brokerage did not answer in time.'), limits.totalMs)
    const connecting = setTimeout(() => give('The brokerage could not be reached in time.'), limits.connectMs)
    sent.on('socket', (socket) => {
      const isReady = () => clearTimeout(connecting)
      if (!socket.connecting) isReady()
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', isReady)
    })
    sent.on('error', () => give('The connection to the brokerage failed.'))
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > limits.maxBytes) give('The brokerage sent more than can be an answer.')
        else parts.push(part)
      })
      answer.on('aborted', () => give('The connection to the brokerage broke in the middle of its answer.'))
      answer.on('error', () => give('The connection to the brokerage broke in the middle of its answer.'))
      answer.on('end', () => {
        clearTimeout(total)
        clearTimeout(connecting)
        if (!answer.complete) return give('The connection to the brokerage broke in the middle of its answer.')
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('utf8'),
        })
      })
    })
    sent.end(body)
  })
}
