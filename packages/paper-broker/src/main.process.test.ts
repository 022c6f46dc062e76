// The command as seen by a parent process: started from source, with a pipe and messages.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrokerDatabase } from './testing/broker-database.ts'
import { createBrokerDatabase } from './testing/broker-database.ts'

const MAIN = programFile('paper-broker', 'main.ts')

let own: BrokerDatabase
beforeAll(async () => {
  own = await createBrokerDatabase()
})
afterAll(async () => own.drop())

function start(env: Record<string, string>, input: 'pipe' | 'ignore' = 'pipe'): ChildProcess {
  return fork(MAIN, [], {
    execArgv: [],
    stdio: [input, 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: own.url,
      PAPER_PORT: '0',
      PAPER_CLIENT_SECRET: 'a secret of length',
      CLUBFOLIO_MARKET_INSTRUMENTS: '20',
      ...env,
    },
  })
}

/** Returns the child's next message, or that it has exited. */
async function message(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController()
  const { signal } = heard
  const gone = once(child, 'exit', { signal }).then(() => ['gone'])
  const [first] = (await Promise.race([once(child, 'message', { signal }), gone])) as unknown[]
  gone.catch(() => {})
  heard.abort()
  return first
}

async function lastWords(child: ChildProcess): Promise<{ code: unknown; words: string }> {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  const [code] = (await once(child, 'close')) as unknown[]
  return { code, words: words.trim() }
}

/** With PAPER_PORT=0 the operating system chooses the port, and the message reports it. */
const readyAnywhere = {
  type: 'ready',
  port: expect.any(Number),
  url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/),
}

describe('the command', () => {
  it('says when it is ready, takes a steered clock’s new time, and ends when its parent’s pipe closes', async () => {
    const child = start({ CLUBFOLIO_NOW: '2026-03-04T15:00:00Z', PAPER_DEMO: 'yes' })
    expect(await message(child)).toEqual(readyAnywhere)
    child.send({ type: 'move-clock', nowMs: Date.parse('2026-03-05T15:00:00Z') })
    expect(await message(child)).toEqual({ type: 'clock-moved' })
    child.stdin?.end()
    expect(await lastWords(child)).toEqual({ code: 0, words: '' })
  })

  it('keeps running on the null device and ends on SIGTERM', async () => {
    const child = start({ CLUBFOLIO_NOW: '2026-03-04T15:00:00Z' }, 'ignore')
    expect(await message(child)).toEqual(readyAnywhere)
    // Far more messages than a terminating process would still accept.
    for (let turn = 0; turn < 300; turn += 1) {
      child.send({ type: 'move-clock', nowMs: Date.parse('2026-03-04T15:00:00Z') + turn })
      expect(await message(child)).toEqual({ type: 'clock-moved' })
    }
    child.kill('SIGTERM')
    expect(await lastWords(child)).toEqual({ code: 0, words: '' })
  })

  it('refuses settings with sentences and nothing else', async () => {
    const { code, words } = await lastWords(start({ PAPER_CLIENT_SECRET: '' }))
    expect(code).toBe(2)
    expect(words).toBe(
      'PAPER_CLIENT_SECRET is missing: the secret that the application shows at the token address, at least 16 characters.',
    )
  })

  it('says which variable to change when the database does not answer', async () => {
    const { code, words } = await lastWords(start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }))
    expect({ code, words }).toEqual({
      code: 2,
      words: 'No PostgreSQL answers at DATABASE_URL. Start it, or correct the address.',
    })
  })
})
