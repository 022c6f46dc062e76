// The normal distribution, for option models. Floats: a probability is no amount of money.

const farthest = 8
const densityAtZero = 0.3989422804014327

/** Returns the density of the standard normal distribution: 0.3989 at 0. */
export const normalDensityAt = (x: number): number => densityAtZero * Math.exp(-0.5 * x * x)

/**
 * Returns the probability that a standard normal draw is below `x`, to about 15 digits: 0.975 at 1.96. The series is
 * one half plus the density times x + x^3/3 + x^5/15 + ...
 */
export function normalBelow(x: number): number {
  if (x > farthest) return 1
  if (x < -farthest) return 0
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return Math.min(1, Math.max(0, 0.5 + normalDensityAt(x) * sum))
}
