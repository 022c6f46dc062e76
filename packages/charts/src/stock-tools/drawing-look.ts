// The colours and widths of a drawing as klinecharts styles.

import type { OverlayCreate } from 'klinecharts'
import { defaultDrawingWidthPx, drawingColor, type Drawing } from '../stock/drawing.ts'
import { drawingShade, type ChartTheme } from '../theme.ts'

/** Share of a colour's strength in the inside of a shape, as the last two digits of its hexadecimal form. */
const fillStrength = '1f'

export function drawingLook(drawing: Pick<Drawing, 'tool' | 'style'>, theme: ChartTheme): OverlayCreate['styles'] {
  const color = drawingShade(theme, drawingColor(drawing))
  const size = drawing.style?.widthPx ?? defaultDrawingWidthPx
  const shape = { color: `${color}${fillStrength}`, borderColor: color, borderSize: size }
  return {
    line: { color, size },
    polygon: shape,
    circle: shape,
    // The many prices of a retracement would form a wall of boxes.
    text:
      drawing.tool === 'fibonacci'
        ? { color: theme.text, backgroundColor: 'transparent', borderColor: 'transparent', weight: 400 }
        : { color: theme.priceLabelText, backgroundColor: color, borderColor: color },
  }
}
