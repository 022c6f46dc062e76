// A small proxy in front of several web processes: round robin over those whose /health answers, and a request that one
// of them did not take goes to another, as HAProxy's `option redispatch` and nginx's `proxy_next_upstream` do it.
import { Agent, createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RedispatchingProxy {
  readonly origin: string
  /** Requests that were passed to another process, by the reason. */
  readonly passedOn: ReadonlyMap<string, number>
  /** Requests that no process took. */
  failed(): number
  close(): Promise<void>
}

const healthMs = 500
const downMs = 1_000

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export async function startRedispatchingProxy(port: number, backends: readonly number[]): Promise<RedispatchingProxy> {
  const agent = new Agent({ keepAlive: true })
  const downUntil = new Map<number, number>()
  const passedOn = new Map<string, number>()
  let turn = 0
  let failed = 0
  const mark = (backend: number): void => void downUntil.set(backend, Date.now() + downMs)

  const look = async (): Promise<void> => {
    for (const backend of backends) {
      try {
        const { status } = await ask(agent, backend, { method: 'GET', path: '/health', headers: {}, body: Buffer.of() })
        if (status === 200) downUntil.delete(backend)
        else mark(backend)
      } catch {
        mark(backend)
      }
    }
  }
  const timer = setInterval(() => void look(), healthMs)

  const order = (): number[] => {
    const from = turn++ % backends.length
    const rotated = [...backends.slice(from), ...backends.slice(0, from)]
    const isUp = (backend: number): boolean => (downUntil.get(backend) ?? 0) < Date.now()
    // Without one that is known to be up, all are tried.
    return [...rotated.filter(isUp), ...rotated.filter((backend) => !isUp(backend))]
  }

  const answer = async (asked: Asked): Promise<Answer> => {
    let last: Answer = { status: 502, headers: {}, body: Buffer.from('no process took the request') }
    const isRepeatable =
      asked.method === 'GET' || asked.method === 'HEAD' || asked.headers['idempotency-key'] !== undefined
    for (const backend of order()) {
      let reason: string
      try {
        last = await ask(agent, backend, asked)
        const isForeignFile = last.status === 404 && asked.path.startsWith('/assets/')
        const isStopping = last.status === 503 && isRepeatable
        if (!isForeignFile && !isStopping) return last
        reason = isForeignFile ? 'file of another version' : 'answered 503'
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
        mark(backend)
        if (code !== 'ECONNREFUSED' && !isRepeatable) break
        reason = code
      }
      passedOn.set(reason, (passedOn.get(reason) ?? 0) + 1)
    }
    if (last.status >= 500) failed++
    return last
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { status, headers, body } = await answer({
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        headers: incoming.headers,
        body: await buffer(incoming),
      })
      const { connection: _hop, 'keep-alive': _alive, 'transfer-encoding': _chunks, ...rest } = headers
      outgoing.writeHead(status, { ...rest, 'content-length': body.length }).end(body)
    })()
  })
  await listen(server, port)
  return {
    origin: `http://127.0.0.1:${port}`,
    passedOn,
    failed: () => failed,
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))

function ask(agent: Agent, port: number, { method, path, headers, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _hop, ...rest } = headers
    const call = request(
      { agent, host: '127.0.0.1', port, method, path, headers: rest },
      (response: IncomingMessage) => {
        buffer(response).then(
          (content) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: content }),
          reject,
        )
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}
