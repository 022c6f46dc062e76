// The choices for one drawing as items of a menu: its colour and its width. Shared by the bar over the chart and the
// menu of a right click.
import {
  chartTheme,
  defaultDrawingWidthPx,
  drawingColor,
  drawingColors,
  drawingShade,
  drawingWidths,
  type Drawing,
  type DrawingColor,
  type StockTools,
} from '@clubfolio/charts'
import { keysOf } from '@clubfolio/domain'
import { Menu, useComputedColorScheme } from '@mantine/core'
import classes from './drawing-bar.module.css'

export interface DrawingItemsProps {
  readonly drawing: Drawing
  readonly tools: StockTools
}

export function ColorMark({ color }: { readonly color: DrawingColor }) {
  const theme = chartTheme[useComputedColorScheme('light')]
  return <span className={classes['color']} style={{ background: drawingShade(theme, color) }} aria-hidden />
}

export function WidthMark({ px }: { readonly px: number }) {
  return <span className={classes['width']} style={{ height: Math.max(1, px) }} aria-hidden />
}

export const widthOf = ({ style }: Drawing): number => style?.widthPx ?? defaultDrawingWidthPx

export function ColorItems({ drawing, tools }: DrawingItemsProps) {
  const chosen = drawingColor(drawing)
  return keysOf(drawingColors).map((color) => (
    <Menu.RadioItem
      key={color}
      value={color}
      checked={color === chosen}
      closeMenuOnClick
      onChange={() => tools.change(drawing.id, { style: { ...drawing.style, color } })}
    >
      <span className={classes['choice']}>
        <ColorMark color={color} />
        {drawingColors[color]}
      </span>
    </Menu.RadioItem>
  ))
}

export function WidthItems({ drawing, tools }: DrawingItemsProps) {
  const chosen = widthOf(drawing)
  return drawingWidths.map(({ px, title }) => (
    <Menu.RadioItem
      key={px}
      value={String(px)}
      checked={px === chosen}
      closeMenuOnClick
      onChange={() => tools.change(drawing.id, { style: { ...drawing.style, widthPx: px } })}
    >
      <span className={classes['choice']}>
        <WidthMark px={px} />
        {title}
      </span>
    </Menu.RadioItem>
  ))
}
