// What a process ends when it stops, in named phases. A part joins the phase it belongs to when it starts, so the order
// of a stop does not follow from the order of the start. A step that fails does not keep the later ones from running:
// a report renderer that throws must not leave the database open.
import type { FaultLog } from '../kernel/log.ts'

/**
 * The phases in their order: first nobody is served any more, then no turn of a job starts, then what the use cases
 * work with ends, then the connection to the brokerage, and the database last.
 */
export const stopPhases = ['front door', 'jobs', 'market', 'services', 'brokerage', 'database'] as const
export type StopPhase = (typeof stopPhases)[number]

interface Step {
  readonly what: string
  readonly end: () => unknown
}

export interface StopList {
  /** Within a phase the step that was added last runs first. `what` names it in the log. */
  add(phase: StopPhase, what: string, end: () => unknown): void
}

/**
 * Runs `work`, then every step of the list. A fault of `work` is thrown again and the faults of steps are logged; after
 * work that went well, faults of steps are thrown as one `AggregateError`.
 */
export async function withStopList<T>(log: FaultLog, work: (stops: StopList) => Promise<T>): Promise<T> {
  const phases = new Map<StopPhase, Step[]>(stopPhases.map((phase) => [phase, []]))
  const faults: unknown[] = []
  const endAll = async (): Promise<void> => {
    for (const [phase, steps] of phases)
      for (const { what, end } of steps) {
        try {
          await end()
        } catch (error) {
          faults.push(error)
          log.error({ err: error, phase, what }, 'a part did not end in order')
        }
      }
  }
  const stops: StopList = { add: (phase, what, end) => void phases.get(phase)?.unshift({ what, end }) }
  let result: T
  try {
    result = await work(stops)
  } catch (error) {
    await endAll()
    throw error
  }
  await endAll()
  if (faults.length > 0) throw new AggregateError(faults, 'not everything ended in order')
  return result
}
