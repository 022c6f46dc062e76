// What clients were told: one line per 2xx, on disk before anything else is done with it. It belongs to the caller's
// side and survives every kill; in the end the books are compared with it.
import {
  appendFileSync,
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Acknowledgement {
  readonly kind: 'entry' | 'order'
  /** The caller's Idempotency-Key. */
  readonly key: string
  /** The id in the answer: the entry's, or the order's at the brokerage. */
  readonly id: string
  readonly accountId: string
  /** Cents of an entry, the limit of an order. */
  readonly amount: string
}

export interface AcknowledgementLog {
  write(one: Acknowledgement): void
  read(): Acknowledgement[]
  remove(): void
}

export function openAcknowledgementLog(): AcknowledgementLog {
  const folder = mkdtempSync(join(tmpdir(), 'clubfolio-acknowledged-'))
  const path = join(folder, 'acknowledged.jsonl')
  appendFileSync(path, '')
  const file = openSync(path, 'a')
  return {
    write(one) {
      writeSync(file, `${JSON.stringify(one)}\n`)
      fdatasyncSync(file)
    },
    read: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Acknowledgement),
    remove() {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}
