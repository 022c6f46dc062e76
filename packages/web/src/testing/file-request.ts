// Stands in for XMLHttpRequest, which pages send files by: answers like `fetch` does in component tests, after it has
// reported that half of the file has left.
import { answerCall } from './answers.ts'

export class FileRequest extends EventTarget {
  readonly upload = new EventTarget()
  responseType = ''
  response: Blob | null = null
  status = 0
  private readonly control = new AbortController()
  private readonly headers: Record<string, string> = {}
  private method = 'POST'
  private address = ''

  open(method: string, address: string): void {
    this.method = method
    this.address = address
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): string {
    return 'application/json'
  }
  abort(): void {
    this.control.abort()
    this.end('abort')
  }
  send(body: Blob | null): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
    void this.answer(body)
  }
  private async answer(body: Blob | null): Promise<void> {
    const { method, headers, control } = this
    try {
      const response = await answerCall(this.address, { method, headers, body, signal: control.signal })
      this.status = response.status
      this.response = await response.blob()
      this.end('load')
    } catch {
      if (!control.signal.aborted) this.end('error')
    }
  }
  private end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
}
