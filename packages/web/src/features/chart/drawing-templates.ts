// The looks that a reader has saved for drawings, each under a name for one tool, and the look with which new drawings
// of a tool begin. Independent of the UI; both are preferences, which follow the reader to every browser.
// Source: docs/rules/trading.md, "Drawing templates".
import {
  defaultLevels,
  levelCountLimit,
  levelPercentLimit,
  type DrawingStyle,
  type DrawingTool,
} from '@clubfolio/charts'
import { z } from 'zod'

const Style = z.object({
  color: z.string().max(20).optional(),
  widthPx: z.number().positive().max(20).optional(),
  levels: z.array(z.number().min(-levelPercentLimit).max(levelPercentLimit)).min(1).max(levelCountLimit).optional(),
})
type SavedStyle = z.output<typeof Style>

/** So that the reader's preferences stay within their 32 KB. */
export const templateLimit = 40

export const DrawingTemplates = z
  .array(z.object({ tool: z.string().max(40), name: z.string().max(60), style: Style }))
  .max(templateLimit)
export type DrawingTemplates = z.output<typeof DrawingTemplates>

/** By tool. */
export const DrawingDefaults = z.record(z.string().max(40), Style)
export type DrawingDefaults = z.output<typeof DrawingDefaults>

export const templatesOf = (templates: DrawingTemplates, tool: string): DrawingTemplates =>
  templates.filter((template) => template.tool === tool)

/** Without what is absent, as it is stored and compared. */
function plain({ color, widthPx, levels }: DrawingStyle): SavedStyle {
  return {
    ...(color === undefined ? {} : { color }),
    ...(widthPx === undefined ? {} : { widthPx }),
    ...(levels === undefined ? {} : { levels: [...levels] }),
  }
}

export interface NamedLook {
  readonly tool: DrawingTool
  readonly name: string
  readonly style: DrawingStyle
}

/** Keeps a look under a name, in place of an earlier one of that tool and name; by name. */
export const keepTemplate = (templates: DrawingTemplates, { tool, name, style }: NamedLook): DrawingTemplates =>
  [
    ...templates.filter((one) => one.tool !== tool || one.name.toLowerCase() !== name.toLowerCase()),
    { tool, name, style: plain(style) },
  ].sort((a, b) => a.name.localeCompare(b.name))

/** Undefined lets new drawings of the tool begin with the usual look again. */
export function keepDefault(
  defaults: DrawingDefaults,
  tool: DrawingTool,
  style: DrawingStyle | undefined,
): DrawingDefaults {
  const { [tool]: _before, ...rest } = defaults
  return style === undefined ? rest : { ...rest, [tool]: plain(style) }
}

/** `0, 23.6, 38.2, 50, 61.8, 78.6, 100` */
export const levelText = (levels: readonly number[] = defaultLevels): string => levels.join(', ')

/**
 * Reads percents as typed, apart by commas, semicolons or spaces: each once, ascending. A text with anything else, with
 * none or with too many has a fault instead.
 */
export function readLevels(text: string): { readonly levels: readonly number[] } | { readonly fault: string } {
  const words = text.split(/[\s,;%]+/).filter((word) => word !== '')
  const levels = [...new Set(words.map(Number))].sort((a, b) => a - b)
  if (levels.length === 0) return { fault: 'Enter at least one percent.' }
  if (!levels.every((level) => Number.isFinite(level) && Math.abs(level) <= levelPercentLimit))
    return { fault: `Enter percents from -${levelPercentLimit} to ${levelPercentLimit}, such as 38.2, 61.8.` }
  return levels.length > levelCountLimit ? { fault: `Enter at most ${levelCountLimit} percents.` } : { levels }
}
