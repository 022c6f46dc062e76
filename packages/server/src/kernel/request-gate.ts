// Limits how many calls run at once, and how many requests are still sending their body. Calls beyond that are refused
// immediately and asked to retry shortly, instead of queuing longer and longer: under overload, memory and latency stay
// bounded and the server recovers by itself.
import type { Socket } from 'node:net'
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressGroup } from './address-group.ts'

export interface GateLimits {
  readonly calls: number
  /** On their way from all addresses. */
  readonly bodies: number
  /** On their way from one address. */
  readonly bodiesOfAddress: number
}

/**
 * 500 calls are about two seconds of work for a small machine; a page makes ten at once. A small body arrives with its
 * headers and counts for a moment only, so 50 from one address are plenty for an office on a slow line. A body has at
 * most 1 MB, so all of them together are at most 500 MB of memory.
 */
const defaultLimits: GateLimits = { calls: 500, bodies: 500, bodiesOfAddress: 50 }
const retryAfterSeconds = 2
const slowBodyRetryAfterSeconds = 5

/** What a request counts as at present. */
interface Place {
  giveBack: () => void
  /** Its answer, or its connection, is over. */
  isOver: boolean
}

/**
 * Counts the calls of the route table (`/v1/`) from the moment their body is there, so that a caller who sends it
 * slowly, before anybody knows who it is, takes no place of a call; pages, health and sockets are always admitted.
 * Bodies are counted at every path. That of an upload counts as there when its handler gets it as a stream.
 */
export function limitCallsAtOnce(app: FastifyInstance, limits: Partial<GateLimits> = {}): void {
  const most = { ...defaultLimits, ...limits }
  const arriving = createArrivals(most)
  const places = new WeakMap<FastifyRequest, Place>()
  let atWork = 0
  app.addHook('onRequest', (request, reply, done) => {
    const place: Place = { giveBack: nothing, isOver: false }
    if (hasBody(request)) {
      const arrival = arriving.begin(addressGroup(request.ip))
      if ('refusal' in arrival) return done(refuseBody(request, reply, arrival.refusal))
      place.giveBack = arrival.end
    }
    places.set(request, place)
    whenOver(request, reply, () => {
      place.isOver = true
      place.giveBack()
    })
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const place = places.get(request)
    // Of a caller who is gone nothing would give a place back.
    if (!place || place.isOver) return done()
    place.giveBack()
    place.giveBack = nothing
    if (!isCall(request)) return done()
    if (atWork >= most.calls) return done(new Refusal('busy'))
    atWork++
    place.giveBack = () => atWork--
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503) void reply.header('retry-after', retryAfterSeconds)
    done(null, payload)
  })
}

/** By its route: an address may be written in several ways. */
export const isCall = ({ routeOptions: { url } }: FastifyRequest): boolean => url?.startsWith('/v1/') === true

const nothing = (): void => undefined

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function refuseBody(request: FastifyRequest, reply: FastifyReply, refusal: 'tooMany' | 'busy'): Refusal {
  void reply.header('retry-after', slowBodyRetryAfterSeconds)
  // The rest of the body would keep the connection, and the caller's next request behind it, until it is all there.
  if (!request.raw.complete) void reply.header('connection', 'close')
  return new Refusal(refusal)
}

type Arrival = { readonly end: () => void } | { readonly refusal: 'tooMany' | 'busy' }

/** Counts the bodies that are on their way, by address. */
function createArrivals({ bodies, bodiesOfAddress }: GateLimits): { begin(address: string): Arrival } {
  const counts = new Map<string, number>()
  let all = 0
  const end = (address: string): void => {
    all--
    const left = counts.get(address)! - 1
    if (left === 0) counts.delete(address)
    else counts.set(address, left)
  }
  return {
    begin(address) {
      const count = counts.get(address) ?? 0
      if (count >= bodiesOfAddress) return { refusal: 'tooMany' }
      if (all >= bodies) return { refusal: 'busy' }
      all++
      counts.set(address, count + 1)
      return { end: () => end(address) }
    },
  }
}

/** What to do when a connection ends, for each of its requests: a caller may send several ahead. */
const endings = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once, after the last byte of the answer or when the caller disconnects. An answer that waits behind an
 * earlier one of its connection does not notice the latter itself.
 */
function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, call: () => void): void {
  const ofSocket = endings.get(socket) ?? watchEnd(socket)
  const end = (): void => {
    if (ofSocket.delete(end)) call()
  }
  ofSocket.add(end)
  raw.once('close', end)
}

function watchEnd(socket: Socket): Set<() => void> {
  const ofSocket = new Set<() => void>()
  endings.set(socket, ofSocket)
  socket.once('close', () => {
    for (const end of ofSocket) end()
  })
  return ofSocket
}
