// The wire between Clubfolio and its paper brokerage, under a journey's control: everything passes through, is
// recorded, and misbehaves on request. The brokerage behind it is the real one.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brokeragePort } from './brokerage-port.ts'

/** What calls of the trader and market-data wire get instead of their response; pages and authorisation still work. */
export type WireFault = 'reset' | 'silence' | 'busy' | 'broken' | 'page' | 'cut' | 'nonsense'

/**
 * Where an order or a transfer is cut: while the broker's list is read right before it, before it arrives, when it has
 * arrived at a brokerage that has not read it, or after it was done.
 */
export type CutPlace =
  | 'before-list'
  | 'before-order'
  | 'after-order'
  | 'before-transfer'
  | 'unread-transfer'
  | 'after-transfer'

interface CutCall {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** How far the call still gets. */
  readonly reaches: 'the wire' | 'the socket' | 'its end'
}

const orders = /^\/trader\/v1\/accounts\/[^/]+\/orders/
const transfers = /^\/paper\/v1\/accounts\/[^/]+\/transfers$/
const cutCalls: Readonly<Record<CutPlace, CutCall>> = {
  'before-list': { method: 'GET', path: orders, reaches: 'the wire' },
  'before-order': { method: 'POST', path: orders, reaches: 'the wire' },
  'after-order': { method: 'POST', path: orders, reaches: 'its end' },
  'before-transfer': { method: 'POST', path: transfers, reaches: 'the wire' },
  'unread-transfer': { method: 'POST', path: transfers, reaches: 'the socket' },
  'after-transfer': { method: 'POST', path: transfers, reaches: 'its end' },
}

export interface PassedRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** The wire's figures of one account, as far as journeys change them. */
export interface ToldAccount {
  readonly securitiesAccount: { positions?: unknown[]; currentBalances: Record<string, number> }
}

export interface BrokerageWire {
  /** The environment to start the product with. */
  readonly environment: Readonly<Record<string, string>>
  readonly passed: readonly PassedRequest[]
  meet(fault: WireFault | undefined): void
  /** Changes what the brokerage reports about an account from now on, through the body of its response. */
  retell(change: ((account: ToldAccount) => void) | undefined): void
  /** Intercepts the redirect after the owner's decision, once: may wait, and decides where the popup goes. */
  onReturn(change: (address: URL) => Promise<URL>): void
  /** Once, at the next such call: runs `cut` at this place; the aborted call never gets a response. */
  cutAt(place: CutPlace, cut: () => Promise<void>): void
  /**
   * From now on, or no longer, somebody else is quicker: each code is used before the product's own request arrives.
   */
  useCodesFirst(isQuicker?: boolean): void
  stop(): Promise<void>
}

export async function startBrokerageWire(): Promise<BrokerageWire> {
  let url = ''
  const passed: PassedRequest[] = []
  let fault: WireFault | undefined
  let isCodeUsedFirst = false
  let retell: ((account: ToldAccount) => void) | undefined
  let onReturn: ((address: URL) => Promise<URL>) | undefined
  let next: { readonly call: CutCall; readonly cut: () => Promise<void> } | undefined
  /** Returns true when the call is cut here. */
  const cutsOff = (request: IncomingMessage, body: string, response: ServerResponse): boolean => {
    if (next === undefined || request.method !== next.call.method || !next.call.path.test(request.url ?? ''))
      return false
    const { call, cut } = next
    next = undefined
    if (call.reaches === 'the wire') void cut()
    else if (call.reaches === 'the socket')
      void passOn(
        url,
        request,
        body,
        response,
        (answer) => answer.resume(),
        () => void cut(),
      )
    else void passOn(url, request, body, response, (answer) => answer.resume().on('end', () => void cut()))
    return true
  }
  const pass = (request: IncomingMessage, body: string, response: ServerResponse): void => {
    const isAccount = /^\/trader\/v1\/accounts\/[^/]+\?fields=positions$/.test(request.url ?? '')
    void passOn(
      url,
      request,
      body,
      response,
      (answer) =>
        void (isAccount && retell && answer.statusCode === 200
          ? tellOtherwise(answer, retell, response)
          : answerWith(answer, response)),
    )
  }
  const answerWith = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { location } = answer.headers
    const change = location?.includes('code=') ? onReturn : undefined
    if (change) onReturn = undefined
    const to = change ? (await change(new URL(location!))).href : location
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(to === undefined ? {} : { location: to }) })
    answer.pipe(response)
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { method = 'GET', url: path = '/' } = request
      passed.push({ method, path, body })
      if (cutsOff(request, body, response)) return
      if (fault !== undefined && /^\/(trader|marketdata)\//.test(path)) return misbehave(fault, response)
      const isCode = path.startsWith('/v1/oauth/token') && body.includes('grant_type=authorization_code')
      if (!isCodeUsedFirst || !isCode) return pass(request, body, response)
      void passOn(url, request, body, response, (first) =>
        first.resume().on('end', () => pass(request, body, response)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: { PAPER_PUBLIC_URL: url },
    passed,
    meet: (wish) => void (fault = wish),
    retell: (change) => void (retell = change),
    onReturn: (change) => void (onReturn = change),
    cutAt: (place, cut) => void (next = { call: cutCalls[place], cut }),
    useCodesFirst: (isQuicker = true) => void (isCodeUsedFirst = isQuicker),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function passOn(
  wireUrl: string,
  { method, url, headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
  onAnswer: (answer: IncomingMessage) => void,
  onSent?: () => void,
): Promise<void> {
  const onward = send({ host: '127.0.0.1', port: await brokeragePort(wireUrl), method, path: url, headers }, onAnswer)
  // A killed brokerage answers nobody.
  onward.on('error', () => response.destroy())
  onward.end(body, onSent)
}

async function tellOtherwise(
  answer: IncomingMessage,
  change: (account: ToldAccount) => void,
  response: ServerResponse,
): Promise<void> {
  const account = JSON.parse((await answer.setEncoding('utf8').toArray()).join('')) as ToldAccount
  change(account)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(account))
}

function misbehave(fault: WireFault, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case 'reset':
      response.destroy()
      return
    case 'silence':
      return
    case 'busy':
      response.writeHead(429, { ...json, 'retry-after': '60' }).end('{}')
      return
    case 'broken':
      response.writeHead(500, json).end('{"message":"Internal error"}')
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>')
      return
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': '5000' })
      response.write('{"securitiesAccount":')
      setImmediate(() => response.destroy())
      return
    case 'nonsense':
      response
        .writeHead(200, json)
        .end(
          '{"securitiesAccount":{"type":"MARGIN","accountNumber":"1","currentBalances":{"liquidationValue":1e309,"buyingPower":"plenty"}}}',
        )
  }
}
