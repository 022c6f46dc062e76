// The seven tones of a change: three for a gain, three for a loss, one between. Colors are in app/theme/palette.ts.

export type HeatTone = -3 | -2 | -1 | 0 | 1 | 2 | 3

/** In the order of a legend. */
export const heatTones = [-3, -2, -1, 0, 1, 2, 3] as const satisfies readonly HeatTone[]

/** Returns the colors of a tone, for the style of an element: what it is filled with, and the text on it. */
export function heatColors(tone: HeatTone): { readonly background: string; readonly color: string } {
  const strength = Math.abs(tone)
  const fill = tone === 0 ? 'flat' : `${tone > 0 ? 'gain' : 'loss'}-${strength}`
  return { background: `var(--cf-heat-${fill})`, color: `var(--cf-heat-text-${Math.max(1, strength)})` }
}

/**
 * Returns the tone whose figure is nearest, the farther one from zero where two are: with a step of 1 percent, 1.4 is
 * tone 1, -1.5 is tone -2, and everything from 2.5 up is tone 3.
 */
export function heatTone(percent: number, step: number): HeatTone {
  const size = Math.min(3, Math.round(Math.abs(percent) / step))
  return heatTones.find((tone) => tone === (percent < 0 ? -size : size)) ?? 0
}
