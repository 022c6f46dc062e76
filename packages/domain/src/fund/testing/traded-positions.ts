// Positions traded by a random history: bought and sold at moving prices with a commission, long and short, at average
// cost. They add cash spent and received plus market value to an account, so a trade itself changes the value only by
// its fee.

interface Position {
  /** Negative when short. */
  quantity: bigint
  /** Total cost of the quantity at average cost; negative when short. */
  costCents: bigint
  priceCents: bigint
}

const feeCents = 65n

export class TradedPositions {
  private cashCents = 0n
  private readonly positions: readonly Position[] = [1_017n, 25_033n, 399n].map((priceCents) => ({
    quantity: 0n,
    costCents: 0n,
    priceCents,
  }))

  /** Cash of all trades so far plus the market value of the positions. */
  get valueCents(): bigint {
    return this.positions.reduce((sum, one) => sum + one.quantity * one.priceCents, this.cashCents)
  }

  /** Market value minus average cost. */
  get openProfitCents(): bigint {
    return this.positions.reduce((sum, one) => sum + one.quantity * one.priceCents - one.costCents, 0n)
  }

  buy(which: number, size: number): void {
    this.trade(which, BigInt(1 + (size % 50)))
  }

  sell(which: number, size: number): void {
    this.trade(which, -BigInt(1 + (size % 50)))
  }

  /** Moves every price independently by up to a tenth, keeping it at one cent or more. */
  movePrices(luck: number, size: number): void {
    for (const [index, one] of this.positions.entries()) {
      const perMille = BigInt(((luck * (index + 1) + size) % 201) - 100)
      one.priceCents += (one.priceCents * perMille) / 1000n
      if (one.priceCents < 1n) one.priceCents = 1n
    }
  }

  /** The part of a trade against the position closes it at average cost first; the rest opens a new one. */
  private trade(which: number, quantity: bigint): void {
    const one = this.positions[which % this.positions.length]!
    const isAgainst = one.quantity !== 0n && one.quantity > 0n !== quantity > 0n
    const held = one.quantity < 0n ? -one.quantity : one.quantity
    const wanted = quantity < 0n ? -quantity : quantity
    const closing = isAgainst ? (wanted < held ? wanted : held) : 0n
    if (closing > 0n) one.costCents -= (one.costCents * closing) / held
    one.costCents += (quantity > 0n ? wanted - closing : closing - wanted) * one.priceCents
    one.quantity += quantity
    this.cashCents -= quantity * one.priceCents + feeCents
  }
}
