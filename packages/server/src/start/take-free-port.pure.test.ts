import { connect } from 'node:net'
import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchFrontDoor } from './front-door.ts'
import { takeFreePort } from './take-free-port.ts'

const answers = (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then((response) => response.text())

test('the port is known and kept before there is an application, which then serves it and gives it back', async () => {
  const taken = await takeFreePort('127.0.0.1')
  expect(taken.port).toBeGreaterThan(0)
  const early = connect(taken.port, '127.0.0.1').resume()
  await once(early, 'close')

  const app = Fastify()
  app.get('/', () => 'here')
  const door = watchFrontDoor(app)
  await taken.serve(app)
  expect(await answers(taken.port)).toBe('here')
  taken.release()
  expect(await answers(taken.port)).toBe('here')
  expect(await door.close()).toBe(0)
  await expect(answers(taken.port)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('a start that fails gives the port back', async () => {
  const taken = await takeFreePort('127.0.0.1')
  taken.release()
  await expect(answers(taken.port)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})
