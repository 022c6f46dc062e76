import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { handOver, type ConnectionTaker } from './hand-over.ts'

interface Taker extends ConnectionTaker {
  readonly given: { readonly id: number; readonly connection: Socket }[]
}

function takerOf(): Taker {
  const given: Taker['given'] = []
  return { given, give: (id, connection) => void given.push({ id, connection }) }
}

async function open(onTestFinished: (end: () => void) => void) {
  const server = createServer({ pauseOnConnect: true })
  const hub = handOver(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const callers: Socket[] = []
  onTestFinished(() => {
    hub.close()
    for (const caller of callers) caller.destroy()
  })
  /** Resolves when the listener has the connection. */
  const call = async (): Promise<Socket> => {
    const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
    callers.push(caller)
    caller.on('error', () => undefined)
    await Promise.all([once(caller, 'connect'), once(server, 'connection')])
    return caller
  }
  return { hub, call }
}

test('connections go round; a process that takes nothing gets nothing more', async ({ onTestFinished }) => {
  const { hub, call } = await open(onTestFinished)
  const [stuck, quick] = [takerOf(), takerOf()]
  for (const taker of [stuck, quick]) hub.join(taker)
  hub.open()
  for (let count = 0; count < 5; count++) {
    await call()
    for (const { id } of quick.given) hub.taken(quick, id)
  }
  expect([stuck.given.length, quick.given.length]).toEqual([1, 4])
  let isOver = false
  const all = hub.allTaken().then(() => (isOver = true))
  await Promise.resolve()
  expect(isOver).toBe(false)
  hub.taken(stuck, stuck.given[0]!.id)
  await all
})

test('what a dead process had not taken goes to another, or waits for the next one', async ({ onTestFinished }) => {
  const { hub, call } = await open(onTestFinished)
  const [first, second, third] = [takerOf(), takerOf(), takerOf()]
  hub.join(first)
  hub.join(second)
  hub.open()
  await call()
  await call()
  expect([first.given.length, second.given.length]).toEqual([1, 1])
  hub.leave(first)
  expect(second.given.map(({ connection }) => connection)).toContain(first.given[0]!.connection)
  hub.leave(second)
  await call()
  hub.join(third)
  expect(third.given.length).toBe(3)
})

test('before anything is ready a connection is closed at once', async ({ onTestFinished }) => {
  const { hub, call } = await open(onTestFinished)
  const taker = takerOf()
  hub.join(taker)
  const caller = await call()
  caller.resume()
  await once(caller, 'close')
  expect(taker.given).toEqual([])
})
