// Waits for the word to stop: a signal, or the end of the parent that holds the other side of the message channel.

/** Resolves with the name of what asked for the stop. A second signal ends the process at once. */
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
