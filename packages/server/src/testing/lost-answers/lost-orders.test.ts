// A few rounds of `npm run campaign lost-answers`: orders, money, mails and schedules whose answers are lost.
import { propertyRuns } from '@clubfolio/domain/testing/property-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBrokerage, type TestBrokerage } from '../paper-brokerage.ts'
import { seededRandom } from '../seeded-random.ts'
import { lossKinds, type LostGround, openLostGround } from './lose-at-brokerage.ts'

const seed = 20_261_124
const rounds = propertyRuns(3, 12)
/** Transfers, mails and schedules take seconds each; the campaign runs as many rounds of them. */
const slowRounds = propertyRuns(1, 6)
const quick: readonly string[] = ['order', 'replace', 'cancel', 'entry']

let app: TestBrokerage
let ground: LostGround
beforeAll(async () => {
  app = await startTestBrokerage()
  ground = await openLostGround(app)
})
afterAll(async () => {
  await ground.stop()
  await app.stop()
})

test.each(lossKinds)(`a lost answer (%s) is reported as it was (seed ${seed})`, async (kind) => {
  const random = seededRandom(seed)
  const broken: (string | undefined)[] = []
  for (let round = 0; round < (quick.includes(kind) ? rounds : slowRounds); round++)
    broken.push((await ground.run(kind, random)).broken)
  expect(broken.filter((words) => words !== undefined)).toEqual([])
})
