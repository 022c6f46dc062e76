// The steps of one turn of a job, each by itself: what one step fails at keeps no other from its work.

/**
 * Runs the steps one after another, all of them, and throws what failed once the last one has ended:
 * `await runSteps(() => sendDueFunding(services), () => checkFunds(services))`.
 */
export async function runSteps(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'several steps of a turn failed')
}
