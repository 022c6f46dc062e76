import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../kernel/log.ts'
import { keepProcess } from './keep-process.ts'
import { webPlace } from './place.ts'
import type { FromProcess } from './supervisor-messages.ts'

const watchPace = { everyMs: 50, mostUnanswered: 10 }
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'clubfolio-keep-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Keeps a process that runs this script, and returns what is called back. */
async function keep(script: string) {
  const entry = join(folder, `${randomUUID()}.mjs`)
  await writeFile(entry, script)
  const [onReady, onGone, onMessage] = [
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<(message: FromProcess) => void>(),
  ]
  const kept = keepProcess({
    entry,
    place: webPlace(1, 2),
    environment: () => ({ PATH: process.env['PATH'] }),
    heapMb: 64,
    log: createLog('silent'),
    onMessage,
    onReady,
    onGone,
    watchPace,
  })
  onTestFinished(() => kept.stop())
  await kept.ready
  return { onReady, onGone, onMessage }
}

test('a process that is stuck is killed and started again', { timeout: 30_000 }, async () => {
  const { onReady, onGone } = await keep(`process.send({ type: 'ready' }, () => { for (;;); })`)
  await vi.waitFor(() => expect(onReady.mock.calls.length).toBeGreaterThan(1), 20_000)
  expect(onGone).toHaveBeenCalled()
})

test('a process that answers is left alone, however many questions it gets', { timeout: 30_000 }, async () => {
  const { onReady, onGone, onMessage } = await keep(`
    let asked = 0
    process.on('message', ({ type }) => {
      if (type !== 'ping') process.exit()
      asked++
      process.send({ type: asked === ${watchPace.mostUnanswered * 3} ? 'prepared' : 'pong' })
    })
    process.send({ type: 'ready' })
  `)
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith({ type: 'prepared' }), 20_000)
  expect(onReady).toHaveBeenCalledOnce()
  expect(onGone).not.toHaveBeenCalled()
})
