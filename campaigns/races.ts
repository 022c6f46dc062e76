// Races on real PostgreSQL, with two applications on one database and the real paper brokerage: `--rounds` rounds of
// each kind (200), with how often each side won and which invariants broke (promise: none).
import type { Mail } from '../packages/server/src/adapters/message/port.ts'
import { startTestBrokerage } from '../packages/server/src/testing/paper-brokerage.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { readCampaignOptions } from './support/options.ts'
import { accountRaces } from './support/races/account-races.ts'
import { fundRaces } from './support/races/fund-races.ts'
import { orderRaces } from './support/races/order-races.ts'
import { runRace } from './support/races/race.ts'
import { reportRaces } from './support/races/report-races.ts'
import { withTestServer } from './support/test-server.ts'

const { rounds } = readCampaignOptions(200)

await withTestServer(async () => {
  const sent: Mail[] = []
  const mail = { send: (one: Mail) => Promise.resolve(void sent.push(one)) }
  const one = await startTestBrokerage({ replace: () => ({ mail }) })
  const two = await startTestApp({ beside: one, replace: () => ({ mail }) })
  try {
    const manager = await one.signUp(['MANAGERS'])
    const races = [
      ...fundRaces([one, two], manager),
      ...accountRaces([one, two]),
      ...orderRaces(one),
      ...reportRaces([one, two], sent),
    ]
    let brokenRounds = 0
    for (const race of races) {
      const startedMs = Date.now()
      const { outcomes, broken } = await runRace(race, rounds)
      console.log(
        `${race.name}: ${[...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ')}; ${broken.length} invariants broken (${Math.round((Date.now() - startedMs) / 1000)} s)`,
      )
      for (const what of broken.slice(0, 5)) console.log(`  ${what}`)
      brokenRounds += broken.length
    }
    console.log(`${races.length} races, ${rounds} rounds each, ${brokenRounds} invariants broken`)
    process.exitCode = brokenRounds === 0 ? 0 : 1
  } finally {
    await two.stop()
    await one.stop()
  }
})
