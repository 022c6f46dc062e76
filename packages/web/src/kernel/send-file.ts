// Sends a file as `fetch` does and reports how much of it has left, which only XMLHttpRequest tells.

/** Rejects like `fetch`: with a TypeError without a connection, with an AbortError when the signal aborts it. */
export function sendFile(
  address: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.open(method, address)
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const content: unknown = request.response
      resolve(
        new Response(content instanceof Blob ? content : null, {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      )
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to send the file.')))
    request.addEventListener('abort', () => reject(aborted()))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(body instanceof Blob ? body : null)
  })
}

const aborted = () => new DOMException('The upload was cancelled.', 'AbortError')
