// What another call takes while the pack of a year of a fund of 200 members is made, against the same call alone.
// Promise: the median of the other calls at most doubles. Prints the ratio, and what a pack takes.
import { setTimeout as pause } from 'node:timers/promises'
import { makeWaitingPacks } from '../packages/server/src/features/fund/year/make-pack.ts'
import { makeFundOfMany } from '../packages/server/src/testing/fund-of-many.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const memberCount = 200
const years = ['2023', '2024', '2025']
const mostTimesSlower = 2
const callEveryMs = 20
const callsAlone = 200

const database = await openBenchDatabase()
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = database.url
const app = await startTestApp()
try {
  const manager = await app.signUp(['MANAGERS'])
  const account = await makeFundOfMany(app, manager, memberCount)
  const call = () => timed(() => manager.client.account.viewMyAccount({ params: { userId: manager.user.id } }))
  /** Calls one after the other for as long as `isOn` says. */
  const callWhile = async (isOn: (count: number) => boolean): Promise<number[]> => {
    const times: number[] = []
    while (isOn(times.length)) {
      times.push(await call())
      await pause(callEveryMs)
    }
    return times
  }
  await callWhile((count) => count < callsAlone)

  // Each pack is compared with the calls right before it, so that other work of the machine is in both.
  const rounds: { alone: number[]; meanwhile: number[]; packMs: number }[] = []
  for (const year of years) {
    const alone = await callWhile((count) => count < callsAlone)
    const { id } = await manager.client.fund.orderPack({ body: { accountId: account.id, year } })
    let isMade = false
    const others = callWhile(() => !isMade)
    const packMs = await timed(() => makeWaitingPacks(app.services))
    isMade = true
    rounds.push({ alone, meanwhile: await others, packMs })
    const [pack] = await manager.client.fund.findPacks({ params: { accountId: account.id } })
    if (pack?.id !== id || pack.state !== 'DONE') throw new Error(`The pack of ${year} is ${pack?.state}.`)
  }

  const [alone, meanwhile] = [rounds.flatMap((one) => one.alone), rounds.flatMap((one) => one.meanwhile)]
  const seconds = (median(rounds.map(({ packMs }) => packMs)) / 1_000).toFixed(1)
  reportRow({
    what: `another call while a pack of ${memberCount} members is made, against the same call alone`,
    value: median(rounds.map((one) => median(one.meanwhile) / median(one.alone))),
    bar: { atMost: mostTimesSlower },
    figures:
      `${median(meanwhile).toFixed(1)} ms / ${median(alone).toFixed(1)} ms, medians of ${meanwhile.length} and ` +
      `${alone.length} calls; ${seconds} s for a pack`,
  })
} finally {
  await app.stop()
  await database.close()
}
