// Notices a process that is there but does nothing: an endless loop, or a stop from outside. It is asked for a sign of
// life every few seconds.

/** A machine under heavy load, or a long computation, delays answers by seconds, not by a minute. */
const usualPace: WatchPace = { everyMs: 5_000, mostUnanswered: 12 }

export interface WatchPace {
  readonly everyMs: number
  /** As many questions in a row without any message mean that the process is stuck. */
  readonly mostUnanswered: number
}

export interface WatchOrder {
  readonly ask: () => void
  /** Called once. */
  readonly onStuck: (silentMs: number) => void
  readonly pace?: WatchPace | undefined
}

export interface ProcessWatch {
  /** The process has sent a message, whatever it says. */
  heard(): void
  stop(): void
}

/** Questions are counted rather than time, so that a machine that was asleep finds nobody guilty. */
export function watchProcess({ ask, onStuck, pace = usualPace }: WatchOrder): ProcessWatch {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= pace.mostUnanswered) {
      clearInterval(timer)
      onStuck(unanswered * pace.everyMs)
      return
    }
    unanswered++
    ask()
  }, pace.everyMs)
  timer.unref()
  return {
    heard: () => void (unanswered = 0),
    stop: () => clearInterval(timer),
  }
}
