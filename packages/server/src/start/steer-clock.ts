// Moves a steered clock by messages from the process that started us: tests and screenshots only; in production the clock
// is not steered and no message is listened to.
import type { SteeredClock } from '../kernel/clock.ts'

/** Calls `afterMove` for each move and answers `clock-moved` when it is done. */
export function steerClockByMessages(clock: SteeredClock, afterMove: (nowMs: number) => Promise<void>): void {
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'move-clock') return
    if (!('nowMs' in message) || typeof message.nowMs !== 'number') return
    clock.set(message.nowMs)
    void afterMove(message.nowMs).then(() => process.send?.({ type: 'clock-moved' }))
  })
}
