import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createCallPace, paceCalls } from './call-pace.ts'

/** An event loop whose rounds the test advances by hand, with the list of calls that started. */
function playedLoop() {
  let due: (() => void)[] = []
  const begun: string[] = []
  const pace = createCallPace((begin) => void due.push(begin))
  return {
    begun,
    call: (caller: string, name: string) => pace.begin(caller, () => begun.push(name)),
    turn: () => {
      for (const begin of due.splice(0)) begin()
    },
  }
}

test('a call alone begins at once, and so does the next in the next round', () => {
  const { begun, call, turn } = playedLoop()
  call('ann', 'a1')
  turn()
  call('ann', 'a2')
  expect(begun).toEqual(['a1', 'a2'])
})

test('of many at once one begins in each round, and callers take turns', () => {
  const { begun, call, turn } = playedLoop()
  for (const name of ['a1', 'a2', 'a3', 'a4']) call('ann', name)
  call('ben', 'b1')
  call('ben', 'b2')
  expect(begun).toEqual(['a1'])
  turn()
  turn()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  call('cat', 'c1')
  for (let round = 0; round < 4; round++) turn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4'])
})

test('calls whose bodies were held back and end together begin in different rounds', async () => {
  const app = Fastify({ forceCloseConnections: true })
  let heads = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    heads++
    done()
  })
  paceCalls(app)
  let round = 0
  const turn = (): void => {
    round++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const begun: number[] = []
  app.post('/v1/save', () => {
    begun.push(round)
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const callers = Array.from({ length: 12 }, () => connect(port, '127.0.0.1'))
  for (const caller of callers)
    caller.write('POST /v1/save HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{')
  await vi.waitFor(() => expect(heads).toBe(12))
  for (const caller of callers) caller.write('}')
  await vi.waitFor(() => expect(begun).toHaveLength(12))
  clearImmediate(next)
  for (const caller of callers) caller.destroy()
  await app.close()
  expect(new Set(begun).size).toBe(12)
})
