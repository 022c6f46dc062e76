// What the classes of an account are worth as it was read last, beside its target plan. The leaves sum to the account's
// value to the cent, because what no leaf holds is Unclassified, and cash is what the positions leave of the value.
// Source: docs/rules/target-allocation.md, "Allocation".
import type { Allocation, AllocationClass, AllocationInstrument, ParamsOf, TargetPlan } from '@clubfolio/contract'
import {
  cashLeafKey,
  type Cents,
  codeKey,
  formatCode,
  isOptionCode,
  isWithinBand,
  leavesBelow,
  memberTargets,
  placeInstruments,
  priceOfValue,
  targetLeaves,
  type TargetLeafPlace,
  targetValues,
  toCents,
  unclassifiedKey,
} from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { instrumentNames } from '../account/instrument-names.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { listedClasses } from './listed-class.ts'
import { findAccountOfPlan, readPlan } from './own-plan.ts'

interface Held {
  readonly kind: AllocationInstrument['kind']
  readonly code: string | null
  readonly name: string
  readonly quantity: string | null
  readonly lastPrice: string | null
  readonly valueCents: bigint
  readonly listed: string | null
}

/** Throws `notFound`. */
export async function findAllocation(
  services: Services,
  ownerId: string,
  { accountId, grouping }: ParamsOf<'target', 'findAllocation'>,
): Promise<Allocation> {
  const account = await findAccountOfPlan(services.db, ownerId, accountId)
  const stored = await readPlan(services.db, accountId)
  const plan = grouping === 'PLAN' ? stored.plan : null
  const by = plan?.grouping ?? (grouping === 'PLAN' ? 'ASSET_TYPE' : grouping)
  const held = await readHeld(services, account, { grouping: by, plan })
  const classes = plan ? classesOfPlan(plan, held, account.float_value_cents) : classesOfListing(held, account)
  return {
    accountId,
    accountNumber: account.number,
    currency: account.currency,
    value: account.float_value_cents,
    cash: toCents(held.find(({ kind }) => kind === 'CASH')!.valueCents),
    readAt: account.synced_at?.getTime() ?? null,
    version: stored.plan === null ? 0 : stored.version,
    grouping: by,
    band: plan && { points: numberOrNull(plan.band.points), relative: numberOrNull(plan.band.relative) },
    outside: classes.filter(({ isLeaf, isWithinBand }) => isLeaf && isWithinBand === false).length,
    classes,
  }
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

/** Returns what is held, cash, and what the plan names without it being held. */
async function readHeld(
  { db }: Services,
  account: OwnAccount,
  { grouping, plan }: { readonly grouping: TargetPlan['grouping']; readonly plan: TargetPlan | null },
): Promise<Held[]> {
  const rows = await db
    .selectFrom('account_position')
    .select(['symbol', 'asset_type', 'description', 'multiplier', 'quantity', 'market_value_cents'])
    .where('account_id', '=', account.id)
    .where('quantity', '<>', '0')
    .orderBy('symbol')
    .execute()
  const known = new Set(rows.map(({ symbol }) => codeKey(symbol)))
  const named = (plan?.classes ?? [])
    .flatMap(({ leaf }) => leaf?.codes ?? [])
    .filter((code) => !known.has(codeKey(code)))
  const symbols = [...rows.map(({ symbol }) => symbol), ...named]
  const [names, classOf] = await Promise.all([
    instrumentNames(db, symbols),
    listedClasses(db, { marketSource: account.market_source, symbols, grouping }),
  ])
  const positions = rows.map((row): Held => {
    const valueCents = row.market_value_cents
    return {
      kind: row.asset_type === 'OPTION' || isOptionCode(row.symbol) ? 'OPTION' : 'SHARE',
      code: row.symbol,
      name: names.get(row.symbol) ?? row.description ?? formatCode(row.symbol),
      quantity: row.quantity,
      lastPrice: priceOfValue({ ...row, marketValueCents: valueCents }).toFixed(6),
      valueCents,
      listed: classOf(row.symbol),
    }
  })
  const invested = positions.reduce((sum, { valueCents }) => sum + valueCents, 0n)
  return [
    ...positions,
    ...named.map((code): Held => ({
      kind: 'SHARE',
      code,
      name: names.get(code) ?? formatCode(code),
      quantity: '0',
      lastPrice: null,
      valueCents: 0n,
      listed: classOf(code),
    })),
    {
      kind: 'CASH',
      code: null,
      name: 'Cash',
      quantity: null,
      lastPrice: null,
      valueCents: account.float_value_cents - invested,
      listed: null,
    },
  ]
}

const percentOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? (Number(part) / Number(whole)) * 100 : null

/** Figures without a plan. */
const figuresOf = (value: bigint, accountValue: bigint) => ({
  value: toCents(value),
  part: percentOf(value, accountValue),
  target: null,
  targetValue: null,
  driftPoints: null,
  drift: null,
})

function targetFigures(value: bigint, target: bigint, accountValue: bigint) {
  return {
    value: toCents(value),
    part: percentOf(value, accountValue),
    target: percentOf(target, accountValue),
    targetValue: toCents(target),
    driftPoints: percentOf(value - target, accountValue),
    drift: toCents(value - target),
  }
}

const byValue = (one: Held, other: Held): number =>
  one.valueCents === other.valueCents ? 0 : one.valueCents > other.valueCents ? -1 : 1

const shownOf = ({ kind, code, name, quantity, lastPrice }: Held) => ({ kind, code, name, quantity, lastPrice })

function classesOfPlan(plan: TargetPlan, held: readonly Held[], accountValue: Cents): AllocationClass[] {
  const place = placeInstruments(plan)
  const cashKey = cashLeafKey(plan)
  const within = new Map<string, Held[]>()
  for (const one of held) {
    const key = one.code === null ? cashKey : place({ code: one.code, listed: one.listed })
    within.set(key, [...(within.get(key) ?? []), one])
  }
  const leaves = targetLeaves(plan)
  const targets = targetValues(accountValue, leaves)
  const valueOf = (key: string): bigint => (within.get(key) ?? []).reduce((sum, { valueCents }) => sum + valueCents, 0n)
  const below = leavesBelow(plan.classes)
  const levels = new Map<string, number>()
  const sumOf = (keys: readonly string[], of: (key: string) => bigint): bigint =>
    keys.reduce((sum, key) => sum + of(key), 0n)
  const classes = plan.classes.map(({ key, parent, name, percent, leaf }): AllocationClass => {
    levels.set(key, parent === null ? 0 : levels.get(parent)! + 1)
    const value = sumOf(below.get(key) ?? [], valueOf)
    const target = sumOf(below.get(key) ?? [], (one) => targets.get(one)!)
    const ownLeaf = leaf && leaves.find((one) => one.key === key)!
    return {
      key,
      parent,
      name,
      level: levels.get(key)!,
      isLeaf: leaf !== null,
      rule: leaf?.rule ?? null,
      ...targetFigures(value, target, accountValue),
      percent: Number(percent),
      relativeDrift: target > 0n ? percentOf(value - target, target) : null,
      isWithinBand: isWithinBand({ accountValue, value, target }, plan.band),
      instruments: ownLeaf ? instrumentsOf(ownLeaf, within.get(key) ?? [], { target, accountValue }) : [],
    }
  })
  const rest = valueOf(unclassifiedKey)
  return [
    ...classes,
    {
      ...unclassifiedClass,
      ...targetFigures(rest, 0n, accountValue),
      percent: 0,
      isWithinBand: isWithinBand({ accountValue, value: rest, target: 0n }, plan.band),
      instruments: instrumentsOf(leaves.at(-1)!, within.get(unclassifiedKey) ?? [], { target: 0n, accountValue }),
    },
  ]
}

const unclassifiedClass = {
  key: unclassifiedKey,
  parent: null,
  name: 'Unclassified',
  level: 0,
  isLeaf: true,
  rule: null,
  relativeDrift: null,
}

/** What is not traded, such as an option, has no target but what it is worth: the rest of the leaf makes up for it. */
function instrumentsOf(
  leaf: TargetLeafPlace,
  held: readonly Held[],
  { target, accountValue }: { readonly target: bigint; readonly accountValue: bigint },
): AllocationInstrument[] {
  const isMember = ({ kind, valueCents }: Held): boolean => kind === 'SHARE' && valueCents >= 0n
  const members = held.filter(isMember)
  const others = held.filter((one) => !isMember(one) && one.kind !== 'CASH')
  const amount = target - others.reduce((sum, { valueCents }) => sum + valueCents, 0n)
  const targets = memberTargets(
    leaf,
    members.map(({ code, valueCents }) => ({ code: code!, value: valueCents })),
    amount,
  )
  const targetOf = (one: Held): bigint => {
    if (one.kind === 'CASH') return target
    return isMember(one) ? targets[members.indexOf(one)]! : one.valueCents
  }
  return held
    .toSorted(byValue)
    .map((one) => ({ ...shownOf(one), ...targetFigures(one.valueCents, targetOf(one), accountValue) }))
}

function classesOfListing(held: readonly Held[], account: OwnAccount): AllocationClass[] {
  const accountValue = account.float_value_cents
  const groups = new Map<string, Held[]>()
  for (const one of held) {
    const key = one.kind === 'CASH' ? 'cash' : (one.listed ?? unclassifiedKey)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const valueOf = (list: readonly Held[]): bigint => list.reduce((sum, { valueCents }) => sum + valueCents, 0n)
  const isLast = (key: string): number => (key === unclassifiedKey ? 2 : key === 'cash' ? 1 : 0)
  return [...groups]
    .toSorted(([one, ofOne], [other, ofOther]) => {
      const difference = valueOf(ofOther) - valueOf(ofOne)
      return isLast(one) - isLast(other) || (difference > 0n ? 1 : difference < 0n ? -1 : 0)
    })
    .map(([key, list]) => ({
      ...unclassifiedClass,
      key,
      name: key === unclassifiedKey ? 'Unclassified' : key === 'cash' ? 'Cash' : key,
      ...figuresOf(valueOf(list), accountValue),
      percent: null,
      isWithinBand: null,
      instruments: list
        .toSorted(byValue)
        .map((one) => ({ ...shownOf(one), ...figuresOf(one.valueCents, accountValue) })),
    }))
}
