// The reader's saved looks of drawings, and what they do with them.
import type { Drawing, DrawingStyle, DrawingTool } from '@clubfolio/charts'
import { usePreference } from '../../kernel/preference.ts'
import {
  DrawingDefaults,
  DrawingTemplates,
  keepDefault,
  keepTemplate,
  templateLimit,
  templatesOf,
} from './drawing-templates.ts'

const isTemplates = (value: unknown): value is DrawingTemplates => DrawingTemplates.safeParse(value).success
const isDefaults = (value: unknown): value is DrawingDefaults => DrawingDefaults.safeParse(value).success
const noTemplates: DrawingTemplates = []
const noDefaults: DrawingDefaults = {}

export interface TemplateState {
  readonly of: (tool: string) => DrawingTemplates
  readonly keep: (tool: DrawingTool, name: string, style: DrawingStyle) => void
  readonly forget: (tool: string, name: string) => void
  /** Why no further name can be kept; undefined while there is room. */
  readonly whyFull: string | undefined
  /** The look with which new drawings of a tool begin; undefined for the usual one. */
  readonly defaultOf: (tool: string) => DrawingStyle | undefined
  readonly setDefault: (tool: DrawingTool, style: DrawingStyle | undefined) => void
}

export function useDrawingTemplates(): TemplateState {
  const [templates, setTemplates] = usePreference('drawingTemplates', noTemplates, isTemplates)
  const [defaults, setDefaults] = usePreference('drawingDefaults', noDefaults, isDefaults)
  return {
    of: (tool) => templatesOf(templates, tool),
    keep: (tool, name, style) => setTemplates(keepTemplate(templates, { tool, name, style })),
    forget: (tool, name) => setTemplates(templates.filter((one) => one.tool !== tool || one.name !== name)),
    whyFull:
      templates.length >= templateLimit ? `You have saved ${templateLimit} templates. Delete one first.` : undefined,
    defaultOf: (tool) => lookOf(defaults[tool]),
    setDefault: (tool, style) => setDefaults(keepDefault(defaults, tool, style)),
  }
}

/** A saved look as that of a drawing, whose absent fields are left out. */
export function lookOf(saved: DrawingTemplates[number]['style'] | undefined): DrawingStyle | undefined {
  if (saved === undefined) return undefined
  const { color, widthPx, levels } = saved
  return {
    ...(color === undefined ? {} : { color }),
    ...(widthPx === undefined ? {} : { widthPx }),
    ...(levels === undefined ? {} : { levels }),
  }
}

/** The look of a drawing, the usual one as an empty object. */
export const styleOf = ({ style }: Drawing): DrawingStyle => style ?? {}
