// Units per holder during a replay. With fees, a charge takes units from a thousand holders at once: it counts in plain
// numbers, and the bigints that everything else reads follow when somebody asks for them.
import { toUnitSteps, type UnitSteps } from '../kind.ts'
import type { HolderId } from './record.ts'

/** Units by slot as plain numbers, with the slots of the holders concerned. */
export interface HeldSteps {
  readonly slots: Int32Array
  /** Whole, and exact while the fund has issued less than 2^53 steps. */
  readonly steps: Float64Array
  /** A one for each slot whose steps have changed. */
  readonly isAhead: Uint8Array
}

export class HeldUnits implements Iterable<readonly [HolderId, UnitSteps]> {
  private readonly units = new Map<HolderId, UnitSteps>()
  private readonly hasFees: boolean
  private readonly slotById = new Map<HolderId, number>()
  private readonly slotsByList = new Map<readonly HolderId[], Int32Array>()
  private steps = new Float64Array(16)
  private isAhead = new Uint8Array(16)
  private isAnyAhead = false
  /** The steps before the last charge. */
  private before = new Float64Array(16)

  /** A fund without fees keeps no steps. */
  constructor(hasFees: boolean) {
    this.hasFees = hasFees
  }

  get(holderId: HolderId): UnitSteps | undefined {
    if (this.isAnyAhead) this.follow(holderId, this.slotById.get(holderId) ?? 0)
    return this.units.get(holderId)
  }

  /** Sets the units of a holder; without units they are not a holder. */
  set(holderId: HolderId, units: bigint): void {
    if (units === 0n) this.units.delete(holderId)
    else this.units.set(holderId, toUnitSteps(units))
    if (!this.hasFees) return
    const slot = this.slotOf(holderId)
    this.steps[slot] = Number(units)
    this.isAhead[slot] = 0
  }

  /** All holders with units. */
  all(): ReadonlyMap<HolderId, UnitSteps> {
    if (this.isAnyAhead) for (const [holderId, slot] of this.slotById) this.follow(holderId, slot)
    this.isAnyAhead = false
    return this.units
  }

  [Symbol.iterator](): Iterator<readonly [HolderId, UnitSteps]> {
    return this.all()[Symbol.iterator]()
  }

  /** Returns the steps of a list of holders for a charge to change, or undefined when one has never held units. */
  stepsOf(holderIds: readonly HolderId[]): HeldSteps | undefined {
    const slots = this.slotsByList.get(holderIds) ?? this.findSlots(holderIds)
    if (!slots) return undefined
    this.slotsByList.set(holderIds, slots)
    this.isAnyAhead = true
    this.before.set(this.steps)
    return { slots, steps: this.steps, isAhead: this.isAhead }
  }

  /** Puts back what a charge has taken since it got its steps. */
  putBack(): void {
    this.steps.set(this.before)
  }

  private follow(holderId: HolderId, slot: number): void {
    if (this.isAhead[slot] !== 1) return
    this.isAhead[slot] = 0
    this.units.set(holderId, toUnitSteps(BigInt(this.steps[slot] ?? 0)))
  }

  private findSlots(holderIds: readonly HolderId[]): Int32Array | undefined {
    const slots = holderIds.map((holderId) => this.slotById.get(holderId) ?? -1)
    return slots.includes(-1) ? undefined : Int32Array.from(slots)
  }

  private slotOf(holderId: HolderId): number {
    const known = this.slotById.get(holderId)
    if (known !== undefined) return known
    // The first slot is nobody's.
    const slot = this.slotById.size + 1
    this.slotById.set(holderId, slot)
    if (slot >= this.steps.length) this.grow()
    return slot
  }

  private grow(): void {
    const { steps, isAhead } = this
    this.steps = new Float64Array(2 * steps.length)
    this.steps.set(steps)
    this.before = new Float64Array(2 * steps.length)
    this.isAhead = new Uint8Array(2 * steps.length)
    this.isAhead.set(isAhead)
  }
}
