// The chart's picture as a file, PNG or a PDF of one page.
import type { StockChartPort } from '@clubfolio/charts'
import { downloadBlob } from '../../ui/download-blob.ts'
import { picturePdf } from './picture-pdf.ts'

export async function savePicture(
  port: StockChartPort,
  title: string,
  name: string,
  kind: 'png' | 'pdf',
): Promise<void> {
  if (kind === 'png') {
    downloadBlob(await port.exportPng(title), `${name}.png`)
    return
  }
  const jpeg = await port.exportJpeg(title)
  const { width, height } = await createImageBitmap(jpeg)
  const pdf = picturePdf({ jpeg: new Uint8Array(await jpeg.arrayBuffer()), widthPx: width, heightPx: height }, title)
  downloadBlob(new Blob([pdf], { type: 'application/pdf' }), `${name}.pdf`)
}
