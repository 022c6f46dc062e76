// Bad input for every route, generated from the contract: no answer may be a fault, hang, or expose internals. The
// campaign `bad-input` sends 70,000 requests as four visitors; these are its first few thousand.
import { routeList, type NamedRoute } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeVisitors, readLog, type BadVisitor } from './bad-input/attacked-installation.ts'
import { badRequest } from './bad-input/bad-request.ts'
import { attackSockets } from './bad-input/bad-socket.ts'
import { forgetConnections, sendBadRequest } from './bad-input/send-bad-request.ts'
import { seededRandom } from './seeded-random.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const visitorNames = ['nobody', 'member', 'manager', 'administrator'] as const

let app: TestApp
let visitors: BadVisitor[]
const { log, takeErrors } = readLog()
beforeAll(async () => {
  app = await startTestApp({ replace: () => ({ log }) })
  visitors = await makeVisitors(app, {
    member: await app.signUp(['INVESTORS']),
    manager: await app.signUp(['MANAGERS']),
    administrator: await app.signUp(['ADMINISTRATORS']),
  })
})
afterAll(async () => {
  forgetConnections()
  await app.stop()
})

const requestsPerRoute = 12

describe.each(visitorNames)('as %s', (name) => {
  test('requests of every kind to every route get clear answers, and nothing is logged as an error', async () => {
    const visitor = visitors.find((one) => one.name === name)!
    const random = seededRandom(20_261_122 + visitorNames.indexOf(name))
    const faults: string[] = []
    const attack = async (named: NamedRoute): Promise<void> => {
      const request = badRequest(named, visitor.words, visitor.token, random)
      const answer = await sendBadRequest(app.url, request)
      if (answer.status === 401) await visitor.renew()
      if (answer.fault !== undefined)
        faults.push(
          `${request.attack}: ${request.method} ${request.path.slice(0, 160)} ${(request.body ?? '').slice(0, 300)} -> ${answer.fault} ${answer.text}`,
        )
    }
    for (let round = 0; round < (name === 'manager' ? requestsPerRoute : requestsPerRoute / 4); round++) {
      for (let first = 0; first < routeList.length; first += 4)
        await Promise.all(routeList.slice(first, first + 4).map(attack))
    }
    await app.services.background.idle()
    expect([...faults, ...takeErrors()]).toEqual([])
  }, 300_000)
})

test('tickets, origins and messages at both sockets', async () => {
  expect(
    await attackSockets(
      app,
      visitors.find(({ name }) => name === 'manager')!,
      10,
    ),
  ).toEqual([])
  expect(takeErrors()).toEqual([])
}, 120_000)
