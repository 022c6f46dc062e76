// The picture (PNG or JPEG) of a stock chart: the drawn panes with a header line of title and last bar, which on screen
// are DOM elements.

import type { Chart } from 'klinecharts'
import { priceText } from '../chart-text.ts'
import { twoFrames } from '../frame.ts'
import { chartFont, type ChartTheme } from '../theme.ts'
import type { PointedBar } from './stock-chart-port.ts'

const headPx = 32

export type PictureType = 'image/png' | 'image/jpeg'

export interface ExportPictureOptions {
  readonly title: string
  readonly last: PointedBar | undefined
  readonly type: PictureType
}

/**
 * Returns the picture. The crosshair must be hidden; waits until that has been painted, otherwise the picture would
 * still show it.
 */
export async function exportPicture(
  chart: Chart,
  theme: ChartTheme,
  { title, last, type }: ExportPictureOptions,
): Promise<Blob> {
  await twoFrames()
  const picture = new Image()
  picture.src = chart.getConvertPictureUrl(true, 'png', theme.panel)
  await picture.decode()
  const ratio = window.devicePixelRatio
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height + headPx * ratio
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas to draw the picture on')
  context.fillStyle = theme.panel
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, headPx * ratio)
  context.scale(ratio, ratio)
  context.textBaseline = 'middle'
  context.fillStyle = theme.text
  context.font = `600 13px ${chartFont}`
  context.fillText(title, 12, headPx / 2)
  if (last !== undefined) {
    const { open, high, low, close } = last.bar
    const titlePx = context.measureText(title).width
    context.fillStyle = theme.dimmed
    context.font = `400 12px ${chartFont}`
    context.fillText(
      `O ${priceText(open)}  H ${priceText(high)}  L ${priceText(low)}  C ${priceText(close)}`,
      28 + titlePx,
      headPx / 2,
    )
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be encoded')) : resolve(blob)),
      type,
      0.94,
    )
  })
}
