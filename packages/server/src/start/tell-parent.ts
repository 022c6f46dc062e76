// Messages to the program that started this one.

/** Sends a message, or nothing when that program has ended: its end is noticed elsewhere (`onStopRequest`). */
export function tellParent(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
