// Failovers under contributions and orders, on three database machines in one: PostgreSQL, Patroni, etcd and HAProxy from
// the files of deploy/ha, two web processes, a worker, and a brokerage that is somewhere else. The primary is killed, its
// machine dies, its network is cut, its disk fills up, etcd loses its leader, a switchover is asked for, and all of it at
// once. After each the books are compared with what clients were told. Needs root and Debian's packages. Source:
// docs/high-availability.md.
import { createClient } from '@clubfolio/contract'
import { chmod, mkdtemp } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openAcknowledgementLog } from './support/acknowledged.ts'
import { campaignStart, makeClub, signInByCalls } from './support/club.ts'
import { openCluster } from './support/ha/cluster.ts'
import { holdBoth, holdDeposits, type Held } from './support/ha/hold-both.ts'
import { openInstallation } from './support/ha/installation.ts'
import { killOn } from './support/ha/machine.ts'
import { enterOwnWorld } from './support/ha/namespace.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { describeTimes, openVerdict } from './support/verdict.ts'
import { openWishes } from './support/wishes.ts'

enterOwnWorld()

const accountCount = 2
const payersAtOnce = 3
const payPauseMs = 250
const ordersEachRound = 2
const quickestMs = 1_000
const slowestMs = 4_000
/** How long what was struck stays away when nobody takes over. */
const awayMs = 45_000
/** The former primary stays away for a while after another one took over, and comes back under load. */
const staysMs = 3_000
const answeredWithinMs = 30_000
const reconciliationMs = 61_000
const roundsBetweenSignIns = 8
/** A phone gets five codes in an hour. With this pause before each sign-in no hour needs more. */
const beforeSignInMs = 7 * 60_000
/** PostgreSQL keeps segments of its log for later use. */
const segmentsAtHand = 60

const blows = [
  'the primary killed',
  'its network cut',
  'etcd leader killed',
  'switchover asked for',
  'its machine dead',
  'its disk full',
  'the synchronous standby cut off',
  'everything at once',
] as const
type Blow = (typeof blows)[number]

const { rounds, seed, only } = readCampaignOptions(100)
const chosen = blows.filter((blow) => only === undefined || only.some((word) => blow.includes(word)))
const random = seededRandom(seed)
const verdict = openVerdict()
const log = openAcknowledgementLog()
const root = await mkdtemp(join(tmpdir(), 'clubfolio-failover-'))
await chmod(root, 0o755)
const cluster = await openCluster(root)
const installation = await openInstallation(root, cluster.databaseUrl)
const { origins } = installation
const made = await makeClub(
  { origin: origins[0]!, moveClock: (toIso) => installation.moveClock(toIso) },
  { accountCount, memberCount: 5 },
)
let { token } = made
const clients = origins.map((baseUrl) => createClient({ baseUrl, getToken: () => token }))
let calls = 0
/** Calls go to both web processes in turn. */
const club = {
  ...made,
  get client() {
    return clients[calls++ % clients.length]!
  },
}
const wishes = openWishes(club, random, log)
const answeredMs = new Map<Blow, number[]>(blows.map((blow) => [blow, []]))
const over = new AbortController()
process.once('SIGINT', () => over.abort())
let nowMs = Date.parse(campaignStart)
let struck = 0
let changes = 0
let cutOff = 0
let repeated = 0

for (let round = 1; round <= rounds && !over.signal.aborted; round++) {
  const blow = chosen[(round - 1) % chosen.length]!
  // Contributions need a sign-in of the last ten minutes, and each round moves the clock by one.
  if (round % roundsBetweenSignIns === 0) {
    nowMs += beforeSignInMs
    await installation.moveClock(new Date(nowMs).toISOString())
    token = (await signInByCalls({ origin: origins[0]! }, 'manager@clubfolio.example')).token
  }
  const done = new AbortController()
  const acknowledged: number[] = []
  const work = async (next: () => ReturnType<typeof wishes.entry> | undefined): Promise<void> => {
    while (!done.signal.aborted) {
      const wish = next()
      if (wish === undefined) return
      if (await wishes.send(wish)) acknowledged.push(performance.now())
      await delay(payPauseMs * random())
    }
  }
  const payers = Array.from({ length: payersAtOnce }, (_, number) => {
    let movesMoney = number === 0
    return work(() => {
      const wish = wishes.entry(movesMoney)
      movesMoney = false
      return wish
    })
  })
  const traders = club.accounts.map(async (account) => {
    let left = ordersEachRound
    await work(() => (left-- > 0 ? wishes.order(account) : undefined))
  })
  await delay(quickestMs + random() * (slowestMs - quickestMs))
  const before = await cluster.primary()
  const struckMs = performance.now()
  const { restore, isTakenOver } = await strike(blow)
  const isBack = async (): Promise<boolean> =>
    acknowledged.some((ms) => ms > struckMs + 1_000) && (!isTakenOver || (await cluster.primary()) !== before)
  for (const untilMs = struckMs + awayMs; !(await isBack()) && performance.now() < untilMs;) await delay(100)
  await delay(staysMs)
  await restore()
  await cluster.settled()
  done.abort()
  await Promise.all([...payers, ...traders])
  struck = round
  if ((await cluster.primary()) !== before) changes++
  const tookMs = untilAnswered(struckMs, acknowledged)
  answeredMs.get(blow)!.push(tookMs)
  cutOff += wishes.open.size

  nowMs += reconciliationMs
  await installation.moveClock(new Date(nowMs).toISOString())
  for (const wish of wishes.open)
    verdict.expect(
      await wishes.insist(wish),
      `round ${round}: the ${wish.kind} ${wish.key} was not taken within a minute after ${blow}`,
    )
  await askAgain(round)
  const held = heldIn(round)
  await holdBoth(held, verdict)
  await holdDeposits(held, verdict, false)
  console.log(
    `${new Date().toISOString().slice(11, 19)} ${round}, ${blow}, silent for ${(tookMs / 1000).toFixed(1)} s, ` +
      `${held.told.length} acknowledged, ${cutOff} refused and sent again, primary ${(await cluster.primary()).number}`,
  )
}

// The next day: the nightly check of the books runs, and transfers are followed up.
for (const iso of ['2026-03-06T15:00:00Z', '2026-03-06T15:02:00Z', '2026-03-06T15:04:00Z'])
  await installation.moveClock(iso)
const held = heldIn(struck)
await holdBoth(held, verdict)
await holdDeposits(held, verdict, true)
const all = [...answeredMs.values()].flat()
const late = all.filter((ms) => ms > answeredWithinMs).length
verdict.expect(late <= all.length / 20, `${late} of ${all.length} later than 30 s`)
verdict.figure('blows under load', struck)
verdict.figure('of them with another primary afterwards', changes)
verdict.figure(
  'acknowledged',
  `${held.told.filter(({ kind }) => kind === 'entry').length} entries, ${held.told.filter(({ kind }) => kind === 'order').length} orders`,
)
verdict.figure('refused or without an answer, sent again under their keys', cutOff)
verdict.figure('acknowledged wishes sent again, same answer', repeated)
verdict.figure('refusals and failures met', [...wishes.met].map(([words, count]) => `${count} x ${words}`).join(', '))
for (const [blow, times] of answeredMs)
  if (times.length > 0) verdict.figure(`without an answered write, ${blow} (${times.length})`, describeTimes(times))
verdict.figure('without an answered write, all', describeTimes(all))
verdict.figure('later than 30 s', `${late} of ${all.length}`)
verdict.figure('processes that ended by themselves', installation.unexpectedEnds())
verdict.figure(
  'load of the machine over the last minutes',
  loadavg()
    .map((one) => one.toFixed(0))
    .join(', '),
)
verdict.figure('logs', root)
log.remove()
verdict.end()

interface Struck {
  /** Whether another machine has to take over. */
  readonly isTakenOver: boolean
  restore(): Promise<void>
}

async function strike(blow: Blow): Promise<Struck> {
  const primary = await cluster.primary()
  const revive = (): Promise<void> => Promise.resolve(cluster.revive(primary))
  switch (blow) {
    case 'the primary killed': {
      killOn(primary, /postgres/)
      return { isTakenOver: false, restore: revive }
    }
    case 'its machine dead': {
      killOn(primary, /patroni|postgres|etcd/)
      return { isTakenOver: true, restore: revive }
    }
    case 'its network cut': {
      primary.cutCable()
      return { isTakenOver: true, restore: () => Promise.resolve(primary.mendCable()) }
    }
    case 'its disk full': {
      primary.fillDisk()
      // Until its log needs the next segment, PostgreSQL does not notice.
      for (let count = 0; count < segmentsAtHand && primary.switchLog(); count++) await delay(100)
      return {
        isTakenOver: true,
        async restore() {
          primary.freeDisk()
          await revive()
        },
      }
    }
    case 'etcd leader killed': {
      const leader = await cluster.etcdLeader()
      killOn(leader, /etcd/)
      return { isTakenOver: false, restore: () => Promise.resolve(cluster.revive(leader)) }
    }
    case 'switchover asked for': {
      await cluster.switchOver()
      return { isTakenOver: true, restore: () => Promise.resolve() }
    }
    case 'the synchronous standby cut off': {
      const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby')
      const machine = cluster.machines.find(({ number }) => standby?.name === `database${number}`)!
      machine.cutCable()
      return { isTakenOver: false, restore: () => Promise.resolve(machine.mendCable()) }
    }
    case 'everything at once': {
      const asked = cluster.switchOver().catch(() => undefined)
      primary.fillDisk()
      killOn(primary, /etcd|postgres/)
      primary.cutCable()
      installation.killWorker()
      await asked
      return {
        isTakenOver: true,
        async restore() {
          primary.freeDisk()
          primary.mendCable()
          await revive()
        },
      }
    }
  }
}

/**
 * The longest time without an acknowledgement since the blow: until the first answered write where the blow takes effect
 * at once, and the pause where it does so later or not at all.
 */
function untilAnswered(sinceMs: number, acknowledged: readonly number[]): number {
  let [longest, last] = [0, sinceMs]
  for (const ms of acknowledged.filter((one) => one > sinceMs)) {
    longest = Math.max(longest, ms - last)
    last = ms
  }
  return longest
}

function heldIn(round: number): Held {
  return {
    databaseUrl: cluster.databaseUrl,
    brokerageUrl: installation.brokerageUrl,
    wishes: wishes.all,
    told: log.read(),
    round,
  }
}

/** Repeats requests whose answers their callers doubt: the same answer is returned. */
async function askAgain(round: number): Promise<void> {
  const told = log.read()
  for (let count = 0; count < 4 && told.length > 0; count++) {
    const answer = told[Math.floor(random() * told.length)]!
    const wish = wishes.all.find(({ key }) => key === answer.key)!
    verdict.expect(
      await wishes.repeatsItsAnswer(wish, answer),
      `round ${round}: the key ${answer.key} answers something else than before`,
    )
    repeated++
  }
}
