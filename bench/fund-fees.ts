// The books of a fund with monthly fees against the same books without: 1,000 members, 10,000 entries, 5,000 closes and
// twenty years of charges, with a management fee alone and with both fees. Promise: the replay with its participation
// table takes at most twice as long, and `hledger balance` over the entries alone more than five times as long as that.
// Replays are compared by the processor time of our process, so that a busy machine does not decide, and hledger by the
// time on the wall. Prints the ratios, and what the proposal of the next charge and the table of net values cost.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addSessions,
  calculateCharge,
  chargeOf,
  type Entry,
  type FeePolicy,
  type FundRecords,
  formatCents,
  holderFigures,
  marketDay,
  netValues,
  openFund,
  replayFund,
  sessionsBetween,
  toCents,
} from '../packages/domain/src/index.ts'
import { openFeeEnds } from '../packages/domain/src/fund/fee/period-end.ts'
import { compare, timed, timedOnProcessor } from './support/median-ratio.ts'
import { reportRow, reportSkipped } from './support/report-row.ts'

const limit = 2
const hledgerLimit = 5
const rounds = 15
const members = 1000
const entryCount = 10_000
const valuations = 5000
const days = sessionsBetween(marketDay('2006-01-03'), addSessions(marketDay('2006-01-03'), valuations))
const [openingDay = marketDay('2006-01-03'), ...closeDays] = days

/** Entries are spread over all members and days; once all have paid in, every twenty-first is a retribution. */
const entries = Array.from({ length: entryCount }, (_, n): Entry => {
  const isOut = n >= members && n % 21 === 20
  return {
    id: `e${String(n).padStart(6, '0')}`,
    holderId: `m${String(n % members).padStart(4, '0')}`,
    kind: isOut ? 'retribution' : 'contribution',
    day: closeDays[Math.floor((n * (valuations - 2)) / entryCount)] ?? openingDay,
    amountCents: toCents(isOut ? 2000n : BigInt(100_000 + n)),
    isActive: true,
  }
})
const withoutFees: FundRecords = {
  ...openFund({ day: openingDay, valueCents: toCents(100_000_000n), openProfitCents: toCents(0n) }),
  entries,
  closes: closeDays.map((day, n) => ({
    day,
    brokerValueCents: toCents(BigInt(100_000_000 + n * 10_000 + ((n * 7919) % 5000))),
    realValueCents: toCents(BigInt(100_000_000 + n * 9000)),
    quality: 'official',
  })),
}

const management: FeePolicy = {
  id: 'p1',
  kind: 'management',
  rateMillionths: 20_000n,
  hurdleMillionths: 0n,
  receiverId: 'unallocated',
  period: 'month',
  ownRates: [],
  firstDay: closeDays[0] ?? openingDay,
}
const performanceFee: FeePolicy = { ...management, id: 'p2', kind: 'performance', rateMillionths: 200_000n }

/** Makes every charge but the last one, as proposals that were confirmed. */
function withCharges(feePolicies: readonly FeePolicy[]): FundRecords {
  const records = { ...withoutFees, feePolicies }
  const uncharged = replayFund(records)
  const drafts = openFeeEnds(uncharged)
    .slice(0, -1)
    .map((end) => ({
      id: `f ${end.endDay}`,
      endDay: end.endDay,
      concerned: end.concerned,
      isWaived: false,
      isPart: false,
      exceptIds: new Set<string>(),
    }))
  return { ...records, feeCharges: replayFund(records, undefined, drafts).calculatedCharges.map(chargeOf) }
}

const table = (records: FundRecords) => {
  const rows = holderFigures(replayFund(records))
  if (rows.length !== members + 1) throw new Error(`${rows.length} rows instead of ${members + 1}.`)
}

const folder = mkdtempSync(join(tmpdir(), 'clubfolio-bench-fees-'))
const flowsPath = join(folder, 'flows.journal')
const hasHledger = spawnSync('hledger', ['--version']).status === 0

/** Every entry as a transaction between its member and the fund. */
function writeFlows(): void {
  const lines = entries.map(({ day, holderId, kind, amountCents }) => {
    const sign = kind === 'contribution' ? '' : '-'
    return `${day} ${kind}\n    fund:${holderId}  ${sign}${formatCents(amountCents)} USD\n    cash\n`
  })
  writeFileSync(flowsPath, lines.join('\n'))
}

const balance = () => {
  const text = execFileSync('hledger', ['-f', flowsPath, 'balance', '--flat', '-N', '-O', 'csv'], { encoding: 'utf8' })
  if (text.trim().split('\n').length < members) throw new Error('hledger has no balances.')
}

const ms = (duration: number): string => `${duration.toFixed(0)} ms`

async function compareWithHledger(what: string, records: FundRecords): Promise<void> {
  const title = `${what}: hledger balance over the entries alone against the replayed table`
  if (!hasHledger) {
    reportSkipped(title, 'needs hledger')
    return
  }
  const { oursMs, bareMs, ratio } = await compare(
    7,
    () => timed(async () => balance()),
    () => timed(async () => table(records)),
  )
  reportRow({ what: title, value: ratio, bar: { atLeast: hledgerLimit }, figures: `${ms(oursMs)} / ${ms(bareMs)}` })
}

writeFlows()
const size = `${members} members, ${entryCount} entries, ${valuations} closes`
await compareWithHledger(`${size} without fees`, withoutFees)
for (const [name, policies] of [
  ['a management fee', [management]],
  ['a management and a performance fee', [management, performanceFee]],
] as const) {
  const records = withCharges(policies)
  const lineCount = records.feeCharges.reduce((sum, { lines }) => sum + lines.length, 0)
  const what = `${size}, ${records.feeCharges.length} charges of ${name}`
  const replayed = await compare(
    rounds,
    () => timedOnProcessor(async () => table(records)),
    () => timedOnProcessor(async () => table(withoutFees)),
  )
  reportRow({
    what: `${what}: the replayed table against the same without fees`,
    value: replayed.ratio,
    bar: { atMost: limit },
    figures: `${ms(replayed.oursMs)} / ${ms(replayed.bareMs)}, ${lineCount} lines, medians of ${rounds} rounds`,
  })
  // Records that have just been read are other objects, so nothing that an earlier replay has made of them is there.
  const read = () => ({ ...records, feeCharges: records.feeCharges.map((charge) => ({ ...charge })) })
  const first = await compare(
    rounds,
    async () => {
      const fresh = read()
      return await timedOnProcessor(async () => table(fresh))
    },
    () => timedOnProcessor(async () => table(withoutFees)),
  )
  reportRow({
    what: `${what}: the same with records that have just been read`,
    value: first.ratio,
    bar: { atMost: limit },
    figures: `${ms(first.oursMs)} / ${ms(first.bareMs)}`,
  })
  await compareWithHledger(what, records)
  const proposed = await compare(
    5,
    () =>
      timedOnProcessor(async () => {
        const replay = replayFund(records)
        const [end] = openFeeEnds(replay)
        const charge = end && calculateCharge(replay, end, { id: 'next' })
        if (charge?.lines.length !== members * policies.length) throw new Error('The proposal is not there.')
      }),
    () => timedOnProcessor(async () => table(withoutFees)),
  )
  reportRow({
    what: `${what}: the proposal of the next charge against the table without fees`,
    value: proposed.ratio,
    figures: `${ms(proposed.oursMs)} / ${ms(proposed.bareMs)}`,
  })
  const net = await compare(
    5,
    () =>
      timedOnProcessor(async () => {
        const replay = replayFund(records)
        netValues(replay, replay.day)
      }),
    () => timedOnProcessor(async () => table(withoutFees)),
  )
  reportRow({
    what: `${what}: the table of net values against the table without fees`,
    value: net.ratio,
    figures: `${ms(net.oursMs)} / ${ms(net.bareMs)}`,
  })
}
rmSync(folder, { recursive: true })
