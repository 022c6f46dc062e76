// Turns the palette into CSS variables: our own names (`--cf-*`) and the Mantine names that must follow them.
import type { CSSVariablesResolver } from '@mantine/core'
import { surfaces } from './palette.ts'

type Surface = typeof surfaces.light | typeof surfaces.dark

function variablesOf(surface: Surface): Record<string, string> {
  const own = Object.fromEntries(Object.entries(surface).map(([name, value]) => [`--cf-${name}`, value]))
  return {
    ...own,
    '--mantine-color-body': surface.panel,
    '--mantine-color-text': surface.text,
    '--mantine-color-bright': surface.text,
    '--mantine-color-dimmed': surface.dimmed,
    '--mantine-color-placeholder': surface.placeholder,
    '--mantine-color-anchor': surface.accent,
    '--mantine-color-error': surface.loss,
    '--mantine-color-default': surface.panel,
    '--mantine-color-default-hover': surface.hover,
    '--mantine-color-default-color': surface.text,
    '--mantine-color-default-border': surface.border,
    '--mantine-color-disabled': surface['disabled-fill'],
    '--mantine-color-disabled-color': surface['disabled-text'],
    '--mantine-color-disabled-border': surface['disabled-fill'],
    '--mantine-primary-color-light': surface.selected,
    '--mantine-primary-color-light-hover': surface.selected,
    '--mantine-primary-color-light-color': surface.accent,
    '--mantine-color-ink-light': surface.selected,
    '--mantine-color-ink-light-hover': surface.selected,
    '--mantine-color-ink-light-color': surface.accent,
    '--mantine-color-ink-text': surface.accent,
    '--mantine-color-profit-text': surface.profit,
    '--mantine-color-loss-text': surface.loss,
    '--mantine-color-warn-text': surface.warn,
    '--mantine-color-profit-light': surface['profit-tint'],
    '--mantine-color-profit-light-color': surface.profit,
    '--mantine-color-loss-light': surface['loss-tint'],
    '--mantine-color-loss-light-color': surface.loss,
    '--mantine-color-warn-light': surface['warn-tint'],
    '--mantine-color-warn-light-color': surface.warn,
  }
}

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(surfaces.light),
  dark: variablesOf(surfaces.dark),
})
