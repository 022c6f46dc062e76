// Answers lost at the paper brokerage: orders, replacements, cancellations, entries, deposits, withdrawals and returns,
// mails of reports and statements, and schedules, `--rounds` of each (200), over a wire that cuts, delays, and answers
// 500, 502 and 504, and under tabs that are reloaded in the middle. `--only pay-in,pay-out` runs those alone. Promise:
// one effect or none, and the last message on the screen is true.
import { startTestBrokerage } from '../packages/server/src/testing/paper-brokerage.ts'
import { lossKinds, openLostGround } from '../packages/server/src/testing/lost-answers/lose-at-brokerage.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'

const { rounds, seed, only } = readCampaignOptions(200)
const kinds = lossKinds.filter((kind) => only === undefined || only.includes(kind))
/** The brokerage limits the calls of a login per minute of real time; another login continues meanwhile. */
const roundsPerLogin = 12

await withTestServer(async () => {
  const app = await startTestBrokerage()
  let ground = await openLostGround(app)
  const random = seededRandom(seed)
  let brokenRounds = 0
  try {
    for (const kind of kinds) {
      const startedMs = Date.now()
      const fates = new Map<string, number>()
      const broken: string[] = []
      for (let round = 0; round < rounds; round++) {
        if (round > 0 && round % roundsPerLogin === 0) {
          await ground.stop()
          // Registrations are limited per hour.
          app.clock.advance(6 * 60_000)
          ground = await openLostGround(app)
        }
        const result = await ground.run(kind, random)
        fates.set(result.fate, (fates.get(result.fate) ?? 0) + 1)
        if (result.broken !== undefined) broken.push(result.broken)
      }
      console.log(
        `${kind}: ${[...fates].map(([fate, times]) => `${fate} ${times}`).join(', ')}; ${broken.length} untrue (${Math.round((Date.now() - startedMs) / 1000)} s)`,
      )
      for (const words of broken.slice(0, 5)) console.log(`  ${words}`)
      brokenRounds += broken.length
    }
    console.log(`${kinds.length} kinds, ${rounds} rounds each, ${brokenRounds} untrue`)
    process.exitCode = brokenRounds === 0 ? 0 : 1
  } finally {
    await ground.stop()
    await app.stop()
  }
})
