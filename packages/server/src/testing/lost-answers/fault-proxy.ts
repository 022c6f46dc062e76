// A fault-injecting proxy between a browser and the server: the next call meets a fault, and questions about keys may
// meet one too.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to the next call. `before`: it never arrives. `after`: it arrives, its answer does not. `arrives-late`:
 * the caller gets no answer, and the call arrives only when `deliver` is called.
 */
export const wireFaults = [
  'none',
  'cut-before',
  'cut-after',
  'cut-inside',
  'late',
  'arrives-late',
  '502-before',
  '502-after',
  '504-after',
  '504-arrives-late',
  '500-page-after',
] as const
export type WireFault = (typeof wireFaults)[number]

export interface FaultProxy {
  readonly url: string
  /** The number of calls so far. */
  readonly calls: () => number
  meet(fault: WireFault): void
  /** Cuts off one in `every` questions about a key; 0 for none. */
  cutQuestions(every: number): void
  /** Forwards the calls that were held back, and waits for their answers. */
  deliver(): Promise<void>
  stop(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let next: WireFault = 'none'
  let cutEvery = 0
  let questions = 0
  let calls = 0
  const held: (() => Promise<unknown>)[] = []
  const underWay = new Set<Promise<unknown>>()

  const answer = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const pass = () => track(passOn(target, request, body))
    const isQuestion = request.url?.endsWith('/request/settle') === true
    if (isQuestion)
      return cutEvery > 0 && ++questions % cutEvery === 0 ? void response.destroy() : send(response, await pass())
    const fault = next
    next = 'none'
    if (fault === 'cut-before') return void response.destroy()
    if (fault === '502-before') return page(response, 502)
    if (fault === 'arrives-late' || fault === '504-arrives-late') {
      held.push(pass)
      if (fault === '504-arrives-late') page(response, 504)
      return
    }
    const arrived = await pass()
    if (fault === 'none') return send(response, arrived)
    if (fault === 'cut-after') return void response.destroy()
    if (fault === 'cut-inside') return cutInside(response, arrived)
    if (fault === 'late') return
    page(response, Number(fault.slice(0, 3)))
  }
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work)
    void work.catch(() => undefined).finally(() => underWay.delete(work))
    return work
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    calls++
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts)).catch(() => response.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    meet: (fault) => void (next = fault),
    cutQuestions: (every) => void (cutEvery = every),
    async deliver() {
      await Promise.all(held.splice(0).map((send) => send()))
      await Promise.allSettled(underWay)
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

interface Arrived {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

async function passOn(target: string, request: IncomingMessage, body: Buffer): Promise<Arrived> {
  const headers = Object.fromEntries(
    ['token', 'idempotency-key', 'content-type', 'background'].flatMap((name) =>
      typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
    ),
  )
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(request.method === 'POST' ? { body } : {}),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

const send = (response: ServerResponse, { status, type, body }: Arrived): void =>
  void response.writeHead(status, { 'content-type': type }).end(body)
const page = (response: ServerResponse, status: number): void =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>The proxy has no answer</h1>')

function cutInside(response: ServerResponse, { status, type, body }: Arrived): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length + 1 })
  response.write(body.subarray(0, Math.max(1, body.length >> 1)), () => response.destroy())
}
