// Incremental means, each starting with the plain mean of its first values, as published by their authors.

export interface RunningMean {
  readonly count: number
  readonly sum: number
  readonly value: number | undefined
}

export const noMean: RunningMean = { count: 0, sum: 0, value: undefined }

/**
 * Returns the mean after one more input. The first `length` inputs give their plain mean; each later one moves the mean
 * by `weight` times its distance from it. `weight` 2 / (length + 1) is the exponential mean, 1 / length is Wilder's.
 * Example: length 2, weight 2/3, inputs 1, 3, 6: undefined, 2, 2 + 2/3 x 4 = 4.67.
 */
export function stepMean(mean: RunningMean, input: number, length: number, weight: number): RunningMean {
  const count = mean.count + 1
  if (mean.value !== undefined) return { count, sum: 0, value: mean.value + weight * (input - mean.value) }
  const sum = mean.sum + input
  return { count, sum, value: count === length ? sum / length : undefined }
}

export const exponentialWeight = (length: number): number => 2 / (length + 1)
