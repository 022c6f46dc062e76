// The account stream of the Alpaca wire, a WebSocket at /alpaca/stream: a client authenticates within it, names the
// streams it listens to, and is sent the updates of its account's orders.

import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { AlpacaCaller } from '../access/read-credential.ts'
import { callerOfKeyPair, callerOfToken } from '../access/read-credential.ts'
import { OrderFollower } from './order-follower.ts'
import type { StreamCodec } from './stream-codec.ts'
import { codecFor } from './stream-codec.ts'

const TRADE_UPDATES = 'trade_updates'
const POLICY_VIOLATION = 1008
const MOST_WRONG_CREDENTIALS = 3
/** How long a connection may stay without a credential. */
const AUTHENTICATE_WITHIN_MS = 30_000

type FindCaller = () => Promise<AlpacaCaller | null>

/** Returns how to find the caller of a credential, which is looked up again before each delivery. */
function callerIn(parts: BrokerParts, message: Readonly<Record<string, unknown>>): FindCaller {
  const data = readFields(message['data'])
  const [keyId, secret] = [data['key_id'] ?? message['key'], data['secret_key'] ?? message['secret']]
  const { oauth_token: token } = data
  if (typeof token === 'string') return () => callerOfToken(parts, token)
  if (typeof keyId === 'string' && typeof secret === 'string') return () => callerOfKeyPair(parts, keyId, secret)
  return () => Promise.resolve(null)
}

/** One client of the stream. What it asks for and what happens to its account are handled one after the other. */
class StreamClient {
  readonly #parts: BrokerParts
  readonly #socket: WebSocket
  readonly #codec: StreamCodec
  readonly #onFault: (error: unknown) => void
  #work: Promise<void> = Promise.resolve()
  #findCaller: FindCaller | null = null
  #follower: OrderFollower | null = null
  #unfollow: (() => void) | null = null
  #isClosed = false
  #wrong = 0

  constructor(parts: BrokerParts, socket: WebSocket, codec: StreamCodec, onFault: (error: unknown) => void) {
    this.#parts = parts
    this.#socket = socket
    this.#codec = codec
    this.#onFault = onFault
  }

  open(): void {
    const deadline = setTimeout(() => {
      if (this.#findCaller === null) this.#socket.close(POLICY_VIOLATION, 'not authenticated')
    }, AUTHENTICATE_WITHIN_MS)
    deadline.unref()
    this.#socket.on('message', (frame: Buffer) => this.#do(() => this.#hear(this.#codec.read(frame))))
    this.#socket.on('close', () => {
      clearTimeout(deadline)
      this.#isClosed = true
      this.#stopFollowing()
    })
    this.#socket.on('error', () => this.#socket.terminate())
  }

  #do(task: () => Promise<void>): void {
    this.#work = this.#work
      .then(async () => (this.#isClosed ? undefined : task()))
      .catch((error: unknown) => {
        this.#onFault(error)
        this.#socket.terminate()
      })
  }

  #send(stream: string, data: object): void {
    this.#socket.send(this.#codec.write({ stream, data }), { binary: true })
  }

  async #hear(message: Readonly<Record<string, unknown>>): Promise<void> {
    const { action } = message
    if (action === 'authenticate' || action === 'auth') await this.#authenticate(message)
    else if (action === 'listen') await this.#listen(readFields(message['data'])['streams'])
    else this.#send('error', { error_message: 'An action is authenticate or listen.' })
  }

  async #authenticate(message: Readonly<Record<string, unknown>>): Promise<void> {
    const findCaller = callerIn(this.#parts, message)
    const isKnown = (await findCaller()) !== null
    this.#send('authorization', { status: isKnown ? 'authorized' : 'unauthorized', action: 'authenticate' })
    if (isKnown) {
      this.#stopFollowing()
      this.#findCaller = findCaller
      return
    }
    this.#wrong += 1
    if (this.#wrong >= MOST_WRONG_CREDENTIALS) this.#socket.close(POLICY_VIOLATION, 'wrong credentials')
  }

  async #listen(asked: unknown): Promise<void> {
    const caller = await this.#findCaller?.()
    if (caller === undefined || caller === null)
      return this.#send('authorization', { status: 'unauthorized', action: 'listen' })
    const isWanted = Array.isArray(asked) && asked.includes(TRADE_UPDATES)
    if (!isWanted) this.#stopFollowing()
    else if (this.#follower === null) await this.#follow(caller)
    this.#send('listening', { streams: isWanted ? [TRADE_UPDATES] : [] })
  }

  async #follow({ account }: AlpacaCaller): Promise<void> {
    const follower = new OrderFollower(this.#parts.database, account.accountId)
    // News first, then the present: what happens in between is looked up twice and reported once.
    const unfollow = await this.#parts.orderNews.follow(account.accountId, () =>
      this.#do(() => this.#deliver(follower)),
    )
    await follower.start()
    if (this.#isClosed) return unfollow()
    this.#follower = follower
    this.#unfollow = unfollow
  }

  #stopFollowing(): void {
    this.#unfollow?.()
    this.#unfollow = null
    this.#follower = null
  }

  async #deliver(follower: OrderFollower): Promise<void> {
    if (follower !== this.#follower) return
    // A credential that was revoked in the meantime hears nothing more.
    if ((await this.#findCaller?.()) === null) return this.#socket.close(POLICY_VIOLATION, 'access has ended')
    for (const update of await follower.changes()) this.#send(TRADE_UPDATES, update)
  }
}

export function streamRoute(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/stream', { websocket: true }, (socket, request) => {
    const codec = codecFor(request.headers['content-type'])
    new StreamClient(parts, socket, codec, (error) => request.log.error(error)).open()
  })
}
