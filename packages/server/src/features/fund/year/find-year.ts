// A year of a fund for those who may read it, and a member's own part of it, with nothing of any other member.
import { Refusal, type FundYear, type HolderYear, type MyFundYear, type ParamsOf } from '@clubfolio/contract'
import { describeValuation, type HolderId, type HolderYearFigures } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund, readFund, toMemberId } from '../book/load-fund.ts'
import { distinctHolderNames } from '../book/member-names.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { openYear, type OpenedYear } from './open-year.ts'

export async function findYear(
  services: Services,
  session: Session,
  { accountId, year }: ParamsOf<'fund', 'findYear'>,
): Promise<FundYear> {
  return toFundYear(await openYear(services, await readFund(services, session.userId, accountId), year))
}

export async function findMyYear(
  services: Services,
  session: Session,
  { accountId, memberId, year }: ParamsOf<'fund', 'findMyYear'>,
): Promise<MyFundYear> {
  const place = await requireMyParticipation(services.db, session, { accountId, memberId })
  const opened = await openYear(services, await readAnyFund(services, accountId), year)
  const mine = toMyFundYear(opened, place.holderId, place.holder)
  if (!mine) throw new Refusal('notFound')
  return mine
}

/** A holder's own part of a year, with nothing of any other; undefined when the year has nothing of theirs. */
export function toMyFundYear(opened: OpenedYear, holderId: HolderId, name: string): MyFundYear | undefined {
  const own = opened.figures.holders.find((one) => one.holderId === holderId)
  return own && { ...spanOf(opened), holder: toHolderYear(opened, own, name) }
}

/** A year as everybody with a role reads it, names included. */
export function toFundYear(opened: OpenedYear): FundYear {
  const { fund, figures, balance, bridge } = opened
  const nameOf = distinctHolderNames(fund)
  return {
    ...spanOf(opened),
    lines: figures.lines,
    real: figures.realCents,
    holders: figures.holders.map((one) => toHolderYear(opened, one, nameOf(one.holderId))),
    balance: {
      figuresOf: describeValuation(balance.valuation),
      cash: balance.cashCents,
      positionsAtCost: balance.positionsAtCostCents,
      openProfit: balance.openProfitCents,
      positionsAtMarket: balance.positionsAtMarketCents,
      cashOutside: balance.cashOutsideCents,
      assets: balance.assetsCents,
      accruedManagement: balance.accruedManagementCents,
      accruedPerformance: balance.accruedPerformanceCents,
      netCapital: balance.netCapitalCents,
      capital: balance.holders
        .filter(({ valueCents }) => valueCents !== 0n)
        .map(({ holderId, valueCents, accruedCents, netCents }) => ({
          memberId: toMemberId(fund.account.id, holderId),
          name: nameOf(holderId),
          value: valueCents,
          accrued: accruedCents,
          net: netCents,
        })),
    },
    income: {
      before: bridge.beforeCents,
      paidIn: bridge.paidInCents,
      takenOut: bridge.takenOutCents,
      broughtForward: bridge.broughtForwardCents,
      real: bridge.realCents,
      unrealised: bridge.unrealisedCents,
      after: bridge.afterCents,
    },
  }
}

function spanOf({ fund, figures, isClosed, years }: OpenedYear): Omit<MyFundYear, 'holder'> {
  const { account } = fund
  return {
    accountId: account.id,
    year: figures.year,
    from: figures.from,
    to: figures.to,
    isClosed,
    years: [...years],
    currency: account.currency,
  }
}

function toHolderYear({ fund }: OpenedYear, one: HolderYearFigures, name: string): HolderYear {
  const { holderId, lines, totalCents, realCents, basis } = one
  return {
    memberId: toMemberId(fund.account.id, holderId),
    name,
    lines,
    total: totalCents,
    real: realCents,
    basis: {
      before: basis.beforeCents,
      lossBefore: basis.lossBeforeCents,
      paidIn: basis.paidInCents,
      gifts: basis.giftsCents,
      takenOut: basis.takenOutCents,
      after: basis.basisCents,
      lossAfter: basis.lossCents,
    },
  }
}
