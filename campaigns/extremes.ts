// Every date, number and text field of the contract with every extreme value and one step beyond, against the whole
// application with the demonstration's club and the real paper brokerage; then every job processes what was stored,
// also in the hours that daylight saving skips and repeats. The promises: no answer 5xx, none missing, no internals
// revealed, no error logged, and no job fails twice on the same row. `--rounds 1` sends all values; a larger number
// sends every nth. `--only member.createContribution,saveSchedule` sends only those fields.
import { makeClub } from '../packages/server/src/demonstration/make-club.ts'
import { makeVisitors, readLog } from '../packages/server/src/testing/bad-input/attacked-installation.ts'
import { attackWithExtremes, letJobsGoOver } from '../packages/server/src/testing/bad-input/attack-with-extremes.ts'
import { extremeRequests } from '../packages/server/src/testing/bad-input/extreme-requests.ts'
import { forgetConnections } from '../packages/server/src/testing/bad-input/send-bad-request.ts'
import { startDemonstration } from '../packages/server/src/testing/demonstration.ts'
import { readCampaignOptions } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'
import { openVerdict } from './support/verdict.ts'

const requestsPerInstallation = 6_000

const { rounds: every, only } = readCampaignOptions(1)
const verdict = openVerdict()
const figures = { installations: 0, requests: 0, taken: 0, fields: new Set<string>() }

await withTestServer(async () => {
  for (let first = 0, isMore = true; isMore; first += requestsPerInstallation) {
    const { log, takeErrors } = readLog()
    // A fresh one, so that what earlier requests closed or deleted exists again.
    const app = await startDemonstration({ replace: () => ({ log }) })
    try {
      await makeClub(app.services, app.login)
      const visitors = await makeVisitors(app, {
        member: await app.signInAs('member'),
        manager: await app.signInAs('manager'),
        administrator: await app.signInAs('administrator'),
      })
      const all = extremeRequests(visitors.find(({ name }) => name === 'manager')!.words, every).filter(
        ({ field }) => only?.some((word) => field.includes(word)) ?? true,
      )
      const requests = all.slice(first, first + requestsPerInstallation)
      isMore = first + requestsPerInstallation < all.length
      takeErrors()
      const { faults, taken } = await attackWithExtremes(app, visitors, requests)
      const ofJobs = await letJobsGoOver(app)
      figures.installations++
      figures.requests += requests.length
      figures.taken += taken
      for (const { field } of requests) figures.fields.add(field)
      for (const fault of [...faults, ...ofJobs, ...takeErrors().map((line) => `logged ${line.slice(0, 700)}`)])
        verdict.broken(fault)
      console.log(`${first + requests.length} of ${all.length}`)
    } finally {
      forgetConnections()
      await app.stop()
    }
  }
})
verdict.figure(
  'extremes',
  `${figures.requests} requests for ${figures.fields.size} fields at ${figures.installations} installations, ${figures.taken} taken in`,
)
verdict.end()
