// Distributions: an amount for all holders by units on one day, previewed, and booked as retributions all at once or
// not at all (docs/rules/fund.md, "Distributions"). Each line is matched with its own movement like any other
// retribution.
import { Refusal, type BodyOf, type DistributionPreview } from '@clubfolio/contract'
import {
  formatMoney,
  judgeChange,
  planDistribution,
  toCents,
  unallocatedHolderId,
  type DistributionLine,
  type Entry,
  type FundChange,
  type MarketDay,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { finishChange, judgeBooks, lockBooks, recorded, toDay, type BooksCall } from '../book/change-books.ts'
import { readFund, toMemberId, type Fund, type FundAccount } from '../book/load-fund.ts'
import { holderNames, readMemberNames, type NameOfHolder } from '../book/member-names.ts'
import { throwRefusal } from '../book/refuse.ts'
import { insertEntries, tellMember } from './record-entry.ts'

type DistributionFields = BodyOf<'fund', 'previewDistribution'>

/** The lines with what the books need of them. */
interface Distribution {
  readonly lines: readonly DistributionLine[]
  readonly entries: readonly Entry[]
}

/** Returns every holder's part, or throws the reason why it cannot be paid. */
export async function previewDistribution(
  services: Services,
  session: Session,
  { accountId, ...fields }: DistributionFields,
): Promise<DistributionPreview> {
  const { db, clock } = services
  const fund = await readFund(services, session.userId, accountId, 'RECORD')
  await requireMembers(db, fund.account.ownerId, fields.leftInIds)
  const nameOf = holderNames(fund)
  const { lines, entries } = plan(services, fund, fields, nameOf)
  const { day: today } = await accountMarketTime(db, clock, fund.account.marketSource)
  // Its description is the reason of a back-dated one; the preview is shown before it is written.
  const judgement = judgeChange(fund.records, changeOf(entries, 'preview'), today)
  if (!judgement.isAllowed) return inTransaction(db, (trx) => throwRefusal(trx, judgement.refusal, fund.account))
  const waiting = new Set(judgement.after.pending.map(({ recordId }) => recordId))
  return {
    lines: lines.map((line) => ({
      memberId: toMemberId(accountId, line.holderId),
      name: nameOf(line.holderId),
      percent: line.percentHundredths / 100,
      value: line.netValueCents,
      part: line.partCents,
      isLeftIn: line.isLeftIn,
      isMember: line.holderId !== unallocatedHolderId,
    })),
    paidOut: sumOf(entries),
    isPending: entries.some(({ id }) => waiting.has(id)),
  }
}

/** Books the parts that the preview showed and returns the id of the distribution. */
export async function recordDistribution(
  call: BooksCall,
  { description, parts, date, amount, leftInIds, ...rest }: Omit<BodyOf<'fund', 'recordDistribution'>, 'accountId'>,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, accountId } = call
  const fund = await lockBooks(call, 'RECORD')
  await requireMembers(trx, fund.account.ownerId, leftInIds)
  const nameOf = holderNames({ members: await readMemberNames(trx, accountId) })
  const { entries } = plan(services, fund, { date, amount, leftInIds }, nameOf)
  if (!isShown(entries, parts)) throw new Refusal('distributionChanged')
  const after = await judgeBooks(call, fund, changeOf(entries, description))
  const { day: today } = await accountMarketTime(trx, services.clock, fund.account.marketSource)
  const id = entries[0]!.distributionId!
  await trx
    .insertInto('fund_distribution')
    .values({
      account_id: accountId,
      id,
      day: date,
      amount_cents: amount,
      left_in: [...new Set(leftInIds)],
      description,
      ...recorded(call),
    })
    .execute()
  await insertEntries(call, entries, { description, isBackDated: date < today })
  for (const entry of entries) await tellMember(services, trx, session, { entry, account: fund.account })
  await finishChange(call, after, {
    action: 'distribution.record',
    objectId: id,
    after: {
      day: date,
      amountCents: amount.toString(),
      leftInIds,
      parts: entries.map(({ holderId, amountCents }) => [holderId, amountCents.toString()]),
    },
  })
  return id
}

/** Splits the amount. Throws what the parts alone already say: nobody is paid, or somebody more than they have. */
function plan(
  { clock }: Pick<Services, 'clock'>,
  { account, records }: Fund,
  { date, amount, leftInIds, ...rest }: Omit<DistributionFields, 'accountId'>,
  nameOf: NameOfHolder,
): Distribution {
  noFieldLeft(rest)
  const day = toDay(date)
  if (day <= records.opening.day) throw new Refusal('entryBeforeOpening', { day: records.opening.day })
  const lines = planDistribution(records, { day, amountCents: amount, leavesIn: new Set(leftInIds) })
  const paid = lines.filter((line) => !line.isLeftIn && line.partCents > 0n)
  if (paid.length === 0) throw new Refusal('distributionEmpty', { day })
  const over = paid.find((line) => line.partCents > line.netValueCents)
  if (over) throw tooLarge(over, account, { day, nameOf })
  const distributionId = newId(clock)
  return {
    lines,
    entries: paid.map((line) => ({
      id: newId(clock),
      holderId: line.holderId,
      kind: 'retribution',
      day,
      amountCents: line.partCents,
      isActive: true,
      distributionId,
    })),
  }
}

function tooLarge(
  { holderId, netValueCents, partCents }: DistributionLine,
  { currency }: FundAccount,
  { day, nameOf }: { readonly day: MarketDay; readonly nameOf: NameOfHolder },
): Refusal {
  return new Refusal('distributionTooLarge', {
    holder: nameOf(holderId),
    maximum: formatMoney(netValueCents, { currency }),
    part: formatMoney(partCents, { currency }),
    day,
  })
}

const changeOf = (entries: readonly Entry[], reason: string): FundChange => ({
  kind: 'add-distribution',
  entries,
  reason,
})

const sumOf = (entries: readonly Entry[]): Entry['amountCents'] =>
  toCents(entries.reduce((sum, { amountCents }) => sum + amountCents, 0n))

function isShown(entries: readonly Entry[], parts: BodyOf<'fund', 'recordDistribution'>['parts']): boolean {
  const shown = new Map(parts.map(({ memberId, amount }) => [memberId, amount]))
  return shown.size === entries.length && entries.every((entry) => shown.get(entry.holderId) === entry.amountCents)
}

/** Throws `notFound` for an id that is no member of the owner. */
async function requireMembers(db: Db | Trx, ownerId: string, memberIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(memberIds)]
  if (wanted.length === 0) return
  const found = await db
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', wanted)
    .execute()
  if (found.length !== wanted.length) throw new Refusal('notFound')
}
