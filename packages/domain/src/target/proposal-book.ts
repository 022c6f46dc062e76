// The account while a proposal of orders is made, and the steps that bring it closer to its plan.
// Source: docs/rules/target-allocation.md, "Proposal"; docs/decisions/0101-proposals-are-questions.md.
import { codeKey } from '../market/instrument-key.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { greater, lesser } from '../money/lesser.ts'
import {
  cashLeafKey,
  isWithinBand,
  memberTargets,
  placeInstruments,
  type TargetLeafPlace,
  targetDenominator,
  targetLeaves,
} from './allocation.ts'
import type {
  Omission,
  OmissionKind,
  PlannedTrade,
  ProposalAccount,
  ProposalHolding,
  ProposalTerms,
} from './proposal.ts'
import { type TargetTree, unclassifiedKey } from './target-plan.ts'

/** Returns an amount without its sign. */
export const distanceOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const compareAmounts = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

interface Instrument extends ProposalHolding {
  readonly leafKey: string
  /** Positive for a long share position with a price, or none held. */
  readonly isTraded: boolean
  readonly isKept: boolean
}

interface LeafLook {
  readonly place: TargetLeafPlace
  readonly value: bigint
  readonly target: bigint
  readonly isWithin: boolean
}

interface BookLook {
  readonly value: bigint
  readonly leaves: readonly LeafLook[]
  readonly cashLeaf: LeafLook
  /** Cash that a purchase can spend; below zero what sales have to bring first. */
  readonly free: bigint
}

interface Step {
  readonly index: number
  readonly quantity: bigint
}

/** The state of the account while a proposal is made, and the steps that change it. */
export class ProposalBook {
  smallestOrder: bigint
  private readonly places: readonly TargetLeafPlace[]
  private readonly cashKey: string
  private readonly instruments: readonly Instrument[]
  private readonly quantities: bigint[]
  private readonly traded: bigint[]
  private readonly lot: bigint
  private cashNow: bigint
  private availableNow: bigint
  /** Instruments that have an order in this round, which costs no further fee. */
  private started = new Set<number>()
  private readonly plan: TargetTree
  private readonly terms: ProposalTerms

  constructor(plan: TargetTree, account: ProposalAccount, terms: ProposalTerms) {
    this.plan = plan
    this.terms = terms
    this.places = targetLeaves(plan)
    this.cashKey = cashLeafKey(plan)
    const place = placeInstruments(plan)
    const kept = new Set(terms.neverSold.map(codeKey))
    this.instruments = account.instruments
      .toSorted((one, other) => compareIds(one.code, other.code))
      .map((one) => ({
        ...one,
        leafKey: place(one),
        isTraded: !one.isOption && one.quantity >= 0n && one.price !== null && one.price > 0n,
        isKept: kept.has(codeKey(one.code)),
      }))
    this.quantities = this.instruments.map(({ quantity }) => quantity)
    this.traded = this.instruments.map(() => 0n)
    this.lot = 10n ** BigInt(6 - terms.quantityDecimals)
    this.cashNow = account.cash
    this.availableNow = account.available + (terms.mode === 'REBALANCE' ? account.awaited : 0n)
    this.smallestOrder = this.smallestWorth()
  }

  /** Twice what all orders could cost at the value of the account now, or what the terms ask for. */
  private smallestWorth(): bigint {
    const { feePerOrder, smallestOrder } = this.terms
    const count = BigInt(this.instruments.filter(({ isTraded }) => isTraded).length)
    return greater(smallestOrder, 2n * (feePerOrder * count + this.mostSpread()))
  }

  cash(): bigint {
    return this.cashNow
  }

  look(): BookLook {
    const values = new Map<string, bigint>(this.places.map(({ key }) => [key, 0n]))
    const add = (key: string, amount: bigint): void => void values.set(key, values.get(key)! + amount)
    add(this.cashKey, this.cashNow)
    for (const index of this.instruments.keys()) add(this.instruments[index]!.leafKey, this.valueOf(index))
    const value = [...values.values()].reduce((sum, one) => sum + one, 0n)
    const leaves = this.places.map((place): LeafLook => {
      const own = values.get(place.key)!
      const target = value > 0n ? (value * place.weight) / targetDenominator : 0n
      const isWithin = isWithinBand({ accountValue: value, value: own, target }, this.plan.band)
      return { place, value: own, target, isWithin }
    })
    const cashLeaf = leaves.find(({ place }) => place.key === this.cashKey)!
    const free = lesser(this.cashNow, cashLeaf.value - cashLeaf.target)
    return { value, leaves, cashLeaf, free: lesser(free, this.availableNow) }
  }

  /** What all of the account could cost beyond its value, if it were bought where that costs most. */
  private mostSpread(): bigint {
    const { value } = this.look()
    return this.instruments.reduce((most, { isTraded, price, cost }) => {
      if (!isTraded || price === null || cost === null || value <= 0n) return most
      const spread = (value * (cost - price)) / price + 1n
      return cost > price && spread > most ? spread : most
    }, 0n)
  }

  private costOf(index: number): bigint {
    const { cost, price } = this.instruments[index]!
    return cost !== null && cost > price! ? cost : price!
  }

  private valueOf(index: number): bigint {
    const { isOption, price, value, quantity } = this.instruments[index]!
    if (isOption || price === null) return value
    return (quantity + this.traded[index]!) * price
  }

  private priceOf(index: number): bigint {
    return this.instruments[index]!.price!
  }

  /** Takes steps until there is none. Returns whether there was one. */
  run(): boolean {
    let hasMoved = false
    while (this.takeStep()) hasMoved = true
    return hasMoved
  }

  /**
   * Forgets which orders there are, as a new proposal would. Its smallest order follows from the value that the costs
   * of this round have left.
   */
  settle(): void {
    this.started = new Set()
    this.smallestOrder = this.smallestWorth()
  }

  private takeStep(): boolean {
    const look = this.look()
    if (look.value <= 0n) return false
    const short = look.leaves
      .filter(({ target, value, place }) => target > value && place.key !== unclassifiedKey)
      .toSorted((one, other) => compareAmounts(other.target - other.value, one.target - one.value))
    const cashShort = look.cashLeaf.target > look.cashLeaf.value
    const buyers = cashShort && look.cashLeaf.place.key === unclassifiedKey ? [...short, look.cashLeaf] : short
    return buyers.some((buyer) =>
      buyer.place.key === this.cashKey ? this.raiseCash(look, buyer) : this.serve(look, buyer),
    )
  }

  /** Sells for cash that is short, up to its target. */
  private raiseCash(look: BookLook, buyer: LeafLook): boolean {
    if (this.terms.mode !== 'REBALANCE') return false
    const sales = this.salesFor(look, buyer, { amount: buyer.target - buyer.value, isAtMost: true })
    this.apply([], sales.steps)
    return sales.steps.length > 0
  }

  private serve(look: BookLook, buyer: LeafLook): boolean {
    const { mode } = this.terms
    // What is owed is paid first; a sale that paid for it and for a purchase would leave too much cash.
    if (this.availableNow < 0n) return false
    const isCashFree = mode === 'NEW_CASH' || !buyer.isWithin || (mode === 'REBALANCE' && !look.cashLeaf.isWithin)
    const own = look.free
    let funds = own + (mode === 'REBALANCE' ? this.salesFor(look, buyer, { amount: null, isAtMost: false }).net : 0n)
    for (;;) {
      const purchases = this.purchasesOf(buyer, funds)
      if (purchases.steps.length === 0) return false
      if (purchases.cost <= own) {
        // Cash and the buyer are within their bands, and nobody else is needed.
        if (!isCashFree) return false
        this.apply(purchases.steps, [])
        return true
      }
      const sales = this.salesFor(look, buyer, { amount: purchases.cost - own, isAtMost: false })
      if (own + sales.net >= purchases.cost) {
        this.apply(purchases.steps, sales.steps)
        return true
      }
      // Less than the cost, so that this ends.
      funds = own + sales.net
    }
  }

  /** Returns the purchases of a leaf within its shortfall and the funds, largest shortfall first. */
  private purchasesOf(leaf: LeafLook, funds: bigint): { readonly steps: readonly Step[]; readonly cost: bigint } {
    const gaps = this.memberGaps(leaf)
      .filter(({ gap, index }) => gap > 0n && this.traded[index]! >= 0n)
      .toSorted((one, other) => compareAmounts(other.gap, one.gap))
    let left = leaf.target - leaf.value
    let cost = 0n
    const steps: Step[] = []
    for (const { index, gap } of gaps) {
      const price = this.priceOf(index)
      const fee = this.feeOf(index)
      const own = this.costOf(index)
      const quantity = lesser(this.wholeLots(lesser(gap, left), price), this.wholeLots(funds - cost - fee, own))
      if (quantity <= 0n || !this.isWorthIt(index, quantity * price)) continue
      steps.push({ index, quantity })
      cost += quantity * own + fee
      left -= quantity * price
    }
    return { steps, cost }
  }

  /**
   * Returns sales from the leaves with the largest surplus that a buyer may be paid from. `amount` is what they are to
   * bring after fees, null for as much as possible; with `isAtMost` it is what they bring at most before fees.
   */
  private salesFor(
    look: BookLook,
    buyer: LeafLook,
    { amount, isAtMost }: { readonly amount: bigint | null; readonly isAtMost: boolean },
  ): { readonly steps: readonly Step[]; readonly net: bigint } {
    const sellers = look.leaves
      .filter(
        ({ value, target, isWithin, place }) =>
          value > target && place.key !== unclassifiedKey && (!buyer.isWithin || !isWithin),
      )
      .toSorted((one, other) => compareAmounts(other.value - other.target, one.value - one.target))
    const steps: Step[] = []
    let net = 0n
    let gross = 0n
    for (const seller of sellers) {
      let left = seller.value - seller.target
      const surpluses = this.memberGaps(seller)
        .filter(({ gap, index }) => gap < 0n && this.traded[index]! <= 0n)
        .toSorted((one, other) => compareAmounts(one.gap, other.gap))
      for (const { index, gap } of surpluses) {
        if (amount !== null && net >= amount) return { steps, net }
        const price = this.priceOf(index)
        const fee = this.feeOf(index)
        const most = lesser(this.wholeLots(lesser(-gap, left), price), this.sellable(index))
        const quantity =
          amount === null
            ? most
            : lesser(most, this.lotsFor(isAtMost ? amount - gross : amount - net + fee, price, isAtMost))
        if (quantity <= 0n || !this.isWorthIt(index, quantity * price) || quantity * price <= fee) continue
        steps.push({ index, quantity })
        gross += quantity * price
        net += quantity * price - fee
        left -= quantity * price
      }
    }
    return { steps, net }
  }

  /** What each member is away from its own target within the leaf; above zero for a shortfall. */
  private memberGaps({ place, value, target }: LeafLook): { readonly index: number; readonly gap: bigint }[] {
    const members = [...this.instruments.keys()].filter(
      (index) => this.instruments[index]!.leafKey === place.key && this.instruments[index]!.isTraded,
    )
    const worth = members.map((index) => ({ code: this.instruments[index]!.code, value: this.valueOf(index) }))
    const others = value - worth.reduce((sum, one) => sum + one.value, 0n)
    const targets = memberTargets(place, worth, target - others)
    return members.map((index, at) => ({ index, gap: targets[at]! - worth[at]!.value }))
  }

  private wholeLots(amount: bigint, price: bigint): bigint {
    return amount <= 0n ? 0n : (amount / (price * this.lot)) * this.lot
  }

  private lotsFor(amount: bigint, price: bigint, isAtMost: boolean): bigint {
    const whole = this.wholeLots(amount, price)
    return isAtMost || whole * price >= amount ? whole : whole + this.lot
  }

  private sellable(index: number): bigint {
    const { isKept, sellable, leafKey } = this.instruments[index]!
    if (isKept || leafKey === unclassifiedKey) return 0n
    const left = lesser(sellable, this.quantities[index]!) + this.traded[index]!
    return left <= 0n ? 0n : (left / this.lot) * this.lot
  }

  private feeOf(index: number): bigint {
    return this.traded[index] === 0n ? this.terms.feePerOrder : 0n
  }

  private isWorthIt(index: number, value: bigint): boolean {
    return this.started.has(index) || value >= this.smallestOrder
  }

  private apply(purchases: readonly Step[], sales: readonly Step[]): void {
    for (const [steps, sign] of [
      [sales, -1n],
      [purchases, 1n],
    ] as const)
      for (const { index, quantity } of steps) {
        const price = sign > 0n ? this.costOf(index) : this.priceOf(index)
        const change = -sign * quantity * price - this.feeOf(index)
        this.cashNow += change
        this.availableNow += change
        this.traded[index] = this.traded[index]! + sign * quantity
        this.started.add(index)
      }
  }

  trades(distances: ReadonlyMap<string, bigint>): Omit<PlannedTrade, 'waitsForSales'>[] {
    const all = [...this.instruments.keys()].flatMap((index) => {
      const traded = this.traded[index]!
      if (traded === 0n) return []
      const { code, leafKey, free } = this.instruments[index]!
      const price = this.priceOf(index)
      return {
        code,
        side: traded > 0n ? ('BUY' as const) : ('SELL' as const),
        quantity: distanceOf(traded),
        price,
        value: distanceOf(traded) * price,
        spread: traded > 0n ? traded * (this.costOf(index) - price) : 0n,
        fee: this.terms.feePerOrder,
        leafKey,
        distance: distances.get(leafKey)!,
        closesPart: -traded > free,
      }
    })
    const rank = (trade: (typeof all)[number]): number => (trade.side === 'SELL' ? 0 : 1)
    return all.toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        compareAmounts(other.distance, one.distance) ||
        compareAmounts(other.value, one.value) ||
        compareIds(one.code, other.code),
    )
  }

  /** Why instruments and leaves that are away from their targets have no order. */
  omissions(end: BookLook): Omission[] {
    const found: Omission[] = []
    const leaf = new Map(end.leaves.map((one) => [one.place.key, one]))
    for (const [index, one] of this.instruments.entries()) {
      const { value, target } = leaf.get(one.leafKey)!
      const add = (kind: OmissionKind): void => void found.push({ kind, code: one.code, leafKey: one.leafKey })
      const isSold = this.terms.mode === 'REBALANCE' && value > target && one.quantity > 0n
      if (one.isOption || one.quantity < 0n) add('NOT_TRADED')
      else if (one.leafKey === unclassifiedKey) add('UNCLASSIFIED')
      else if (one.price === null || one.price <= 0n) add('NO_PRICE')
      else if (isSold && one.isKept) add('KEPT')
      else if (isSold && one.sellable < one.quantity && this.sellable(index) === 0n) add('CLAIMED')
    }
    for (const { place, value, target, isWithin } of end.leaves) {
      if (target <= value || place.key === this.cashKey || place.key === unclassifiedKey || isWithin) continue
      const gaps = this.memberGaps({ place, value, target, isWithin }).filter(({ gap }) => gap > 0n)
      const kind =
        gaps.length === 0
          ? 'NOTHING_TO_BUY'
          : gaps.every(({ index, gap }) => this.isTooSmall(index, gap))
            ? 'TOO_SMALL'
            : 'NO_CASH'
      found.push({ kind, code: null, leafKey: place.key })
    }
    return found
  }

  private isTooSmall(index: number, gap: bigint): boolean {
    const price = this.priceOf(index)
    const quantity = this.wholeLots(gap, price)
    return quantity <= 0n || (this.traded[index] === 0n && quantity * price < this.smallestOrder)
  }
}
