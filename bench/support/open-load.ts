// Offers calls at a rate, whatever happened to earlier ones (an open model): arrivals are random and independent, and
// none waits for a response. A call is timed from the moment it was due, so that a lagging generator or a browser's
// connection limit counts as waiting.
import { Agent, request, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadCall, LoadMix } from './load-calls.ts'
import type { LoadUser } from './seeded-club.ts'

/** As many connections to one server as a browser opens. */
const connectionsPerUser = 6
const answerLimitMs = 60_000

export interface LoadOffer {
  readonly perSecond: number
  readonly seconds: number
  readonly random: () => number
  readonly mix: LoadMix
}

export interface Answer {
  readonly kind: string
  /** Since the start of the offer. */
  readonly dueMs: number
  readonly ms: number
  /** 0 without a response. */
  readonly status: number
  /** The error, unless the response was good. */
  readonly words?: string
}

/** A good response; a polite request to come back later; anything else is a fault. */
export type Outcome = 'good' | 'later' | 'fault'

export function outcomeOf({ status, words }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'good'
  return (status === 503 || status === 429) && words?.includes('"refusal":"') ? 'later' : 'fault'
}

export interface LoadGenerator {
  /** Offers the calls and resolves when the last response has arrived. */
  offer(offer: LoadOffer): Promise<readonly Answer[]>
  send(call: LoadCall): Promise<{ readonly status: number; readonly words?: string }>
  /** Returns how many calls were sent again because their connection, which had been idle, was closed meanwhile. */
  repeated(): number
  /** Returns the connections that the callers hold now, in use or kept alive. */
  openConnections(): number
  close(): void
}

export function createGenerator(origin: string): LoadGenerator {
  const { hostname, port } = new URL(origin)
  const agents = new Map<LoadUser, Agent>()
  const agentOf = (user: LoadUser): Agent => {
    const agent = agents.get(user) ?? new Agent({ keepAlive: true, maxSockets: connectionsPerUser })
    agents.set(user, agent)
    return agent
  }

  let repeated = 0
  /** A server closes connections that were idle; a browser repeats a call that meets that, and so does this. */
  const isRepeated = ({ method, key }: LoadCall, sent: ClientRequest, error: Error): boolean =>
    sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET' && (method === 'GET' || key !== undefined)

  const send = (call: LoadCall, isFirst = true): ReturnType<LoadGenerator['send']> =>
    new Promise((resolve) => {
      const { user, method, path, body, key } = call
      const content = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        token: user.token,
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }
      const sent = request({ hostname, port, agent: agentOf(user), method, path, headers }, (response) => {
        const status = response.statusCode ?? 0
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => status >= 300 && parts.push(part))
        response.on('end', () =>
          resolve(status < 300 ? { status } : { status, words: Buffer.concat(parts).toString('utf8').slice(0, 300) }),
        )
        response.on('error', (error) => resolve({ status: 0, words: String(error) }))
      })
      // Counts from now, including the wait for a free connection, so that calls offered beyond capacity end too.
      const limit = setTimeout(() => sent.destroy(new Error(`no answer within ${answerLimitMs} ms`)), answerLimitMs)
      sent.on('close', () => clearTimeout(limit))
      sent.on('error', (error) => {
        if (!isFirst || !isRepeated(call, sent, error)) return resolve({ status: 0, words: String(error) })
        repeated++
        resolve(send(call, false))
      })
      sent.end(content)
    })

  return {
    send: (call) => send(call),
    repeated: () => repeated,
    async offer({ perSecond, seconds, random, mix }) {
      const startedMs = performance.now()
      const sinceMs = () => performance.now() - startedMs
      const answers: Answer[] = []
      const waiting = new Set<Promise<void>>()
      for (let dueMs = 0; ; dueMs -= (Math.log(1 - random()) / perSecond) * 1_000) {
        if (dueMs >= seconds * 1_000) break
        const dueAtMs = dueMs
        if (dueAtMs > sinceMs() + 1) await pause(dueAtMs - sinceMs())
        const call = mix.next()
        const one = send(call).then(
          (answer) => void answers.push({ kind: call.kind, dueMs: dueAtMs, ms: sinceMs() - dueAtMs, ...answer }),
        )
        waiting.add(one)
        void one.then(() => waiting.delete(one))
      }
      await Promise.all(waiting)
      return answers
    },
    openConnections() {
      const held = [...agents.values()].flatMap(({ sockets, freeSockets }) => [
        ...Object.values(sockets),
        ...Object.values(freeSockets),
      ])
      return held.reduce((sum, connections) => sum + (connections?.length ?? 0), 0)
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface KindFigures {
  readonly kind: string
  readonly count: number
  readonly p50: number
  readonly p99: number
}

/** Returns the figures of the good responses by kind of call; the last row covers all of them. */
export function figuresByKind(answers: readonly Answer[]): KindFigures[] {
  const good = answers.filter((answer) => outcomeOf(answer) === 'good')
  const row = (kind: string, of: readonly Answer[]): KindFigures => {
    const times = of.map(({ ms }) => ms)
    return { kind, count: of.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  }
  const kinds = [...new Set(good.map(({ kind }) => kind))].toSorted()
  return [
    ...kinds.map((kind) =>
      row(
        kind,
        good.filter((answer) => answer.kind === kind),
      ),
    ),
    row('all', good),
  ]
}

/** Returns the statuses and first words of bad responses, each once with its count. */
export function describeFailures(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    if (outcomeOf(answer) === 'good') continue
    const words = `${answer.status} ${answer.kind}: ${(answer.words ?? '').replaceAll(/"requestId":"[^"]*"|Quote \S+/g, '').slice(0, 160)}`
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([words, count]) => `${count} x ${words}`)
    .join('; ')
}
