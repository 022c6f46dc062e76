// Builds the derivation of a fund figure: its formula, its parts, and the rows and prices behind them, so that anybody
// can recompute it.
import type { DerivableFigure, Derivation } from '@clubfolio/contract'
import { listToBeMatched, unallocatedHolderId, type FundReplay, type HolderFigure, toCents } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { holderNames, type NameOfHolder } from '../book/member-names.ts'
import { readFund } from '../book/load-fund.ts'
import { cashRows } from '../book/cash-rows.ts'
import { derivePerformance } from './derive-performance.ts'
import { writerIn, unitsText, type FigureWriter } from '../book/figure-text.ts'
import { measurePerformance } from './measure-performance.ts'

export async function deriveFigure(
  services: Services,
  session: Session,
  accountId: string,
  figure: DerivableFigure,
): Promise<Derivation> {
  const { db, clock } = services
  const fund = await readFund(services, session.userId, accountId)
  const { account, records, replay, figures } = fund
  const nameOf = holderNames(fund)
  const words = writerIn(account.currency)
  const asOf = replay.valuations.at(-1)?.day ?? records.opening.day
  switch (figure) {
    case 'fund-value':
    case 'unit-value':
      return { asOf, ...deriveValue(figure, replay, words) }
    case 'units':
    case 'profit':
    case 'unallocated':
      return { asOf, ...deriveHolders(figure, { replay, figures, nameOf }, words) }
    case 'broker-value':
      return { asOf, ...deriveBrokerValue(replay, words) }
    case 'cash-outside':
      return { asOf, ...deriveCashOutside(replay, nameOf, words) }
    case 'to-be-matched':
      return {
        ...deriveToBeMatched(replay, (await accountMarketTime(db, clock, account.marketSource)).day, words),
        asOf,
      }
    default:
      return derivePerformance(figure, { replay, performance: await measurePerformance(services, replay), words })
  }
}

type Body = Omit<Derivation, 'asOf'>

function deriveValue(figure: 'fund-value' | 'unit-value', replay: FundReplay, { money, rate }: FigureWriter): Body {
  const isUnit = figure === 'unit-value'
  return {
    title: isUnit ? 'Unit value' : 'Fund value',
    result: isUnit ? rate(replay.rate) : money(replay.fundValueCents),
    formula: isUnit
      ? 'Fund value / units at the last close. Dealing uses the exact fraction; entries do not move it.'
      : 'Broker value of the last close + cash outside.',
    parts: [
      { label: 'Broker value', value: money(replay.brokerValueCents) },
      { label: 'Cash outside', value: money(replay.cashOutsideCents) },
      { label: 'Fund value', value: money(replay.fundValueCents) },
      { label: 'Units', value: unitsText(replay.issuedUnits) },
    ],
    columns: ['Close', 'Broker value', 'Cash outside', 'Fund value', 'Units', 'Unit value'],
    rows: replay.valuations
      .toReversed()
      .map((one) => [
        one.day,
        money(one.brokerValueCents),
        money(one.cashOutsideCents),
        money(one.fundValueCents),
        unitsText(one.units),
        rate(one.rate),
      ]),
  }
}

function deriveHolders(
  figure: 'units' | 'profit' | 'unallocated',
  { replay, figures: rows, nameOf }: { replay: FundReplay; figures: readonly HolderFigure[]; nameOf: NameOfHolder },
  { money, rate }: FigureWriter,
): Body {
  const unallocated = rows.find((row) => row.holderId === unallocatedHolderId)
  const sum = (of: (row: (typeof rows)[number]) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const shown = {
    units: {
      title: 'Units',
      result: unitsText(replay.issuedUnits),
      formula:
        'All units issued by contributions and cancelled by retributions; each was dealt at the unit value of its day.',
    },
    profit: {
      title: 'Profit/Lost',
      result: money(toCents(sum((row) => row.profitLostCents))),
      formula:
        'Value - amount of every holder, summed. Value = units x fund value / all units; amount = dealt ' +
        'contributions - dealt retributions.',
    },
    unallocated: {
      title: 'Unallocated',
      result: money(unallocated?.valueCents ?? toCents(0n)),
      formula:
        "Capital in the account that no member's entry explains: the opening value that no one claimed, and " +
        'movements without an entry, by units.',
    },
  }[figure]
  const dealings =
    figure === 'unallocated' ? replay.dealings.filter((one) => one.holderId === unallocatedHolderId) : undefined
  return {
    ...shown,
    parts: rows.map((row) => ({
      label: nameOf(row.holderId),
      value:
        figure === 'units'
          ? unitsText(row.units)
          : `${money(row.valueCents)} - ${money(row.amountCents)} = ` + money(row.profitLostCents),
    })),
    columns: ['Day', 'Holder', 'What', 'Amount', 'Unit value', 'Units'],
    rows: (dealings ?? replay.dealings)
      .toReversed()
      .map((one) => [
        one.day,
        nameOf(one.holderId),
        one.cause,
        money(one.amountCents),
        rate(one.rate),
        unitsText(one.units),
      ]),
  }
}

function deriveBrokerValue(replay: FundReplay, { money }: FigureWriter): Body {
  return {
    title: 'In the account',
    result: money(replay.brokerValueCents),
    formula:
      'Cash + market value of the positions at the official closing prices of the last close. Real value = ' +
      'broker value - open profit at average cost.',
    parts: [
      { label: 'Broker value', value: money(replay.brokerValueCents) },
      { label: 'Open profit', value: money(replay.openProfitCents) },
    ],
    columns: ['Close', 'Kind', 'Broker value', 'Real value', 'Open profit'],
    rows: replay.valuations
      .toReversed()
      .map((one) => [
        one.day,
        one.quality,
        money(one.brokerValueCents),
        money(one.realValueCents),
        money(one.openProfitCents),
      ]),
  }
}

function deriveCashOutside(replay: FundReplay, nameOf: NameOfHolder, { money }: FigureWriter): Body {
  const rows = cashRows(replay, nameOf)
  return {
    title: 'Cash outside',
    result: money(replay.cashOutsideCents),
    formula:
      'After the opening: dealt contributions - dealt retributions +- dealt flows of unallocated - expenses - ' +
      'movements that a close contains.',
    parts: [],
    columns: ['Day', 'What', 'Amount', 'Cash outside'],
    rows: rows.map((row) => [row.day, row.what, money(row.amountCents), money(row.balanceCents)]).toReversed(),
  }
}

function deriveToBeMatched(
  replay: FundReplay,
  today: Parameters<typeof listToBeMatched>[1],
  { money }: FigureWriter,
): Body {
  const waiting = listToBeMatched(replay.current, today)
  const all = [...waiting.items, ...waiting.movements]
  return {
    title: 'To be matched',
    result: String(all.length),
    formula:
      'Entries and expenses whose money has not arrived within 5 business days, and movements that no entry ' +
      'explains. If both sides are the same money, the fund value is wrong by the smaller of them.',
    parts: [
      { label: 'Too much in the fund value at most', value: money(waiting.overstatedCents) },
      { label: 'Too little in it at most', value: money(waiting.understatedCents) },
    ],
    columns: ['Day', 'Kind', 'Amount'],
    rows: all.map((one) => [one.day, one.kind, money(one.amountCents)]),
  }
}
