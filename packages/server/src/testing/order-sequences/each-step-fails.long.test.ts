// Every kind of order and every action, with each of its calls to the brokerage failing in each way, one at a time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryStep } from './check-ground.ts'
import { faultKinds } from './faulty-brokerage.ts'
import { type ActionName, actionNames, type OrderStep } from './order-step.ts'
import { type Ground, near, startStage, type Stage } from './trading-ground.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const enter = (more: Partial<Extract<OrderStep, { kind: 'enter' }>> = {}): OrderStep => ({
  kind: 'enter',
  code: 'ACME',
  quantity: 100,
  isShort: false,
  type: 'MARKET',
  exits: 'stop',
  ...more,
})
const long = [enter()]
const short = [enter({ isShort: true })]
const bracket = [enter({ exits: 'stop and target' })]
const trailing = [enter({ exits: 'trailing stop' })]
const bought = [enter({ code: near, quantity: 6, exits: 'stop and target' })]
/** The written call of a spread, with a stop; the bought one covers it and cannot be closed alone. */
const written: OrderStep[] = [
  { kind: 'spread', units: 3 },
  { kind: 'act', position: 1, action: 'move' },
]
const everything: OrderStep[] = [
  ...bracket,
  { kind: 'spread', units: 2 },
  enter({ code: 'BOLT', isShort: true, quantity: 40 }),
  enter({ code: 'BOLT', type: 'LIMIT', isShort: true, quantity: 30 }),
]

interface Scene {
  readonly name: string
  readonly before: readonly OrderStep[]
  readonly step: OrderStep
}
const acting = (
  name: string,
  before: readonly OrderStep[],
  actions: readonly ActionName[] = actionNames,
  position = 0,
): Scene[] =>
  actions.map((action) => ({ name: `${action} of ${name}`, before, step: { kind: 'act', position, action } }))
const dividing = (name: string, before: readonly OrderStep[]): Scene[] => [
  { name: `a part of ${name}`, before, step: { kind: 'touch', entry: 0 } },
  {
    name: `another part of ${name}`,
    before: [...before, { kind: 'touch', entry: 0 }],
    step: { kind: 'touch', entry: 0 },
  },
]
const scenes: readonly Scene[] = [
  { name: 'an entry with a stop', before: [], step: enter() },
  { name: 'an entry with a stop that waits', before: [], step: enter({ type: 'STOP' }) },
  { name: 'a bracket', before: [], step: enter({ exits: 'stop and target' }) },
  { name: 'an entry with a trailing stop', before: [], step: enter({ exits: 'trailing stop' }) },
  { name: 'a spread', before: [], step: { kind: 'spread', units: 2 } },
  { name: 'a roll', before: [{ kind: 'spread', units: 2 }], step: { kind: 'roll', units: 2 } },
  { name: 'a changed entry', before: [enter({ type: 'LIMIT' })], step: { kind: 'change', entry: 0 } },
  { name: 'a cancelled entry', before: [enter({ type: 'LIMIT' })], step: { kind: 'cancel', entry: 0 } },
  ...acting('a long position with its stop', long),
  ...acting('a short position with its stop', short, ['all', 'half', 'reverse']),
  ...acting('a bracket', bracket),
  ...acting('a position with a trailing stop', trailing, ['all', 'half', 'move', 'target']),
  ...acting('a bought call with its bracket', bought),
  ...acting('a written call with its stop', written, ['all', 'half', 'reverse', 'trail', 'target'], 1),
  ...dividing('an entry at a limit', [enter({ type: 'LIMIT' })]),
  ...dividing('a short bracket at a limit', [enter({ type: 'LIMIT', exits: 'stop and target', isShort: true })]),
  ...dividing('an entry with a trailing stop beside a position', [
    ...long,
    enter({ type: 'LIMIT', exits: 'trailing stop' }),
  ]),
  ...dividing('an entry at a stop', [enter({ type: 'STOP' })]),
  {
    name: 'all of a position of which an entry goes on filling',
    before: [...long, enter({ type: 'LIMIT' }), { kind: 'touch', entry: 0 }],
    step: { kind: 'act', position: 0, action: 'all' },
  },
  { name: 'flatten', before: everything, step: { kind: 'flatten' } },
]

async function prepare(before: readonly OrderStep[]): Promise<Ground> {
  const ground = await stage.open()
  for (const step of before) expect(await tryStep(ground, { step, parts: 0, jump: 0 })).toEqual([])
  return ground
}

describe.each(scenes)('$name', ({ before, step }) => {
  let counted: Promise<number> | undefined
  test.each(faultKinds)('survives at each of its calls that it meets "%s"', async (kind) => {
    counted ??= countCalls(before, step)
    const jumps = kind.startsWith('price') ? [-10, 10] : [0]
    for (let at = 0; at < (await counted); at++) {
      for (const jump of jumps) {
        const ground = await prepare(before)
        expect(await tryStep(ground, { step, fault: { at, kind }, parts: at === 0 ? 0 : 100, jump })).toEqual([])
      }
    }
  })
})

/** The calls to the brokerage that a step makes when none fails. */
async function countCalls(before: readonly OrderStep[], step: OrderStep): Promise<number> {
  const ground = await prepare(before)
  let counted = 0
  expect(await tryStep(ground, { step, parts: 0, jump: 0 }, { count: (calls) => void (counted = calls) })).toEqual([])
  return counted
}
