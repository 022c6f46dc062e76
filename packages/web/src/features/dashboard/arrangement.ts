// The order of a row of panels: completes the stored order. Pure.

/**
 * Returns every panel of `names` once: stored ones first and in their order, then those missing from the stored order.
 * `panelOrder(['b', 'x', 'b'], ['a', 'b'])` is b, a.
 */
export function panelOrder<Name extends string>(stored: readonly string[], names: readonly Name[]): readonly Name[] {
  const known = [...new Set(stored)].filter((name): name is Name => names.some((one) => one === name))
  return [...known, ...names.filter((name) => !known.includes(name))]
}

/** `moveTo(['a', 'b', 'c'], 'c', 0)` is c, a, b; a place beyond the ends is clamped. */
export function moveTo<Name extends string>(order: readonly Name[], name: Name, place: number): readonly Name[] {
  const others = order.filter((one) => one !== name)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), name, ...others.slice(at)]
}
