// Offers bytes as a file download.

/** Downloads a blob: `downloadBlob(picture, 'CRVN.png')`. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The click has consumed the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
