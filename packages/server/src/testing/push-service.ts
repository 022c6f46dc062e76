// A push service as browsers have one: gives out subscriptions, checks the signature of the server, and opens what it
// receives with the browser's keys. It is written from the RFCs with node:crypto and shares nothing with the library
// that the product sends by.
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  readonly subscription: string
  readonly headers: IncomingHttpHeaders
  readonly publicKey: string
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly payload: { device: string; title: string; body: string; tag: string; url: string }
  readonly atMs: number
}

export interface TestSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface TestPushService {
  readonly received: readonly ReceivedPush[]
  /** Requests, answered or not. */
  readonly asked: () => number
  /** What the next requests are answered with; null leaves them without an answer. */
  answer: { readonly status: number; readonly headers?: Record<string, string> } | null
  subscribe(): TestSubscription
  /** Resolves with the first message that fits, also with one that was received before. */
  next(fits: (push: ReceivedPush) => boolean): Promise<ReceivedPush>
  stop(): Promise<void>
}

export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: ReceivedPush[] = []
  const waiting: { fits: (push: ReceivedPush) => boolean; resolve: (push: ReceivedPush) => void }[] = []
  let asked = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked++
      if (service.answer === null) return
      const { status, headers = {} } = service.answer
      const name = (request.url ?? '').slice('/push/'.length)
      const browser = browsers.get(name)
      if (status !== 201 || !browser) return void response.writeHead(browser ? status : 404, headers).end()
      try {
        const { publicKey, claims } = checkVapid(request.headers)
        if (new URL(claims.aud).host !== request.headers.host) throw new Error(`made for ${claims.aud}`)
        const text = decrypt(Buffer.concat(parts), browser)
        const push: ReceivedPush = {
          subscription: name,
          headers: request.headers,
          publicKey,
          claims,
          payload: JSON.parse(text) as ReceivedPush['payload'],
          atMs: performance.now(),
        }
        received.push(push)
        response.writeHead(201).end()
        for (const one of waiting.filter(({ fits }) => fits(push))) one.resolve(push)
      } catch (error) {
        response.writeHead(403).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: TestPushService = {
    received,
    asked: () => asked,
    answer: { status: 201 },
    subscribe() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const name = randomBytes(12).toString('hex')
      browsers.set(name, { ecdh, auth })
      return { endpoint: `${origin}/push/${name}`, p256dh, auth: auth.toString('base64url') }
    },
    next: (fits) =>
      new Promise((resolve) => {
        const known = received.find(fits)
        if (known) resolve(known)
        else waiting.push({ fits, resolve })
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

/** RFC 8292: the token is signed with the key that the header names. */
function checkVapid(headers: IncomingHttpHeaders): Pick<ReceivedPush, 'publicKey' | 'claims'> {
  const [, token, publicKey] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (!token || !publicKey) throw new Error('no signature')
  const [head, body, signature] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as ReceivedPush['claims']
  if (!isSigned) throw new Error('a wrong signature')
  const seconds = claims.exp - Date.now() / 1000
  if (seconds <= 0 || seconds > 24 * 60 * 60) throw new Error('expires at a wrong time')
  return { publicKey, claims }
}

/** RFC 8291 with the content coding of RFC 8188, one record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20]!]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const secret = createHmac('sha256', auth).update(ecdh.computeSecret(sender)).digest()
  const ikm = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender, Buffer.from([1])]))
    .digest()
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('no end of the record')
  return plain.subarray(0, end).toString('utf8')
}
