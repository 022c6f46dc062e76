// Offers text as a file download.
import { downloadBlob } from './download-blob.ts'

export function downloadText(fileName: string, mimeType: string, text: string): void {
  downloadBlob(new Blob([text], { type: mimeType }), fileName)
}
