// Random sequences of orders and actions at the real paper brokerage, over HTTP and PostgreSQL, while its calls die, are
// lost, refused or rejected, fill in parts, and the price passes stops in between. After every step: what had a stop
// has one, nothing is there twice, nothing is sold that is not held, nothing is in doubt, and our books are the
// brokerage's. `PROPERTY_RUNS=50 PROPERTY_SEED=1` runs more of them, and repeats them.
import { propertyRuns, propertySeed } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryStep } from './check-ground.ts'
import { faultKinds } from './faulty-brokerage.ts'
import { actionNames, entryTypes, type OrderStep, type TroubledStep } from './order-step.ts'
import { codes, later, near, shares, startStage, type Stage } from './trading-ground.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const exits = fc.constantFrom('stop' as const, 'trailing stop' as const, 'stop and target' as const)
const step: fc.Arbitrary<OrderStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      code: fc.constantFrom(...shares),
      quantity: fc.integer({ min: 1, max: 120 }),
      isShort: fc.boolean(),
      type: fc.constantFrom(...entryTypes),
      exits,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      code: fc.constantFrom(near, later),
      quantity: fc.integer({ min: 1, max: 9 }),
      isShort: fc.constant(false),
      type: fc.constantFrom(...entryTypes),
      exits,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pair' as const), position: fc.nat({ max: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('change' as const, 'cancel' as const), entry: fc.nat({ max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('spread' as const, 'roll' as const),
      units: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('touch' as const), entry: fc.nat({ max: 2 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      position: fc.nat({ max: codes.length - 1 }),
      action: fc.constantFrom(...actionNames),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flatten' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      code: fc.constantFrom(...codes),
      percent: fc.integer({ min: -7, max: 7 }),
    }),
  },
)
const troubled: fc.Arbitrary<TroubledStep> = fc.record({
  step,
  fault: fc.option(fc.record({ at: fc.constantFrom(0, 0, 1, 2), kind: fc.constantFrom(...faultKinds) }), {
    nil: undefined,
  }),
  parts: fc.constantFrom(0, 0, 100),
  jump: fc.constantFrom(-10, 10),
})
const quiet = (first: OrderStep): TroubledStep => ({ step: first, parts: 0, jump: 0 })
/** Begins with a position in shares or contracts, so that there is something to act on. */
const beginning: fc.Arbitrary<OrderStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      code: fc.constant('ACME' as const),
      quantity: fc.integer({ min: 20, max: 120 }),
      isShort: fc.boolean(),
      type: fc.constant('MARKET' as const),
      exits: fc.constant('stop' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      code: fc.constant(near),
      quantity: fc.integer({ min: 2, max: 9 }),
      isShort: fc.constant(false),
      type: fc.constant('MARKET' as const),
      exits,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spread' as const), units: fc.integer({ min: 1, max: 5 }) }) },
)
/** An entry that waits for its price, and a moment in which it fills in part. */
const part: fc.Arbitrary<readonly TroubledStep[]> = fc
  .tuple(
    fc.record({
      kind: fc.constant('enter' as const),
      code: fc.constantFrom(...shares, near),
      quantity: fc.integer({ min: 4, max: 120 }),
      isShort: fc.boolean(),
      type: fc.constant('LIMIT' as const),
      exits,
    }),
    fc.nat({ max: 2 }),
    troubled,
  )
  .map(([entry, which, { fault, jump }]) => [
    quiet(entry.code === near ? { ...entry, isShort: false, quantity: 9 } : entry),
    { step: { kind: 'touch', entry: which }, fault, jump, parts: 0 },
  ])
const some = (minLength: number, maxLength: number): fc.Arbitrary<TroubledStep[]> =>
  fc.array(troubled, { minLength, maxLength })
const sequence = fc
  .tuple(beginning, some(1, 3), part, some(1, 2))
  .map(([first, before, filled, after]) => [quiet(first), ...before, ...filled, ...after])

const seed = propertySeed()
const sequences = fc.sample(sequence, { numRuns: propertyRuns(2, 120), seed })

test.each(sequences.map((steps, index) => ({ steps, index, name: `sequence ${index} of seed ${seed}` })))(
  '$name leaves nothing naked, twice, sold twice or in doubt after any step',
  async ({ steps, index }) => {
    const ground = await stage.open(index)
    for (const one of steps) expect(await tryStep(ground, one)).toEqual([])
  },
)
