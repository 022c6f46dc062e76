// One HTTP request whose outcome is known exactly: answered in full, refused before a connection existed, or cut after
// it was sent.
import { request, type Agent } from 'node:http'

export type Fate =
  | { readonly kind: 'whole'; readonly status: number; readonly text: string }
  /** No connection was accepted, so no request was. */
  | { readonly kind: 'refused' }
  /** Sent on a kept-alive connection that was closed at that moment, before the server read a byte of it. */
  | { readonly kind: 'cut'; readonly words: string; readonly wasKept: boolean }

export interface RawRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly key?: string
  readonly body?: unknown
}

export function sendRaw(origin: string, agent: Agent, { method, path, token, key, body }: RawRequest): Promise<Fate> {
  return new Promise((resolve) => {
    let isConnected = false
    const sent = request(new URL(path, origin), {
      method,
      agent,
      headers: {
        token,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })
    const cut = (words: string): void =>
      resolve(isConnected ? { kind: 'cut', words, wasKept: sent.reusedSocket } : { kind: 'refused' })
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true))
      else isConnected = true
    })
    sent.on('error', (error: NodeJS.ErrnoException) => cut(`${method} ${path}: ${error.code ?? error.message}`))
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', () => undefined)
      answer.on('close', () =>
        answer.complete
          ? resolve({ kind: 'whole', status: answer.statusCode ?? 0, text })
          : cut(`${method} ${path}: the answer ended in the middle`),
      )
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
