// Evaluates the alert rules about instruments: all rules are read together, each instrument's prices once, and each
// rule steps through the trades since the last look in order. The result is written in one transaction
// (`settle-changes.ts`).
import {
  bordersOf,
  judgePrice,
  previousSession,
  stepRule,
  type InstrumentTerms,
  type MarketDay,
  type PriceBasis,
  type RuleStep,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { JobRow } from '../job/job-row.ts'
import { runTogether } from '../job/run-rows.ts'
import { claimTurn, releaseTurn, type AlertTurn } from './alert-turn.ts'
import {
  findBases,
  splitRatioSince,
  type BasisCache,
  type BasisRequest,
  type InstrumentBasis,
} from './instrument-basis.ts'
import { lookAtPrices, observedMarket, type LookedAtMarket, type PriceObservation } from './price-observations.ts'
import { formatTrimmedPercent, formatRulePrice, describeRule } from './rule-words.ts'
import { settleChanges, type Firing, type LookedAtRule, type RuleChange } from './settle-changes.ts'

export type WatchServices = Pick<Services, 'db' | 'clock' | 'simulated' | 'log'>

export interface InstrumentRule extends LookedAtRule {
  readonly code: string
  readonly terms: InstrumentTerms
  readonly set_day: string | null
  readonly set_at: Date
  readonly instrument_id: string
  readonly source: string
  readonly version: string
  readonly last_day: string | null
}

/** Runs one turn and returns how many rules fired; does nothing while another process holds the turn. */
export async function watchInstrumentRules(services: WatchServices, cache: BasisCache): Promise<number> {
  const turn = await claimTurn(services, 'INSTRUMENT')
  if (!turn) return 0
  try {
    return await look(services, cache, turn)
  } catch (error) {
    await releaseTurn(services, turn)
    throw error
  }
}

async function look(services: WatchServices, cache: BasisCache, turn: AlertTurn): Promise<number> {
  const market = await observedMarket(services)
  const rules = await readRules(services.db, market.source)
  // The end of the look is the same for all rules, even where a rule or an instrument has to be left out.
  const { untilMs, market: name } = await lookAtPrices(services, market, [], turn)
  const changes = await runTogether(services, 'watch-instrument-rule', rules, {
    describe: ruleRow,
    work: (some) => findChanges(services, cache, { market, turn }, some),
    isUnfinished: true,
  })
  return settleChanges(services, 'watch-instrument-rule', turn, { rules, changes, looked: { market: name, untilMs } })
}

interface Look {
  readonly market: LookedAtMarket
  readonly turn: AlertTurn
}

async function findChanges(
  services: WatchServices,
  cache: BasisCache,
  { market, turn }: Look,
  rules: readonly InstrumentRule[],
): Promise<RuleChange[]> {
  const looks = await lookAtPrices(services, market, [...new Set(rules.map(({ code }) => code))], turn)
  const traded = rules.filter((rule) => looks.prices.has(rule.code) && isCaughtUp(rule, looks.day))
  const bases = await findBases(services, cache, looks.day, subscriptionsOf(traded))
  return traded.flatMap((rule) => {
    // A replay that was reset to an earlier day is before the day on which the rule was set.
    const since = rule.state === 'NEW' || rule.set_at.getTime() > looks.untilMs ? 0 : rule.set_at.getTime()
    const prices = looks.prices.get(rule.code)!.filter(({ atMs }) => atMs > since)
    const change = goThrough(rule, bases.get(rule.instrument_id)!, prices)
    return change ? [change] : []
  })
}

const ruleRow = ({ id, owner_id: ownerId, code }: InstrumentRule): JobRow => ({
  id,
  ownerId,
  name: `An alert rule about ${code}`,
})

/**
 * Returns whether the rule's bars are up to date. After a close the simulated market keeps ticking before the day's
 * bars are stored; rules measured from bars wait for them.
 */
function isCaughtUp({ source, last_day: lastDay, terms }: InstrumentRule, day: MarketDay): boolean {
  const isMeasured =
    terms.kind === 'EXTREME' ||
    (terms.kind === 'MOVE' && terms.against !== 'PRICE') ||
    (terms.kind === 'LEVEL' && terms.price === null)
  return source !== 'simulated' || !isMeasured || (lastDay !== null && lastDay >= previousSession(day))
}

export async function readRules(db: Db, source: string): Promise<InstrumentRule[]> {
  const { rows } = await sql<InstrumentRule>`
    select r.id, r.owner_id, i.code, r.terms, r.note, r.state, r.occasion, r.revision, r.fired_count, r.is_repeating,
      r.set_day, r.set_at,
      i.id as instrument_id, i.source, coalesce(s.updated_at::text, '') as version, s.last_day
    from alert_rule r
    join app_user u on u.id = r.owner_id and u.status = 'ACTIVE'
    join instrument i on i.source = r.source and i.code_key = r.code_key
    left join instrument_stat s on s.instrument_id = i.id
    where r.source = ${source} and not r.is_paused and r.state in ('NEW', 'WAITING', 'BEYOND', 'FIRED')
    order by r.id`.execute(db)
  return rows
}

/** Returns one `BasisRequest` per instrument, with everything that any of its rules needs. */
export function subscriptionsOf(
  rules: readonly Pick<InstrumentRule, 'instrument_id' | 'code' | 'source' | 'version' | 'terms'>[],
): BasisRequest[] {
  const wishes = new Map<string, BasisRequest>()
  for (const { instrument_id: instrumentId, code, source, version, terms } of rules) {
    const before = wishes.get(instrumentId)
    const needsLevels = terms.kind === 'LEVEL' && terms.price === null
    const needsBars = terms.kind === 'EXTREME' || (terms.kind === 'MOVE' && terms.against !== 'PRICE')
    wishes.set(instrumentId, {
      instrumentId,
      code,
      source,
      version,
      needsBars: needsBars || before?.needsBars === true,
      needsLevels: needsLevels || before?.needsLevels === true,
    })
  }
  return [...wishes.values()]
}

/** Returns the basis of a rule for prices at an instant. */
export const basisFor = (
  { set_day: setDay }: Pick<InstrumentRule, 'set_day'>,
  basis: InstrumentBasis,
  atMs: number,
): PriceBasis => ({ ...basis, splitRatio: splitRatioSince(basis.splits, setDay), atMs })

/** Steps a rule through the prices; returns undefined when nothing about the rule has changed. */
function goThrough(
  rule: InstrumentRule,
  instrument: InstrumentBasis,
  prices: readonly PriceObservation[],
): RuleChange | undefined {
  const begun = basisFor(rule, instrument, 0)
  let standing: Pick<RuleStep, 'state' | 'occasion'> = rule
  const firings: Firing[] = []
  for (const { atMs, price } of prices) {
    const basis = rule.terms.kind === 'LINE' ? { ...begun, atMs } : begun
    const sight = judgePrice(rule.terms, basis, price)
    if (!sight) continue
    const step = stepRule(standing, sight, rule.is_repeating)
    if (step.fires) firings.push({ marketAtMs: atMs, price, text: firedWords(rule, basis, price) })
    standing = step
  }
  if (firings.length === 0 && standing.state === rule.state) return undefined
  return {
    rule,
    words: describeRule(rule.terms, rule.code),
    state: standing.state,
    occasion: standing.occasion,
    firings,
    link: `/chart/${encodeURIComponent(rule.code)}/_D`,
  }
}

/** "AAPL traded at $157.50, 5 % above the close before of $150.00." */
function firedWords({ code, terms }: InstrumentRule, basis: PriceBasis, price: number): string {
  const traded = `${code} traded at ${formatRulePrice(price)}`
  if (terms.kind === 'LINE') {
    const [border] = bordersOf(terms, basis)
    return border === undefined ? `${traded}.` : `${traded}; the line was at ${formatRulePrice(border.met)}.`
  }
  if (terms.kind === 'EXTREME') {
    const extreme = terms.side === 'HIGH' ? basis.yearHigh : basis.yearLow
    return extreme === null
      ? `${traded}.`
      : `${traded}; the ${terms.side === 'HIGH' ? 'highest' : 'lowest'} of the 52 weeks before was ` +
          `${formatRulePrice(extreme)}.`
  }
  if (terms.kind === 'LEVEL') {
    const level = terms.side === 'RESISTANCE' ? basis.resistance : basis.support
    return terms.price !== null || level === null
      ? `${traded}.`
      : `${traded}; the ${terms.side === 'RESISTANCE' ? 'resistance' : 'support'} is at ${formatRulePrice(level)}.`
  }
  if (terms.kind !== 'MOVE') return `${traded}.`
  const base =
    terms.against === 'PRICE'
      ? Math.round((Number(terms.price) * 10_000) / basis.splitRatio)
      : basis.closes[terms.against]
  if (base === null || base === 0) return `${traded}.`
  const move = (price / base - 1) * 100
  return `${traded}, ${formatTrimmedPercent(Math.abs(move))} ${move >= 0 ? 'above' : 'below'} ${formatRulePrice(base)}.`
}
