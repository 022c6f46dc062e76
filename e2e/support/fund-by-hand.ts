// A fund computed as one would on paper: whole cents, units in steps of 1e-8, school arithmetic. It shares no code with
// the product, so that a journey can compare the screen with it.

type Holder = string

export interface HandRow {
  readonly amount: bigint
  readonly percent: string
  readonly profit: bigint
  readonly value: bigint
  readonly real: bigint
  readonly floating: bigint
}

/** Rounds half to even; both numbers are positive. */
function divided(top: bigint, bottom: bigint): bigint {
  const [whole, rest] = [top / bottom, top % bottom]
  if (rest * 2n === bottom) return whole % 2n === 0n ? whole : whole + 1n
  return rest * 2n > bottom ? whole + 1n : whole
}

export class FundByHand {
  readonly units = new Map<Holder, bigint>()
  readonly amounts = new Map<Holder, bigint>()
  outside = 0n
  private broker: bigint
  private openProfit: bigint
  private readonly profitAtOpening: bigint
  /** Fund value and units of the last close: the price of everything dealt until the next one. */
  private price: readonly [value: bigint, units: bigint]

  /** Opens the account with this value at 10.00 a unit, all of it unallocated. */
  constructor(value: bigint, openProfit: bigint) {
    this.broker = value
    this.openProfit = openProfit
    this.profitAtOpening = openProfit
    this.units.set('Unallocated', value * 100_000n)
    this.amounts.set('Unallocated', value)
    this.price = [1000n, 100_000_000n]
  }

  get value(): bigint {
    return this.broker + this.outside
  }

  get issued(): bigint {
    return [...this.units.values()].reduce((sum, one) => sum + one, 0n)
  }

  private add(holder: Holder, units: bigint, amount: bigint): void {
    this.units.set(holder, (this.units.get(holder) ?? 0n) + units)
    this.amounts.set(holder, (this.amounts.get(holder) ?? 0n) + amount)
  }

  private unitsFor(amount: bigint): bigint {
    return divided(amount * this.price[1], this.price[0])
  }

  /** Transfers units and amount from one holder to another; no cash moves. */
  hand(from: Holder, to: Holder, amount: bigint): void {
    const units = this.unitsFor(amount)
    this.add(from, -units, -amount)
    this.add(to, units, amount)
  }

  payIn(holder: Holder, amount: bigint): void {
    this.add(holder, this.unitsFor(amount), amount)
    this.outside += amount
  }

  /** The holder withdraws the value on their screen, and no unit is left. */
  leave(holder: Holder): bigint {
    const { value } = this.rowOf(holder)
    this.add(holder, -(this.units.get(holder) ?? 0n), -value)
    this.outside -= value
    return value
  }

  /** Ends a session: the broker's figures, and the movements and expenses that the close contains. */
  close({
    broker,
    openProfit,
    movements = 0n,
    expenses = 0n,
  }: {
    readonly broker: bigint
    readonly openProfit: bigint
    readonly movements?: bigint
    readonly expenses?: bigint
  }): void {
    this.broker = broker
    this.openProfit = openProfit
    this.outside -= movements + expenses
    this.price = [this.value, this.issued]
  }

  /** Everybody's part of a total: rounded down, then a cent each to the largest remainders. */
  private parts(total: bigint): Map<Holder, bigint> {
    const all = this.issued
    const cut = [...this.units].map(([holder, units]) => ({
      holder,
      whole: (total * units) / all,
      rest: (total * units) % all,
    }))
    let left = total - cut.reduce((sum, one) => sum + one.whole, 0n)
    const shares = new Map(cut.map(({ holder, whole }) => [holder, whole]))
    for (const { holder } of cut.toSorted((a, b) => (a.rest < b.rest ? 1 : -1))) {
      if (left <= 0n) break
      shares.set(holder, shares.get(holder)! + 1n)
      left -= 1n
    }
    return shares
  }

  rowOf(holder: Holder): HandRow {
    const value = this.parts(this.value).get(holder) ?? 0n
    const amount = this.amounts.get(holder) ?? 0n
    const hundredths = (this.parts(10_000n).get(holder) ?? 0n).toString().padStart(3, '0')
    const real = (this.parts(this.value - (this.openProfit - this.profitAtOpening)).get(holder) ?? 0n) - amount
    return {
      value,
      amount,
      percent: `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}%`,
      profit: value - amount,
      real,
      floating: value - amount - real,
    }
  }

  /** The part of a cost that a holder bears by their current units. */
  partOf(cost: bigint, holder: Holder): bigint {
    return divided(cost * (this.units.get(holder) ?? 0n), this.issued)
  }

  /** Dollars per unit of the last close, with that many decimals. */
  unitValue(decimals: number): string {
    const scale = 10n ** BigInt(decimals)
    const digits = divided(this.price[0] * 100_000_000n * scale, this.price[1] * 100n)
      .toString()
      .padStart(decimals + 1, '0')
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  }
}

/** `$1,234.50` <-> 123450 cents, with the sign in front. */
export const readMoney = (text: string): bigint => BigInt(text.replaceAll(/[$,.+\s]/g, ''))

export function money(cents: bigint, plus = ''): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0n ? '-' : cents > 0n ? plus : ''}$${whole}.${digits.slice(-2)}`
}
