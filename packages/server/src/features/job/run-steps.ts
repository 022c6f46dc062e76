// Runs the steps of one turn of a job in isolation: a failing step does not block the others.

/**
 * Runs all steps one after another, and throws the collected failures after the last one:
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
