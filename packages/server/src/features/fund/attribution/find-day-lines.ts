// What each instrument earned on the day under way, of an own account and of a member's part of a fund; where no day is
// under way, at the last close (docs/rules/attribution.md, "Day under way").
import { type Attribution, type DayLine, type DayLines, fixedLines, type ParamsOf } from '@clubfolio/contract'
import { type CloseLine, type LineTotal, roundLines, scaleShare, toCents } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { linesSinceClose, type LinesSinceClose } from '../../close-line/lines-since-close.ts'
import { readHomes } from '../book/account-home.ts'
import { type FundAccount, readAnyFund, requireAccount } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { classifyLines } from './classify-lines.ts'
import { findAttribution, findMyAttribution } from './find-attribution.ts'
import { homeOf } from './sum-closes.ts'

/** Throws `notFound`, also for another owner's account. */
export async function findDayLines(
  services: Services,
  session: Session,
  { accountId }: ParamsOf<'fund', 'findDayLines'>,
): Promise<DayLines> {
  const account = await requireAccount(services.db, session.userId, accountId)
  const found = await linesSinceClose(services, accountId)
  if (found) return presentLines(services, account, { ...found, units: 1n, heldUnits: 1n })
  return ofLastClose(await findAttribution(services, session, { accountId, ...lastClose }))
}

/**
 * The same for a member's own part, by the units that count at the coming close. Throws `notFound`, also for anybody
 * else's place.
 */
export async function findMyDayLines(
  services: Services,
  session: Session,
  { accountId, memberId }: ParamsOf<'fund', 'findMyDayLines'>,
): Promise<DayLines> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const { account, replay } = await readAnyFund(services, accountId)
  const heldUnits = replay.holdings.get(holderId) ?? 0n
  const found = heldUnits > 0n ? await linesSinceClose(services, accountId) : undefined
  const close = replay.valuations.at(-1)
  // A fund that has just moved here is worth something else than this account was at its close.
  if (
    found &&
    close?.day === found.closeDay &&
    homeOf(await readHomes(services.db, accountId), close.day) === accountId
  )
    return presentLines(services, account, { ...found, units: replay.issuedUnits, heldUnits })
  return ofLastClose(await findMyAttribution(services, session, { accountId, memberId, ...lastClose }))
}

const lastClose = { from: 'DAY', to: 'last', grouping: 'INSTRUMENT' } as const

const ofLastClose = ({ currency, endDay, lines, total }: Attribution): DayLines => ({
  currency,
  isUnderWay: false,
  closeDay: endDay,
  lines: lines.map(({ kind, name, detail, profit }) => ({ kind, name, detail, profit })),
  total: total.profit,
})

interface LinesToPresent extends LinesSinceClose {
  readonly units: bigint
  readonly heldUnits: bigint
}

async function presentLines(
  { db }: Services,
  { currency, marketSource }: FundAccount,
  { closeDay, lines, units, heldUnits }: LinesToPresent,
): Promise<DayLines> {
  const profits = partOf(lines, scaleShare({ units, heldUnits, growth: undefined }).part)
  const instruments = lines.filter(({ kind }) => kind === 'INSTRUMENT')
  const classOf = await classifyLines(db, { marketSource, symbols: instruments.map(({ symbol }) => symbol) })
  const shown = (line: CloseLine, named: Omit<DayLine, 'profit'>): DayLine => ({
    ...named,
    profit: toCents(profits.get(keyOf(line))?.profitCents ?? 0n),
  })
  return {
    currency,
    isUnderWay: true,
    closeDay,
    lines: [
      ...instruments.map((line) => shown(line, { kind: 'LINES', ...classOf(line, 'INSTRUMENT') })).toSorted(bestFirst),
      ...lines.flatMap((line) =>
        line.kind === 'INSTRUMENT' ? [] : [shown(line, { kind: line.kind, name: fixedLines[line.kind], detail: null })],
      ),
    ],
    total: toCents([...profits.values()].reduce((sum, { profitCents }) => sum + profitCents, 0n)),
  }
}

/** Rounded over the lines, as every table of a part is. */
const partOf = (lines: readonly CloseLine[], part: bigint): ReadonlyMap<string, LineTotal> =>
  roundLines(
    lines.map((line) => ({
      line: keyOf(line),
      price: line.priceCents * part,
      income: line.incomeCents * part,
      fee: line.feeCents * part,
      contribution: 0n,
    })),
  )

const keyOf = ({ kind, symbol }: CloseLine): string => `${kind} ${symbol}`

const bestFirst = (one: DayLine, other: DayLine): number =>
  one.profit > other.profit ? -1 : one.profit < other.profit ? 1 : one.name < other.name ? -1 : 1
