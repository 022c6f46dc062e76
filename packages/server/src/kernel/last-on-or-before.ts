// Looks a day up in an ordered list.

/** Returns the index of the last day on or before `day`, or -1 when there is none. */
export function lastOnOrBefore(days: readonly string[], day: string): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
