import { expect, test } from 'vitest'
import { withStopList, type StopList } from './stop-list.ts'

function startRecording() {
  const ended: string[] = []
  const logged: unknown[] = []
  const log = { error: (facts: object) => void logged.push(facts) }
  const part = (name: string) => () => void ended.push(name)
  const broken = (name: string) => async () => {
    ended.push(name)
    await Promise.reject(new Error(`${name} broke`))
  }
  return { ended, logged, log, part, broken }
}

test('phases run in their own order, and in a phase the part that started last ends first', async () => {
  const { ended, log, part } = startRecording()
  const result = await withStopList(log, async (stops: StopList) => {
    stops.add('database', 'pool', part('pool'))
    stops.add('services', 'feed', part('feed'))
    stops.add('services', 'renderer', part('renderer'))
    stops.add('front door', 'door', part('door'))
    stops.add('jobs', 'research', part('research'))
    return Promise.resolve('served')
  })
  expect(result).toBe('served')
  expect(ended).toEqual(['door', 'research', 'renderer', 'feed', 'pool'])
})

test('a step that throws does not skip the rest, is logged by name, and fails the stop at the end', async () => {
  const { ended, logged, log, part, broken } = startRecording()
  const stopped = withStopList(log, async (stops) => {
    stops.add('database', 'pool', part('pool'))
    stops.add('jobs', 'alerts', broken('alerts'))
    stops.add('services', 'renderer', () => {
      throw new Error('renderer broke')
    })
    await Promise.resolve()
  })
  await expect(stopped).rejects.toMatchObject({ errors: [{ message: 'alerts broke' }, { message: 'renderer broke' }] })
  expect(ended).toEqual(['alerts', 'pool'])
  expect(logged).toMatchObject([
    { phase: 'jobs', what: 'alerts' },
    { phase: 'services', what: 'renderer' },
  ])
})

test('a fault of the work itself is what is thrown; faults of the stop are logged beside it', async () => {
  const { ended, logged, log, part, broken } = startRecording()
  const stopped = withStopList(log, async (stops) => {
    stops.add('database', 'pool', part('pool'))
    stops.add('jobs', 'alerts', broken('alerts'))
    await Promise.reject(new Error('the port is taken'))
  })
  await expect(stopped).rejects.toThrow('the port is taken')
  expect(ended).toEqual(['alerts', 'pool'])
  expect(logged).toHaveLength(1)
})
