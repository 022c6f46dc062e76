// Moves a steered clock by messages from the parent process: tests and screenshots only. In production the clock is not
// steered and no message is read.
import type { ManualClock } from '../kernel/clock.ts'
import { tellParent } from './tell-parent.ts'

export interface ClockMove {
  /** Waits for work that must not see the new time before everything else has it. */
  before(): Promise<void>
  /** Runs what became due. */
  after(nowMs: number): Promise<void>
}

/** For a process without jobs. */
export const nothingDue: ClockMove = { before: () => Promise.resolve(), after: () => Promise.resolve() }

/** Calls `before` and `after` around each move and replies `clock-moved` when both are done. */
export function steerClockByMessages(clock: ManualClock, { before, after }: ClockMove): void {
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'move-clock') return
    if (!('nowMs' in message) || typeof message.nowMs !== 'number') return
    const { nowMs } = message
    const move = async () => {
      await before()
      clock.set(nowMs)
      await after(nowMs)
    }
    void move().then(() => tellParent({ type: 'clock-moved' }))
  })
}
