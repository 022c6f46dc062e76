// What a member with a user account sees of the funds they take part in: their own row and statements, the name of the
// fund, the account number masked, their percentage of the whole, never other members' names (docs/rules/access.md,
// "Ownership").
import { Refusal, type MyParticipation, type StatementSpan } from '@clubfolio/contract'
import {
  describeValuation,
  formatUnits,
  holderFlows,
  holderReturn,
  internalRate,
  maskNumber,
  netValueOf,
  toCents,
  toUnitSteps,
  unitValueText,
  type FundReplay,
  type HolderFigure,
} from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { compileTogether } from '../../../db/compiled-statements.ts'
import { rawPart, type ColumnKinds } from '../../../db/read-together.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { toPercent, toWireRate } from '../book/figure-text.ts'
import { fundAccountsPart, readFundOf } from '../book/load-fund.ts'
import { memberNameSql } from '../member/member-name.ts'
import { asOfDay } from '../performance/measure-performance.ts'
import { nameMyFunds } from './name-my-funds.ts'
import type { StatementAddress } from './read-statement.ts'

/** A part in a fund: of one account, as one member. */
export interface MyPlace {
  readonly member_id: string
  readonly account_id: string
  /** Name of the member. */
  readonly name: string
  /** Of the account, in full; it leaves the server masked. */
  readonly number: string
  /** Name of the account's owner. */
  readonly manager: string
  readonly club: string | null
  /** Nothing is recorded for the member yet. */
  readonly is_new: boolean
}

/** A place with what a message to its member needs. */
export interface FundPlaceOfMember extends MyPlace {
  /** The member's own user, active or not. */
  readonly user_id: string | null
  readonly email: string
  readonly is_active: boolean
}

/**
 * Returns this user's places in other people's funds: every fund whose books name a member linked to the user, and
 * those that they were invited to. A member whom no books name and who was not invited has a place where their manager
 * has one fund only.
 */
export const findMyPlaces = (db: Db | Trx, userId: string): Promise<readonly MyPlace[]> =>
  placesWhere(db, sql`m.user_id = ${userId}::uuid`)

/** Returns the places of all members of a fund, with and without a user, by the same rule. */
export const findPlacesOfFund = (db: Db | Trx, accountId: string): Promise<readonly FundPlaceOfMember[]> =>
  placesWhere(db, sql`a.id = ${accountId}::uuid`)

async function placesWhere(db: Db | Trx, condition: RawBuilder<unknown>): Promise<readonly FundPlaceOfMember[]> {
  const { rows } = await sql<FundPlaceOfMember>`${selectPlaces(condition)}`.execute(db)
  return rows
}

const selectPlaces = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select place.member_id, place.account_id, place.name, place.number, place.manager, place.club,
      not place.is_recorded as is_new, place.user_id, place.email, place.is_active
    from (
      select m.id as member_id, m.owner_id, a.id as account_id, ${memberNameSql('m')} as name, a.number,
        u.first_name || ' ' || u.last_name as manager,
        (select f.club_name from fund f where f.account_id = a.id) as club,
        m.user_id, m.email, m.status = 'ACTIVATED' as is_active,
        exists (select from fund_entry e where e.account_id = a.id and e.member_id = m.id)
          or exists (select from fund_opening_share s where s.account_id = a.id and s.member_id = m.id)
          or exists (select from fund_transfer t where t.account_id = a.id
            and m.id in (t.from_member_id, t.to_member_id)) as is_recorded
      from member m join account a on a.owner_id = m.owner_id join app_user u on u.id = m.owner_id
      where ${condition}
    ) as place
    where is_recorded
      or exists (select from member_invitation i where i.member_id = place.member_id
        and i.account_id = place.account_id and i.user_id = place.user_id)
      or (
        not exists (select from fund_entry e where e.member_id = place.member_id)
        and not exists (select from fund_opening_share s where s.member_id = place.member_id)
        and not exists (select from fund_transfer t where t.from_member_id = place.member_id)
        and not exists (select from fund_transfer t where t.to_member_id = place.member_id)
        and not exists (select from member_invitation i where i.member_id = place.member_id
          and i.user_id = place.user_id)
        and exists (select from fund f where f.account_id = place.account_id)
        and not exists (select from fund f join account a on a.id = f.account_id
          where a.owner_id = place.owner_id and f.account_id <> place.account_id))
    order by number, member_id`

/** Returns only the places that the books name, which have figures and statements. */
export const findMyHoldings = async (db: Db | Trx, userId: string): Promise<readonly MyPlace[]> =>
  (await findMyPlaces(db, userId)).filter((place) => !place.is_new)

const findPlacesWithAccounts = compileTogether((db, { userId }: { userId: string }) => ({
  parts: {
    places: rawPart<FundPlaceOfMember>(sql`select * from place order by number, member_id`, placeKinds),
    accounts: fundAccountsPart(db, sql`select account_id from place`),
  },
  shared: { place: selectPlaces(sql`m.user_id = ${userId}::uuid`) },
}))

export async function findMyParticipations(services: Services, session: Session): Promise<MyParticipation[]> {
  const found: MyParticipation[] = []
  const { places, accounts } = await findPlacesWithAccounts(services.db, { userId: session.userId })
  const names = nameMyFunds(places)
  for (const [index, place] of places.entries()) {
    const row = accounts.find(({ id }) => id === place.account_id)
    const { account, replay, figures } = await readFundOf(services, row)
    const own = figures.find((figure) => figure.holderId === place.member_id)
    const { day } = await accountMarketTime(services.db, services.clock, account.marketSource)
    const net = replay.records.feePolicies.length === 0 ? undefined : netValueOf(replay, day, place.member_id)
    found.push({
      accountId: account.id,
      memberId: place.member_id,
      fund: names[index]!,
      manager: place.manager,
      accountNumber: maskNumber(account.number),
      isPaper: account.isPaper,
      currency: account.currency,
      asOf: asOfDay(replay),
      figuresOf: describeValuation(replay.valuations.at(-1) ?? { day: replay.records.opening.day, quality: 'opening' }),
      openingDay: replay.records.opening.day,
      isNew: place.is_new || (own === undefined && !waitsForClose(replay, place.member_id)),
      ...(own ? figuresOfHolder(own) : noFigures),
      ...returnsOfHolder(replay, place.member_id, own),
      unitValue: unitValueText(replay.rate),
      accrued: net ? { management: net.managementCents, performance: net.performanceCents, net: net.netCents } : null,
    })
  }
  return found
}

const placeKinds: ColumnKinds<FundPlaceOfMember> = {
  member_id: 'text',
  account_id: 'text',
  name: 'text',
  number: 'text',
  manager: 'text',
  club: 'text',
  is_new: 'boolean',
  user_id: 'text',
  email: 'text',
  is_active: 'boolean',
}

/** Returns whether something that counts is recorded for the member and not dealt yet. */
const waitsForClose = ({ current }: FundReplay, memberId: string): boolean =>
  current.entries.some(({ holderId }) => holderId === memberId) ||
  current.transfers.some(({ toHolderId }) => toHolderId === memberId)

/** Returns what the member's statement since the opening says, by the same functions. */
function returnsOfHolder(
  replay: FundReplay,
  memberId: string,
  own: HolderFigure | undefined,
): Pick<MyParticipation, 'since' | 'until' | 'timeWeighted' | 'internalRate'> {
  const to = asOfDay(replay)
  const span = holderReturn(replay, memberId, replay.records.opening.day, to)
  return {
    since: span?.from ?? null,
    until: span && own?.units === 0n ? span.to : null,
    timeWeighted: span?.timeWeighted ? toPercent(span.timeWeighted.total) : null,
    internalRate: toWireRate(internalRate(holderFlows(replay, memberId), own?.valueCents ?? 0n, to)),
  }
}

const figuresOfHolder = (own: HolderFigure) => ({
  amount: own.amountCents,
  value: own.valueCents,
  participationPercent: own.percentHundredths / 100,
  profitLostAmount: own.profitLostCents,
  realProfit: own.realCents,
  floatingProfit: own.floatingCents,
  units: formatUnits(own.units),
})

const nothing = toCents(0n)
const noFigures: ReturnType<typeof figuresOfHolder> = {
  amount: nothing,
  value: nothing,
  participationPercent: 0,
  profitLostAmount: nothing,
  realProfit: nothing,
  floatingProfit: nothing,
  units: formatUnits(toUnitSteps(0n)),
}

/** Returns the member's own place; throws `notFound`, also for anybody else's place. */
export async function requireMyParticipation(
  db: Db,
  session: Session,
  { accountId, memberId }: Pick<StatementSpan, 'accountId' | 'memberId'>,
): Promise<StatementAddress> {
  const place = (await findMyPlaces(db, session.userId)).find(
    (one) => one.account_id === accountId && one.member_id === memberId,
  )
  if (!place) throw new Refusal('notFound')
  return statementAddressOf(place)
}

/** Returns how a member's own statement names its holder and its account. */
export const statementAddressOf = ({ member_id: holderId, name: holder, number }: MyPlace): StatementAddress => ({
  holderId,
  holder,
  accountNumber: maskNumber(number),
})
