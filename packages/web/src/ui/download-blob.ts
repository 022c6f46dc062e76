// Hands bytes to the browser as a file.

/** `downloadBlob(picture, 'CRVN.png')`. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The click has taken the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
