// A real server process that is killed while it sends an order: before the order leaves for the brokerage, or when the
// brokerage has it and the answer is on its way. Another process on the same database goes on from there.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@clubfolio/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paperSecret } from '../paper-brokerage.ts'
import { testSecretKey } from '../test-app.ts'
import { tryStep } from './check-ground.ts'
import { type OrderStep, takeStep } from './order-step.ts'
import { type Ground, startStage, type Stage } from './trading-ground.ts'

const entry = fileURLToPath(new URL('../../main.ts', import.meta.url))

let stage: Stage
let folder: string
let child: ChildProcess | undefined
beforeAll(async () => {
  stage = await startStage()
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-killed-'))
})
afterEach(() => kill())
afterAll(async () => {
  await stage.stop()
  await rm(folder, { recursive: true, force: true })
})

function kill(): Promise<void> {
  const dying = child
  child = undefined
  if (dying === undefined || dying.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    dying.once('exit', () => resolve())
    dying.kill('SIGKILL')
  })
}

/** A server of its own for the account of the ground, which reaches the brokerage by this address. */
async function startServer({ app }: Ground, brokerUrl: string): Promise<string> {
  const started = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ROLE: 'web',
      DATABASE_URL: app.databaseUrl,
      CLUBFOLIO_SECRET_KEY: testSecretKey,
      CLUBFOLIO_NOW: new Date(app.clock.nowMs()).toISOString(),
      CLUBFOLIO_DATA: await mkdtemp(join(folder, 'data-')),
      CLUBFOLIO_MARKET_INSTRUMENTS: '20',
      CLUBFOLIO_LOG: 'silent',
      PORT: '0',
      PAPER_PORT: '0',
      PAPER_PUBLIC_URL: brokerUrl,
      PAPER_CLIENT_SECRET: paperSecret,
    },
  })
  child = started
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    started.once('exit', () => reject(new Error('the server ended before it was ready')))
    started.once('message', (message) => resolve(message as { readonly port: number }))
  })
  return `http://127.0.0.1:${port}`
}

type Moment = 'before it arrives' | 'after it arrived'

/** Stands between a server and the brokerage, and kills the server at one of its writing calls. */
async function startDeadlyLine(target: string, at: number, moment: Moment) {
  let calls = 0
  const pass = async (request: IncomingMessage, body: Buffer) => {
    const isWriting = request.method !== 'GET' && /\/orders(\/|$)/.test(request.url ?? '')
    const isDeadly = isWriting && calls++ === at
    if (isDeadly && moment === 'before it arrives') return kill()
    const headers = Object.fromEntries(
      ['authorization', 'content-type'].flatMap((name) =>
        typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
      ),
    )
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length === 0 ? {} : { body }),
    })
    if (isDeadly) return kill()
    return { answer, content: Buffer.from(await answer.arrayBuffer()) }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void pass(request, Buffer.concat(parts)).then((passed) => {
        if (passed === undefined) return response.destroy()
        const { answer, content } = passed
        const location = answer.headers.get('location')
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
          ...(location === null ? {} : { location }),
        })
        return response.end(content)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasKilled: () => calls > at,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const enter = (more: Partial<Extract<OrderStep, { kind: 'enter' }>> = {}): OrderStep => ({
  kind: 'enter',
  code: 'ACME',
  quantity: 100,
  isShort: false,
  type: 'MARKET',
  exits: 'stop',
  ...more,
})
const act = (action: Extract<OrderStep, { kind: 'act' }>['action']): OrderStep => ({ kind: 'act', position: 0, action })
const spread: OrderStep = { kind: 'spread', units: 2 }
const scenes: readonly { readonly name: string; readonly before: OrderStep[]; readonly step: OrderStep; at: number }[] =
  [
    { name: 'a bracket', before: [], step: enter({ exits: 'stop and target' }), at: 0 },
    { name: 'the first order of half', before: [enter()], step: act('half'), at: 0 },
    { name: 'the second order of half', before: [enter()], step: act('half'), at: 1 },
    { name: 'the second order of a reversal', before: [enter()], step: act('reverse'), at: 1 },
    { name: 'a moved stop', before: [enter()], step: act('move'), at: 0 },
    { name: 'the second order of flatten', before: [enter(), spread], step: { kind: 'flatten' }, at: 1 },
    { name: 'a roll', before: [spread], step: { kind: 'roll', units: 2 }, at: 0 },
  ]
const moments: readonly Moment[] = ['before it arrives', 'after it arrived']

test.each(scenes.flatMap((scene) => moments.map((moment) => ({ ...scene, moment }))))(
  'a server killed while it sends $name, $moment, leaves nothing naked, twice or in doubt',
  async ({ before, step, at, moment }) => {
    const ground = await stage.open()
    for (const one of before) expect(await tryStep(ground, { step: one, parts: 0, jump: 0 })).toEqual([])
    const line = await startDeadlyLine(ground.app.brokerUrl, at, moment)
    const url = await startServer(ground, line.url)
    const client = createClient({ baseUrl: url, getToken: () => ground.owner.user.token })
    const wrong = await tryStep(
      ground,
      { step, parts: 0, jump: 0 },
      { take: (own, troubled) => takeStep({ ...own, owner: { ...own.owner, client } }, troubled) },
    )
    expect(wrong).toEqual([])
    expect(line.hasKilled()).toBe(true)
    await line.stop()
  },
)
