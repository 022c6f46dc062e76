// The normal distribution, based on the exact exponential, so that option prices are the same in every process.

import { exactExp } from '../random/exact-math.ts'

const FAR = 8
const PER_ROOT_TWO_PI = 0.3989422804014327

/** Returns the density of the normal distribution. Example: at 0 it is 0.3989. */
export function normalDensity(x: number): number {
  return Math.abs(x) > 38 ? 0 : PER_ROOT_TWO_PI * exactExp(-0.5 * x * x)
}

/**
 * Returns the probability that a normal draw is below `x`: one half plus the density times x + x^3/3 + x^5/15 + ...,
 * each term the previous one times x^2 over the next odd number. Example: at 1.96 it is 0.975.
 */
export function normalCdf(x: number): number {
  if (x > FAR) return 1
  if (x < -FAR) return 0
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return Math.min(1, Math.max(0, 0.5 + normalDensity(x) * sum))
}
