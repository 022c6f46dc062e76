// Plays the history of one account day by day from small commands. People's changes are judged; the broker's facts
// bypass the judge. The same commands always give the same history.
import { addCalendarDays, marketDay } from '../../calendar/market-day.ts'
import { addSessions, nextSession, previousSession } from '../../calendar/session.ts'
import { type Cents, type MarketDay, toCents, type UnitSteps } from '../../kind.ts'
import type { FundChange } from '../change.ts'
import { planDistribution } from '../plan-distribution.ts'
import { netValues } from '../fee/accrued-fee.ts'
import { calculateCharge } from '../fee/calculate-charge.ts'
import { chargeOf } from '../fee/charge-draft.ts'
import { openFeeEnds } from '../fee/period-end.ts'
import { holderFigures, type HolderFigure } from '../holder-figure.ts'
import { type FundJudgement, judgeChange } from '../judge-change.ts'
import { isCloseOpen } from '../place-broker-fact.ts'
import { proposeMatches } from '../propose-match.ts'
import type { Entry, FeePolicy, FundRecords, HolderId } from '../record.ts'
import { refuseAtClose } from '../refuse-at-close.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { TradedPositions } from './traded-positions.ts'
import { approvedOn, waitUntilApproved, type WaitingChange } from './waiting-change.ts'

export const operations = [
  'pay-in',
  'pay-in',
  'take-out',
  'leave',
  'close',
  'close',
  'close',
  'buy',
  'sell',
  'cash',
  'cash',
  'toggle',
  'delete',
  'expense',
  'paid-expense',
  'give',
  'give-units',
  'match',
  'unmatch',
  'back-date',
  'back-date',
  'distribute',
  'correct-close',
  'close-period',
  'move-account',
  'arrive',
  'cancel-move',
  'end-month',
  'end-month',
  'end-month',
  'management-fee',
  'performance-fee',
  'performance-fee',
  'charge',
  'charge',
  'charge',
  'waive',
  'reverse-charge',
  'ask',
  'ask',
  'approve',
  'approve',
] as const

/** What the `luck` of an ask selects: the changes that wait for a second person. */
const askedOperations = [
  'pay-in',
  'take-out',
  'leave',
  'give',
  'give-units',
  'distribute',
  'management-fee',
  'performance-fee',
  'charge',
  'waive',
  'reverse-charge',
] as const

export interface Command {
  readonly operation: (typeof operations)[number]
  readonly who: number
  readonly other: number
  readonly size: number
  readonly luck: number
}

export interface History {
  readonly records: FundRecords
  readonly today: MarketDay
  /** The days up to which the books were closed, with the figures at that moment. */
  readonly closedPeriods: ReadonlyArray<{ readonly until: MarketDay; readonly figures: readonly HolderFigure[] }>
  /** Full exits at the net value that were refused; there should be none. */
  readonly refusedExits: readonly string[]
}

export const holders: readonly HolderId[] = ['a', 'b', 'c', 'd', 'unallocated']

/** Plays commands on the records of one account. */
export class HistoryPlayer {
  records: FundRecords
  today: MarketDay
  readonly refusedExits: string[] = []
  readonly closedPeriods: Array<{ until: MarketDay; figures: readonly HolderFigure[] }> = []
  private brokerCents: bigint
  private openProfitCents: bigint
  private readonly positions = new TradedPositions()
  private readonly waiting: WaitingChange[] = []
  private inTransit: { readonly moveId: string; readonly leftCents: Cents } | undefined
  private count = 0

  constructor(records: FundRecords) {
    this.records = records
    this.today = nextSession(records.opening.day)
    this.brokerCents = records.opening.valueCents
    this.openProfitCents = records.opening.openProfitCents
  }

  history(): History {
    return {
      records: this.records,
      today: this.today,
      closedPeriods: this.closedPeriods,
      refusedExits: this.refusedExits,
    }
  }

  play(command: Command): void {
    const change = this.changeFor(command)
    if (change) this.attempt(change)
    else if (command.operation === 'close') this.close(command)
    else if (command.operation === 'cash') this.moveCash(command)
    else if (command.operation === 'buy') this.positions.buy(command.who, command.size)
    else if (command.operation === 'sell') this.positions.sell(command.who, command.size)
    else if (command.operation === 'leave') this.leave(command)
    else if (command.operation === 'match') this.matchAll()
    else if (command.operation === 'correct-close') this.correctClose(command)
    else if (command.operation === 'close-period') this.closePeriod(command)
    else if (command.operation === 'move-account') this.moveAccount(command)
    else if (command.operation === 'arrive') this.arrive(command)
    else if (command.operation === 'cancel-move') this.cancelMove()
    else if (command.operation === 'end-month') this.endMonth(command)
    else if (command.operation === 'ask') this.ask(command)
    else if (command.operation === 'approve') this.approve()
  }

  private changeFor(command: Command): FundChange | undefined {
    const { operation, who, other, size } = command
    const holderId = holders[who] ?? 'a'
    const amountCents = BigInt(size + 1) as Cents
    switch (operation) {
      case 'pay-in':
        return { kind: 'add-entry', reason: '', entry: this.entry('contribution', holderId, this.today, amountCents) }
      case 'take-out':
        return { kind: 'add-entry', reason: '', entry: this.entry('retribution', holderId, this.today, amountCents) }
      case 'back-date': {
        const day = addSessions(this.today, -(1 + (other % 4)))
        return {
          kind: 'add-entry',
          reason: 'late',
          entry: this.entry(size % 3 === 0 ? 'retribution' : 'contribution', holderId, day, amountCents),
        }
      }
      case 'distribute': {
        const leavesIn = new Set(holders.filter((_, index) => ((size >> index) & 1) === 1))
        const lines = planDistribution(this.records, { day: this.today, amountCents, leavesIn })
        const paid = lines.filter((line) => !line.isLeftIn && line.partCents > 0n)
        const distributionId = this.id('d')
        const entries = paid.map((line) => ({
          ...this.entry('retribution', line.holderId, this.today, line.partCents),
          distributionId,
        }))
        return entries.length === 0 ? undefined : { kind: 'add-distribution', reason: '', entries }
      }
      case 'expense':
        return {
          kind: 'add-expense',
          expense: { id: this.id('x'), day: this.today, amountCents: (amountCents / 50n + 1n) as Cents },
        }
      case 'paid-expense': {
        const paid = this.entry('contribution', holderId, this.today, (amountCents / 50n + 1n) as Cents)
        const expense = { id: this.id('x'), day: this.today, amountCents: paid.amountCents }
        return {
          kind: 'add-paid-expense',
          reason: '',
          expense,
          entry: paid,
          match: { id: this.id('k'), movementIds: [], itemIds: [paid.id, expense.id] },
        }
      }
      case 'give':
        return {
          kind: 'add-transfer',
          transfer: {
            id: this.id('t'),
            day: this.today,
            fromHolderId: holderId,
            toHolderId: holders[other] ?? 'b',
            measure: { by: 'amount', amountCents },
          },
        }
      case 'give-units': {
        const units = ((replayFund(this.records).holdings.get(holderId) ?? 0n) / BigInt(1 + (size % 3))) as UnitSteps
        return {
          kind: 'add-transfer',
          transfer: {
            id: this.id('t'),
            day: this.today,
            fromHolderId: holderId,
            toHolderId: holders[other] ?? 'b',
            measure: { by: 'units', units },
          },
        }
      }
      case 'toggle': {
        const entry = this.records.entries[size % Math.max(1, this.records.entries.length)]
        if (!entry) return undefined
        const last = this.records.statusChanges.findLast((status) => status.entryId === entry.id)
        return {
          kind: 'set-entry-status',
          change: { entryId: entry.id, isActive: !(last?.isActive ?? entry.isActive), sequence: this.nextNumber() },
        }
      }
      case 'delete': {
        const all = [...this.records.entries, ...this.records.transfers, ...this.records.expenses]
        const record = all[size % Math.max(1, all.length)]
        return record && { kind: 'reverse', recordId: record.id }
      }
      case 'management-fee':
      case 'performance-fee':
        return { kind: 'set-fee-policy', policy: this.policy(command) }
      case 'charge':
        return this.charge(false)
      case 'waive':
        return this.charge(true)
      case 'reverse-charge': {
        const last = replayFund(this.records).current.charges.at(-1)
        return last && { kind: 'reverse-charge', endDay: last.endDay }
      }
      case 'unmatch': {
        const match = this.records.matches[size % Math.max(1, this.records.matches.length)]
        return match && { kind: 'reverse', recordId: match.id }
      }
      default:
        return undefined
    }
  }

  /** Makes a change like a user would; returns false if a rule forbids it. */
  attempt(change: FundChange): boolean {
    return this.judge(change).isAllowed
  }

  /** Makes a change if it is allowed, and returns what it was judged by. */
  judge(change: FundChange): FundJudgement {
    const judgement = judgeChange(this.records, change, this.today)
    if (judgement.isAllowed) this.records = judgement.records
    return judgement
  }

  /**
   * The holder takes out their net value. With dealing before the day, this must succeed whenever dealing is
   * possible.
   */
  private leave(command: Command): void {
    const replay = replayFund(this.records)
    const change = this.leavingOf(command, replay)
    if (!change) return
    const { holderId, amountCents } = change.entry
    const isAllowed = this.attempt(change)
    const after = replayFund(this.records)
    const isWaiting = isAllowed && after.pending.length > replay.pending.length
    const isDealtAtOnce = this.records.dealing === 'before-the-day' && replay.rate.numerator > 0n
    if (isDealtAtOnce && !isWaiting && !(isAllowed && !after.holdings.has(holderId)))
      this.refusedExits.push(`${holderId} with ${amountCents} on ${this.today}`)
  }

  private leavingOf({ who }: Command, replay: FundReplay) {
    const holderId = holders[who % 4] ?? 'a'
    const amountCents = netValues(replay, this.today).get(holderId)?.netCents ?? toCents(0n)
    if (amountCents <= 0n) return undefined
    const entry = this.entry('retribution', holderId, this.today, amountCents)
    return { kind: 'add-entry', reason: '', entry } as const
  }

  /** A fee with a rate that a fund would have, or without one; it begins tomorrow. */
  private policy({ operation, who, other, size, luck }: Command): FeePolicy {
    const isManagement = operation === 'management-fee'
    const highest = isManagement ? 100_000 : 500_000
    const ownRates =
      luck % 3 === 0 ? [{ holderId: holders[size % 4] ?? 'a', rateMillionths: luck % 2 === 0 ? 0n : 10_000n }] : []
    return {
      id: this.id('p'),
      kind: isManagement ? 'management' : 'performance',
      rateMillionths: luck < -80 ? 0n : BigInt(size % (highest + 1)),
      hurdleMillionths: isManagement || luck > 0 ? 0n : BigInt(size % 100_000),
      receiverId: holders[who] ?? 'a',
      period: other < 3 ? 'month' : 'quarter',
      ownRates,
      firstDay: addCalendarDays(this.today, 1),
    }
  }

  /** Makes or waives the charge that is due next. */
  private charge(isWaived: boolean): FundChange | undefined {
    const replay = replayFund(this.records)
    const [end] = openFeeEnds(replay)
    const charge = end && calculateCharge(replay, end, { id: this.id('f'), isWaived })
    return charge && { kind: 'charge-fees', charge: chargeOf(charge) }
  }

  /** A change waits for a second person; what would be refused now does not wait. */
  private ask(command: Command): void {
    const operation = askedOperations[(command.luck + 100) % askedOperations.length] ?? 'pay-in'
    const change =
      operation === 'leave'
        ? this.leavingOf(command, replayFund(this.records))
        : this.changeFor({ ...command, operation })
    if (change && judgeChange(this.records, change, this.today).isAllowed)
      this.waiting.push(waitUntilApproved(change, this.today))
  }

  /** What has waited longest is judged by the books as they are now, and dated by its approval. */
  private approve(): void {
    const next = this.waiting.shift()
    const change = next && approvedOn(next, this.records, this.today)
    if (change) this.attempt(change)
  }

  /** The sessions up to the end of the month pass without a close; the last one has one. */
  private endMonth(command: Command): void {
    const next = addCalendarDays(marketDay(`${this.today.slice(0, 7)}-28`), 4)
    const last = previousSession(marketDay(`${next.slice(0, 7)}-01`))
    if (last > this.today) this.today = last
    this.close(command)
  }

  private moveCash(command: Command): void {
    const wanted = command.luck % 4 !== 0 ? this.records.entries.at(-1 - (command.other % 3)) : undefined
    const sign = wanted ? (wanted.kind === 'contribution' ? 1n : -1n) : command.luck > -30 ? 1n : -1n
    this.bookMovement((sign * (wanted?.amountCents ?? BigInt(command.size + 1))) as Cents)
  }

  /** Cash arrives at the brokerage today, or leaves it. */
  bookMovement(amountCents: Cents): void {
    this.brokerCents += amountCents
    this.records = {
      ...this.records,
      movements: [...this.records.movements, { id: this.id('m'), day: this.today, amountCents }],
    }
  }

  private matchAll(): void {
    for (const { movementId, itemId } of proposeMatches(this.records)) {
      this.attempt({ kind: 'match', match: { id: this.id('k'), movementIds: [movementId], itemIds: [itemId] } })
    }
  }

  /**
   * Ends the day with a gain or loss of up to 10 percent of the broker value, occasionally a loss of nearly all of it.
   */
  close(command: Command): void {
    const base = this.brokerCents < 0n ? -this.brokerCents : this.brokerCents
    const isCrash = command.luck === -100 || command.size % 97 === 0
    const gain = (base * BigInt(isCrash ? -999 : command.luck)) / 1000n + BigInt(command.luck)
    this.brokerCents += gain
    this.openProfitCents += gain / BigInt(1 + command.other)
    this.positions.movePrices(command.luck, command.size)
    if (command.who > 1) this.matchAll()
    this.endDay(command.luck === 99 ? 'unreconciled' : 'official')
  }

  /** Closes the session at the account's current value; entries that cannot be dealt at it are refused. */
  endDay(quality: 'official' | 'unreconciled' = 'official'): void {
    const before = replayFund(this.records)
    this.addClose(quality, 0)
    const refused = refuseAtClose(before, this.records)
    this.records = {
      ...this.records,
      reversals: [
        ...this.records.reversals,
        ...refused.flatMap(({ reversedIds }) => reversedIds.map((recordId) => ({ recordId }))),
      ],
    }
    this.today = nextSession(this.today)
  }

  private addClose(quality: 'official' | 'unreconciled', revision: number): void {
    const brokerCents = this.brokerCents + this.positions.valueCents
    const close = {
      day: this.today,
      brokerValueCents: brokerCents as Cents,
      realValueCents: (brokerCents - this.openProfitCents - this.positions.openProfitCents) as Cents,
      quality,
      revision,
    }
    this.records = { ...this.records, closes: [...this.records.closes, close] }
  }

  private closePeriod(command: Command): void {
    const until = addSessions(this.today, -1 - command.other)
    if (this.attempt({ kind: 'close-period', until })) {
      this.closedPeriods.push({ until, figures: holderFigures(replayFund(this.records, until)) })
    }
  }

  /**
   * The fund moves after its last close. The new account holds the same already, or something else or nothing, and the
   * contents are in transit.
   */
  private moveAccount({ luck, size }: Command): void {
    const last = replayFund(this.records).valuations.at(-1)
    if (!last || last.day !== previousSession(this.today)) return
    const isThere = luck > 0
    const heldCents = isThere ? last.brokerValueCents : ((luck % 2 === 0 ? BigInt(size) : 0n) as Cents)
    const move = { id: this.id('v'), day: last.day, heldCents, ...(isThere ? { arrivedOn: last.day } : {}) }
    const isMoved = this.attempt({ kind: 'move-account', move, facts: { closes: [], movements: [] } })
    if (!isMoved || isThere) return
    this.inTransit = { moveId: move.id, leftCents: last.brokerValueCents }
    this.worthCents = heldCents
  }

  /** A part of the contents arrives, or the rest of it with a gain or a loss on the way, which completes the move. */
  private arrive({ luck, size }: Command): void {
    if (!this.inTransit) return
    const { moveId, leftCents } = this.inTransit
    const isRest = luck > 0
    const amountCents = isRest ? leftCents + BigInt(luck) : leftCents / BigInt(2 + (size % 3))
    this.bookMovement(amountCents as Cents)
    this.inTransit = { ...this.inTransit, leftCents: (leftCents - amountCents) as Cents }
    if (!isRest) return
    const arrivedOn = this.today
    this.endDay()
    if (this.attempt({ kind: 'complete-move', moveId, arrivedOn })) this.inTransit = undefined
  }

  /** The move is taken back; the old account still holds what it held. */
  private cancelMove(): void {
    if (!this.inTransit) return
    const { moveId } = this.inTransit
    const left = replayFund(this.records, this.records.moves.find(({ id }) => id === moveId)?.day).brokerValueCents
    if (!this.attempt({ kind: 'cancel-move', moveId, facts: { closes: [], movements: [] } })) return
    this.inTransit = undefined
    this.worthCents = left
  }

  /** Another account: its cash is whatever gives this value. */
  private set worthCents(cents: Cents) {
    this.brokerCents = cents - this.positions.valueCents
  }

  private correctClose(command: Command): void {
    const close = this.records.closes.at(-1 - (command.other % 2))
    if (!close || !isCloseOpen(this.records, close)) return
    const shift = (close.brokerValueCents * BigInt(command.luck)) / 90n + BigInt(command.luck)
    const corrected = {
      ...close,
      brokerValueCents: (close.brokerValueCents + shift) as Cents,
      realValueCents: (close.realValueCents + shift) as Cents,
      quality: 'rebuilt' as const,
      revision: this.nextNumber(),
    }
    this.records = { ...this.records, closes: [...this.records.closes, corrected] }
  }

  entry(kind: Entry['kind'], holderId: HolderId, day: MarketDay, amountCents: Cents): Entry {
    return { id: this.id('e'), kind, holderId, day, amountCents, isActive: true }
  }

  private id(prefix: string): string {
    return `${prefix}${String(this.nextNumber()).padStart(4, '0')}`
  }

  private nextNumber(): number {
    this.count += 1
    return this.count
  }
}
