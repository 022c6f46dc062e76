// Positions that a random history trades: bought and sold at moving prices with a commission, long and short, at average cost. What
// they add to an account is cash spent and received plus their market value, so a trade itself changes the value by its fee alone.

interface Position {
  /** Negative when short. */
  quantity: bigint
  /** What the quantity cost on average; negative when short. */
  costCents: bigint
  priceCents: bigint
}

const feeCents = 65n

export class TradedPositions {
  private cashCents = 0n
  private readonly positions: readonly Position[] = [1_017n, 25_033n, 399n].map((priceCents) => ({ quantity: 0n, costCents: 0n, priceCents }))

  /** Cash of all trades so far and the market value of what is held. */
  get valueCents(): bigint {
    return this.positions.reduce((sum, one) => sum + one.quantity * one.priceCents, this.cashCents)
  }

  /** Market value less average cost. */
  get openProfitCents(): bigint {
    return this.positions.reduce((sum, one) => sum + one.quantity * one.priceCents - one.costCents, 0n)
  }

  buy(which: number, size: number): void {
    this.trade(which, BigInt(1 + (size % 50)))
  }

  sell(which: number, size: number): void {
    this.trade(which, -BigInt(1 + (size % 50)))
  }

  /** Every price goes its own way by up to a tenth, and stays above nothing. */
  movePrices(luck: number, size: number): void {
    for (const [index, one] of this.positions.entries()) {
      const perMille = BigInt(((luck * (index + 1) + size) % 201) - 100)
      one.priceCents += (one.priceCents * perMille) / 1000n
      if (one.priceCents < 1n) one.priceCents = 1n
    }
  }

  /** What goes against the position closes it at average cost first; the rest opens. */
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
