import { expect, test } from 'vitest'
import { connectionsFor, fitConnections, planProcesses } from './plan-processes.ts'

const gib = 2 ** 30
const auto = { webProcesses: 'auto', role: 'all' } as const

test.each([
  ['one core', { cores: 1, memoryBytes: 16 * gib }, 1, undefined],
  ['two cores', { cores: 2, memoryBytes: 8 * gib }, 2, 1_365],
  ['two cores and much memory', { cores: 2, memoryBytes: 64 * gib }, 2, 4_096],
  // Half of 4 GiB gives four processes 512 MB each.
  ['more cores than memory', { cores: 8, memoryBytes: 4 * gib }, 3, 512],
  ['two cores and little memory', { cores: 2, memoryBytes: 2 * gib }, 1, undefined],
  ['very many cores', { cores: 64, memoryBytes: 256 * gib }, 8, 4_096],
])('%s', (_, machine, webProcesses, heapMb) => {
  const plan = planProcesses(auto, machine)
  expect([plan.webProcesses, plan.supervised?.heapMb]).toEqual([webProcesses, heapMb])
})

test('a number that is given counts, whatever the machine', () => {
  const small = { cores: 1, memoryBytes: gib }
  expect(planProcesses({ webProcesses: 4, role: 'all' }, small)).toEqual({
    webProcesses: 4,
    supervised: { hasWorker: true, heapMb: 512 },
  })
  expect(planProcesses({ webProcesses: 1, role: 'all' }, { cores: 8, memoryBytes: 64 * gib }).supervised).toBe(
    undefined,
  )
})

test('a web process that is started alone becomes several only when their number is given', () => {
  const machine = { cores: 4, memoryBytes: 16 * gib }
  expect(planProcesses({ webProcesses: 'auto', role: 'web' }, machine).supervised).toBe(undefined)
  expect(planProcesses({ webProcesses: 2, role: 'web' }, machine)).toEqual({
    webProcesses: 2,
    supervised: { hasWorker: false, heapMb: 4_096 },
  })
  expect(planProcesses({ webProcesses: 'auto', role: 'worker' }, machine).supervised).toBe(undefined)
})

test('their connections stay within what PostgreSQL allows', () => {
  expect(connectionsFor(2, true)).toBe(78)
  expect(fitConnections(2, true, 100)).toBe(2)
  expect(fitConnections(8, true, 100)).toBe(3)
  expect(fitConnections(8, true, 10)).toBe(1)
})
