// The user's drawings in a library-neutral form: a tool, points of time and price, sometimes a text.

export type ToolGroup = 'lines' | 'flags' | 'labels' | 'shapes' | 'crooked' | 'measure'

export interface ToolDefinition {
  readonly title: string
  readonly group: ToolGroup
  /** Clicks that one drawing takes. */
  readonly points: number
  /** Default text of a tool that writes one; the user enters the text first. */
  readonly text?: string
}

const tool = (group: ToolGroup, title: string, points: number, text?: string): ToolDefinition =>
  text === undefined ? { title, group, points } : { title, group, points, text }

export const drawingTools = {
  segment: tool('lines', 'Segment', 2),
  arrow: tool('lines', 'Arrow', 2),
  ray: tool('lines', 'Ray', 2),
  line: tool('lines', 'Line', 2),
  horizontalLine: tool('lines', 'Horizontal line', 1),
  verticalLine: tool('lines', 'Vertical line', 1),
  channel: tool('lines', 'Parallel channel', 3),
  fibonacci: tool('lines', 'Fibonacci retracement', 2),
  flag: tool('flags', 'Flag', 1, 'A'),
  circlePin: tool('flags', 'Circle pin', 1, 'A'),
  squarePin: tool('flags', 'Square pin', 1, 'A'),
  diamondPin: tool('flags', 'Diamond pin', 1, 'A'),
  verticalLabel: tool('labels', 'Price label', 1),
  verticalCounter: tool('labels', 'Counter', 1),
  verticalArrow: tool('labels', 'Arrow label', 1),
  rectangle: tool('shapes', 'Rectangle', 2),
  circle: tool('shapes', 'Circle', 2),
  ellipse: tool('shapes', 'Ellipse', 2),
  triangle: tool('shapes', 'Triangle', 3),
  text: tool('shapes', 'Text', 1, 'Text'),
  crooked3: tool('crooked', 'Crooked line, 3 points', 3),
  crooked5: tool('crooked', 'Crooked line, 5 points', 5),
  elliott3: tool('crooked', 'Elliott correction A B C', 4),
  elliott5: tool('crooked', 'Elliott impulse 1 to 5', 6),
  measureX: tool('measure', 'Measure time', 2),
  measureY: tool('measure', 'Measure price', 2),
  measureXY: tool('measure', 'Measure time and price', 2),
} as const satisfies Record<string, ToolDefinition>

export type DrawingTool = keyof typeof drawingTools

export const toolGroups: readonly { readonly group: ToolGroup; readonly title: string }[] = [
  { group: 'lines', title: 'Lines' },
  { group: 'crooked', title: 'Crooked lines' },
  { group: 'flags', title: 'Flags' },
  { group: 'labels', title: 'Vertical labels' },
  { group: 'shapes', title: 'Simple shapes' },
  { group: 'measure', title: 'Measure' },
]

export interface DrawingPoint {
  readonly timeMs: number
  readonly price: number
}

/**
 * Colours by name: a theme gives each its shade, so that a line drawn on a light screen is legible on a dark one.
 */
export const drawingColors = {
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  pink: 'Pink',
  neutral: 'Black or white',
} as const satisfies Record<string, string>

export type DrawingColor = keyof typeof drawingColors

/** Widths of lines in pixels, and their names. */
export const drawingWidths = [
  { px: 1, title: 'Thin' },
  { px: 1.5, title: 'Normal' },
  { px: 3, title: 'Thick' },
  { px: 5, title: 'Very thick' },
] as const

export const defaultDrawingColor: DrawingColor = 'blue'
export const defaultDrawingWidthPx = 1.5

/** What the user changed about the look of a drawing; the rest is the default. */
export interface DrawingStyle {
  /** Usually a `DrawingColor`; a newer version's colour is preserved and drawn in the default one. */
  readonly color?: string
  readonly widthPx?: number
  /** Percents of a retracement; without them the usual ones. */
  readonly levels?: readonly number[]
}

/** The percents of a retracement that has none of its own. */
export const defaultLevels: readonly number[] = [0, 23.6, 38.2, 50, 61.8, 78.6, 100]
export const levelCountLimit = 20
/** Percents beyond this are in no chart. */
export const levelPercentLimit = 1_000

export interface Drawing {
  /** Stable, and different for every drawing of every tab: two tabs of one chart are merged by it. */
  readonly id: string
  /** Usually a `DrawingTool`; a newer version's tool is preserved uninterpreted. */
  readonly tool: string
  readonly points: readonly DrawingPoint[]
  readonly text?: string
  readonly style?: DrawingStyle
}

/** The smallest price of a drawing's point, one unit of the fourth decimal. Zero has no place on a logarithmic axis. */
export const smallestDrawnPrice = 0.0001

export function isDrawingTool(name: string): name is DrawingTool {
  return Object.hasOwn(drawingTools, name)
}

/** Returns the colour of a drawing: the default one for an absent name or one unknown to this version. */
export function drawingColor({ style }: Pick<Drawing, 'style'>): DrawingColor {
  const name = style?.color
  return name !== undefined && isDrawingColor(name) ? name : defaultDrawingColor
}

const isDrawingColor = (name: string): name is DrawingColor => Object.hasOwn(drawingColors, name)

/** Whether the user entered the text of a drawing; the text of a counter is its number. */
export const hasOwnText = (tool: string): boolean => {
  const definition: ToolDefinition | undefined = isDrawingTool(tool) ? drawingTools[tool] : undefined
  return definition?.text !== undefined
}
