// The lesser and the greater of two amounts. `Math.min` takes no bigints.

export function lesser(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

export function greater(left: bigint, right: bigint): bigint {
  return left + right - lesser(left, right)
}
