// Sends a request unchanged, however odd, over a real connection, and judges the answer: a clear refusal, an
// unavailable external service, or a broken guarantee.
import { Agent, request as send } from 'node:http'
import type { BadRequest } from './bad-request.ts'

/** `cut`: the connection ended before an answer could be read, which an oversized body may cause. */
export interface Answer {
  readonly status: number | 'cut' | 'hang'
  readonly text: string
  /** What is wrong with it; undefined for a clear answer. */
  readonly fault: string | undefined
  /** The refusal that concerns an external service, not us. */
  readonly outside: string | undefined
}

const hangMs = 20_000
/** Text that only our internals would produce: stack traces, modules, PostgreSQL messages. */
const inside =
  /node_modules|\.[cm]?[jt]s:\d+|\bat async |\n\s+at |syntax error at|invalid input syntax|violates \w+(-\w+)? constraint|duplicate key value|relation "|operator does not exist|out of range for type|invalid byte sequence|numeric field overflow|ECONNREFUSED|\bpg_\w+|kysely/i

const agent = new Agent({ keepAlive: true, maxSockets: 20 })
/** Ends the keep-alive connections, so that the process or the server can end. */
export const forgetConnections = (): void => agent.destroy()

export async function sendBadRequest(origin: string, request: BadRequest): Promise<Answer> {
  const answer = await sendOver(agent, origin, request)
  // A keep-alive connection that the server closed meanwhile says nothing about this request: retry on a new one.
  return answer.status === 'cut' ? sendOver(false, origin, request) : answer
}

function sendOver(over: Agent | false, origin: string, { method, path, headers, body }: BadRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let isDone = false
    const finish = (status: Answer['status'], text: string): void => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      resolve(judge(status, text))
    }
    // A segment may contain what a URL must not: its bytes are sent unchanged, except for spaces, which would end the
    // request line.
    const rawPath = Buffer.from(path.replaceAll(' ', '%20'), 'utf8').toString('latin1')
    const outgoing = send({
      hostname,
      port,
      method,
      path: rawPath,
      headers: {
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...(headers as Record<string, string | string[]>),
      },
      agent: over,
    })
    const timer = setTimeout(() => {
      finish('hang', '')
      outgoing.destroy()
    }, hangMs)
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => finish(response.statusCode!, Buffer.concat(parts).toString('utf8')))
      response.on('error', () => finish('cut', ''))
    })
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      finish(response.statusCode!, '')
    })
    outgoing.on('error', () => finish('cut', ''))
    outgoing.end(body)
  })
}

function judge(status: Answer['status'], text: string): Answer {
  const answer = { status, text: text.slice(0, 300) }
  if (status === 'hang') return { ...answer, fault: 'no answer in 20 seconds', outside: undefined }
  if (status === 'cut') return { ...answer, fault: undefined, outside: undefined }
  if (status >= 400 && inside.test(text)) return { ...answer, fault: 'shows the inside', outside: undefined }
  if (status < 500) return { ...answer, fault: undefined, outside: undefined }
  const outside = status === 502 || status === 503 ? /"refusal":"(\w+)"/.exec(text)?.[1] : undefined
  return { ...answer, fault: outside === undefined ? `answered ${status}` : undefined, outside }
}
