// Prints a file through a hidden frame, so that the page itself stays unchanged.

const frameId = 'print-frame'

/**
 * Opens the print dialog for a PDF file; rejects when the browser cannot show it in a frame. The frame stays until the
 * next print, because the dialog reads from it.
 */
export function printBlob(blob: Blob): Promise<void> {
  // Without a viewer the frame never loads: the browser downloads the file.
  if (!navigator.pdfViewerEnabled) return Promise.reject(new Error('The browser shows no PDF files.'))
  const before = document.querySelector<HTMLIFrameElement>(`#${frameId}`)
  if (before) {
    URL.revokeObjectURL(before.src)
    before.remove()
  }
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.id = frameId
    frame.title = 'Printed report'
    frame.ariaHidden = 'true'
    frame.tabIndex = -1
    // Not `display: none`, because browsers render no file in such a frame.
    frame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0;pointer-events:none'
    frame.addEventListener(
      'load',
      () => {
        try {
          if (!frame.contentWindow) throw new Error('The frame holds nothing.')
          frame.contentWindow.focus()
          frame.contentWindow.print()
          resolve()
        } catch (error) {
          reject(error instanceof Error ? error : new Error('The frame cannot be printed.'))
        }
      },
      { once: true },
    )
    frame.src = URL.createObjectURL(blob)
    document.body.append(frame)
  })
}
