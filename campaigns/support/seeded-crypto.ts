// Makes ids, tokens and numbers of `node:crypto` repeatable in this process: the same sequence in every run. Import it
// before anything that draws them. For recordings that are compared; never for a product that somebody can reach.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { seededRandom } from './options.ts'

const random = seededRandom(20_261_125)
const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)))

function randomUUID(): ReturnType<typeof crypto.randomUUID> {
  const hex = bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

Object.assign(crypto, {
  randomUUID,
  randomBytes: bytes,
  randomInt: (low: number, high?: number) =>
    high === undefined ? Math.floor(random() * low) : low + Math.floor(random() * (high - low)),
})
syncBuiltinESMExports()
