// Waits for a stop request: a signal, or the end of the parent that holds the other side of the message channel.

/** Resolves with the name of the source of the stop request. A second signal ends the process immediately. */
export function onStopRequest(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
    }
    if (process.send) process.once('disconnect', () => resolve('parent ended'))
  })
}
