// A year of fees as one would work it out on paper: 2 % a year of the value and 20 % of the gain, day by day, in plain
// numbers, one step a line. It shares no code with the product, so that a journey can compare the screens with it.
// Source: docs/rules/fund-fees.md, "A worked year".

const dayMs = 86_400_000
const dayAfter = (day: string, days = 1): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** What the broker says of the account at the close of a session. */
export interface Session {
  readonly value: number
  readonly openProfit: number
}

export interface HandHolder {
  units: number
  /** Management fee of the units held, not charged yet. */
  accrued: number
  /** Parts of a cent that leaving has left over. */
  owedManagement: number
  owedPerformance: number
  /** The unit value above which the performance fee counts. */
  mark: number
  /** The part of the units that fees have left. */
  kept: number
}

/** A line of a statement; the amount is positive when units are gained. */
export interface HandLine {
  readonly day: string
  readonly what: string
  readonly amount: number
  readonly units: number
  readonly unitValue: number
}

export interface HandFees {
  readonly management: number
  readonly performance: number
}

const newHolder = (units: number): HandHolder => ({
  units,
  accrued: 0,
  owedManagement: 0,
  owedPerformance: 0,
  mark: 10,
  kept: 1,
})

const toUnits = (amount: number, unitValue: number): number => Math.round((amount / unitValue) * 1e8) / 1e8
const toCentsDown = (amount: number): number => Math.floor(amount * 100 + 1e-6) / 100
const toNearestCent = (amount: number): number => Math.round(amount * 100) / 100

/** Ann and Ben pay, Olga receives. */
export class FeesByHand {
  readonly ann: HandHolder
  readonly ben: HandHolder
  readonly olga = newHolder(0)
  /** What the statement of Ann lists. */
  readonly lines: HandLine[] = []
  unitValue = 10
  /** The last day that the management fee contains. */
  private through: string
  private readonly firstFeeDay: string

  /** The whole opening value belongs to Ann and Ben, at 10.00 a unit; the fees begin on the day after it. */
  constructor(openingDay: string, { ann, ben }: Readonly<Record<'ann' | 'ben', number>>) {
    this.ann = newHolder(ann / 10)
    this.ben = newHolder(ben / 10)
    this.through = dayAfter(openingDay, -1)
    this.firstFeeDay = dayAfter(openingDay)
    this.note(openingDay, 'Funded from the opening', ann, ann / 10)
  }

  private get payers(): readonly HandHolder[] {
    return [this.ann, this.ben]
  }

  private get issued(): number {
    return this.ann.units + this.ben.units + this.olga.units
  }

  /** Values the fund at each close up to a day, and counts the fee of each day: units x unit value x 2 % / 365. */
  holdThrough(day: string, sessions: ReadonlyMap<string, Session>): void {
    while (this.through < day) {
      this.through = dayAfter(this.through)
      // The performance fee begins above what has been gained by then.
      if (this.through === this.firstFeeDay)
        for (const holder of this.payers) holder.mark = Math.max(holder.mark, this.unitValue)
      const session = sessions.get(this.through)
      if (session) this.unitValue = session.value / this.issued
      if (this.through < this.firstFeeDay) continue
      for (const holder of this.payers) holder.accrued += (holder.units * this.unitValue * 0.02) / 365
    }
  }

  /** Pays an amount to Ann and Ben by units, and returns their parts; Olga leaves hers in. */
  distribute(day: string, amount: number): readonly [ann: number, ben: number] {
    const [ann, ben] = this.split(amount)
    this.takeOut(day, this.ann, ann)
    this.takeOut(day, this.ben, ben)
    return [ann, ben]
  }

  /** Pays an amount out of a holder's units, with the fees of the units that go. */
  takeOut(day: string, holder: HandHolder, amount: number): void {
    const value = holder.units * this.unitValue
    // The performance fee counts on the units that the management fee leaves.
    const gainFee = 0.2 * this.gainOf(holder, holder.units) * (1 - holder.accrued / value)
    const feePerDollar = (holder.accrued + gainFee) / value
    const owed = holder.owedManagement + holder.owedPerformance
    // What goes is worth (amount + what is owed) / (1 - fees of a dollar); whole cents are paid, rounded down.
    const fee = toCentsDown((amount + owed) / (1 - feePerDollar) - amount)
    const going = (amount + fee) / value
    const managementDue = holder.owedManagement + holder.accrued * going
    const performanceDue = holder.owedPerformance + gainFee * going
    const management = Math.min(fee, toCentsDown(managementDue))
    const performance = toNearestCent(fee - management)
    this.payFees(day, holder, { management, performance })
    holder.accrued -= holder.accrued * going
    holder.owedManagement = managementDue - management
    holder.owedPerformance = performanceDue - performance
    const units = toUnits(amount, this.unitValue)
    holder.units -= units
    if (holder === this.ann) this.note(day, 'Retribution', -amount, -units)
  }

  /** Charges Ann and Ben on the day after a period end, and returns their fees. */
  charge(day: string, withPerformance: boolean): readonly HandFees[] {
    return this.payers.map((holder) => {
      const due = this.dueOf(holder)
      const fees = withPerformance ? due : { ...due, performance: 0 }
      holder.accrued = 0
      holder.owedManagement = 0
      if (fees.performance > 0) {
        holder.owedPerformance = 0
        holder.mark = Math.max(holder.mark, this.unitValue)
      }
      this.payFees(day, holder, fees)
      return fees
    })
  }

  /** What the end of a year would charge: the management fee, then 20 % of the gain of the units that it leaves. */
  dueOf(holder: HandHolder): HandFees {
    const management = toNearestCent(holder.accrued + holder.owedManagement)
    const gain = this.gainOf(holder, holder.units - toUnits(management, this.unitValue))
    return { management, performance: toNearestCent(0.2 * gain + holder.owedPerformance) }
  }

  /** Splits by units into whole cents; the cents that are left go to the largest remainders. */
  split(amount: number): readonly [ann: number, ben: number, olga: number] {
    const exact = [this.ann, this.ben, this.olga].map(({ units }) => (amount * 100 * units) / this.issued)
    const parts = exact.map(Math.floor)
    const left = Math.round(amount * 100) - parts.reduce((sum, part) => sum + part, 0)
    const order = exact.map((one, index) => ({ rest: one % 1, index })).sort((a, b) => b.rest - a.rest)
    for (const { index } of order.slice(0, left)) parts[index]! += 1
    const [ann = 0, ben = 0, olga = 0] = parts.map((part) => part / 100)
    return [ann, ben, olga]
  }

  private gainOf({ mark }: HandHolder, units: number): number {
    return units * Math.max(0, this.unitValue - mark)
  }

  private payFees(day: string, holder: HandHolder, { management, performance }: HandFees): void {
    const before = holder.units
    for (const [what, fee] of [
      ['Management fee', management],
      ['Performance fee', performance],
    ] as const) {
      const units = toUnits(fee, this.unitValue)
      holder.units -= units
      this.olga.units += units
      if (holder === this.ann && fee > 0) this.note(day, what, -fee, -units)
    }
    holder.kept *= holder.units / before
  }

  private note(day: string, what: string, amount: number, units: number): void {
    this.lines.push({ day, what, amount, units, unitValue: this.unitValue })
  }
}

/** Money paid in on a day, or taken out below zero. */
export type HandFlow = readonly [day: string, amount: number]

/** The yearly rate at which what was paid in grows to what was taken out and is left, found by halving. */
export function rateByHalving(flows: readonly HandFlow[], value: number, lastDay: string): number {
  const yearsFrom = (day: string): number => (Date.parse(lastDay) - Date.parse(day)) / dayMs / 365
  const grownAt = (rate: number): number =>
    flows.reduce((sum, [day, amount]) => sum + amount * (1 + rate) ** yearsFrom(day), 0)
  let [low, high] = [-0.9, 5]
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (grownAt(middle) > value) high = middle
    else low = middle
  }
  return low
}

/** What the same payments are worth in a share that each has bought, or sold, at the close of its day. */
export function sameCashIn(closes: ReadonlyMap<string, number>, flows: readonly HandFlow[], lastDay: string): number {
  const closeOn = (day: string): number => {
    const close = closes.get(day)
    if (close === undefined) throw new Error(`There is no close of ${day}.`)
    return close
  }
  const shares = flows.reduce((sum, [day, amount]) => sum + amount / closeOn(day), 0)
  return toNearestCent(shares * closeOn(lastDay))
}
