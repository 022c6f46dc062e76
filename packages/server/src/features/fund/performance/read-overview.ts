// The fund's own figures as of its last close, above the participation table.
import type { FundOverview } from '@clubfolio/contract'
import { formatUnits, listToBeMatched, unallocatedHolderId, unitValueText, toCents } from '@clubfolio/domain'
import { compileTogether } from '../../../db/compiled-statements.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { canMoveMoney } from '../funding/order-funding.ts'
import { toPercent, toWireRate } from '../book/figure-text.ts'
import { measurePerformance, type Performance } from './measure-performance.ts'
import { holderNames } from '../book/member-names.ts'
import { secondPersonPart, toSecondPerson } from '../book/second-person.ts'
import { heldRolesPart, personAt, toPlace } from '../right/fund-right.ts'
import { inView, type InViewValues, numberShownTo, readFundOf, selectInView } from '../book/load-fund.ts'

const findShown = compileTogether((db, values: InViewValues) => ({
  parts: {
    accounts: inView.account,
    roles: heldRolesPart(db, inView.id, values),
    secondPersons: secondPersonPart(inView.id),
  },
  shared: selectInView(db, values),
}))

export async function readOverview(services: Services, session: Session, accountId: string): Promise<FundOverview> {
  const { db, clock } = services
  const person = personAt(clock, session.userId)
  const shown = await findShown(db, { ...person, accountId })
  const fund = await readFundOf(services, shown.accounts[0])
  const { account, records, replay, figures } = fund
  const { day: marketDay } = await accountMarketTime(db, clock, account.marketSource)
  const waiting = listToBeMatched(replay.current, marketDay)
  const nameOf = holderNames(fund)
  return {
    accountId,
    accountNumber: numberShownTo(account, session.userId),
    openingDay: records.opening.day,
    openingValue: records.opening.valueCents,
    asOf: replay.valuations.at(-1)?.day ?? records.opening.day,
    marketDay,
    brokerValue: replay.brokerValueCents,
    cashOutside: replay.cashOutsideCents,
    fundValue: replay.fundValueCents,
    units: formatUnits(replay.issuedUnits),
    unitValue: unitValueText(replay.rate),
    unallocatedValue: figures.find((figure) => figure.holderId === unallocatedHolderId)?.valueCents ?? toCents(0n),
    dealing: records.dealing,
    closedUntil: records.closedUntil ?? null,
    canMoveMoney: account.ownerId === session.userId && canMoveMoney(services, account),
    profitLostAmount: toCents(figures.reduce((sum, figure) => sum + figure.profitLostCents, 0n)),
    ...performanceOf(await measurePerformance(services, replay)),
    toBeMatched: {
      count: waiting.items.length + waiting.movements.length,
      overstated: waiting.overstatedCents,
      understated: waiting.understatedCents,
    },
    unexplainedWithdrawal: replay.unexplainedCents,
    notCovered: replay.breaches.flatMap((breach) =>
      breach.kind === 'not-covered'
        ? [{ holder: nameOf(breach.holderId), day: breach.day, missing: breach.missingCents }]
        : [],
    ),
    inTransit: replay.valuations.at(-1)?.inTransitCents ?? toCents(0n),
    place: toPlace(account.ownerId, person, shown.roles),
    ...toSecondPerson(shown.secondPersons[0]!),
  }
}

function performanceOf({
  timeWeighted,
  internalRate,
  risk,
  benchmarks,
}: Performance): Pick<FundOverview, 'timeWeighted' | 'internalRate' | 'risk' | 'benchmarks'> {
  return {
    timeWeighted: timeWeighted
      ? {
          percent: toPercent(timeWeighted.total),
          yearlyPercent: timeWeighted.annualised === undefined ? null : toPercent(timeWeighted.annualised),
          days: timeWeighted.days,
        }
      : null,
    internalRate: toWireRate(internalRate),
    risk: risk
      ? {
          drawdownPercent: toPercent(risk.maxDrawdown),
          drawdownFrom: risk.drawdownFrom,
          drawdownTo: risk.drawdownTo,
          volatilityPercent: toPercent(risk.volatility),
          sharpe: risk.sharpe === undefined ? null : Math.round(risk.sharpe * 100) / 100,
          riskFreePercent: toPercent(risk.riskFreeRate),
        }
      : null,
    benchmarks: benchmarks.map(({ symbol, replay }) => ({
      symbol,
      endValue: replay.endValueCents,
      internalRate: toWireRate(replay.internalRate),
    })),
  }
}
