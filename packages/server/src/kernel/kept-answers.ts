// Answers that are the same for every user who may ask, kept under the version of what they derive from: their text,
// its tag, and each compressed form once. The caller is admitted first (kernel/http.ts); nothing here knows a user.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createVersionCache } from './version-cache.ts'

/** In the order of preference. */
export const contentCodings = ['br', 'gzip'] as const
export type ContentCoding = (typeof contentCodings)[number]
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Below this many bytes compressing saves nothing: the answer fits into one packet. */
const compressedFrom = 1_024
/** A higher quality than for answers that are sent once would pay only after hundreds of readers. */
const brotliQuality = 4

export interface KeptAnswer {
  /** The JSON text. */
  readonly text: Buffer
  /** Follows from the text alone, so it is the same in every process and after a restart. */
  readonly tag: string
  /** Returns the compressed text, made with the first call; undefined when it is too short. */
  compressed(coding: ContentCoding): Promise<Buffer> | undefined
}

export interface KeptAnswers {
  /**
   * Returns the answer kept under `key`, or makes it. Calls that arrive while it is made under the same version share
   * it. A failure is not kept.
   */
  answer(key: string, make: () => Promise<unknown>): Promise<KeptAnswer>
}

/** `versionOf` returns undefined while the version is not known: then each call makes its own answer. */
export function createKeptAnswers(versionOf: () => string | undefined, byteLimit = keptBytes): KeptAnswers {
  const kept = createVersionCache<KeptAnswer>(byteLimit, sizeOf)
  const making = new Map<string, Promise<KeptAnswer>>()
  return {
    answer(key, make) {
      const version = versionOf()
      if (version === undefined || key.length > longestKey) return make().then(toAnswer)
      const found = kept.find(key, version)
      if (found) return Promise.resolve(found)
      const turn = `${version} ${key}`
      const underWay = making.get(turn)
      if (underWay) return underWay
      const work = make()
        .then((value) => {
          const answer = toAnswer(value)
          // What was read before a change must not be found after it.
          if (versionOf() === version) kept.keep(key, version, answer)
          return answer
        })
        .finally(() => making.delete(turn))
      making.set(turn, work)
      return work
    },
  }
}

/** Of each process. */
const keptBytes = 32 * 1_024 * 1_024
/** The compressed forms of a JSON text together are shorter than the text. */
const sizePerByte = 2
/** What an entry takes besides its text and its key, so that many empty answers do not fill the memory. */
const sizeOfEntry = 1_024
/** A longer key asks for something that hardly anybody asks for again. */
const longestKey = 500
const sizeOf = ({ text }: KeptAnswer, key: string): number => sizeOfEntry + (text.length + key.length) * sizePerByte

function toAnswer(value: unknown): KeptAnswer {
  const text = Buffer.from(JSON.stringify(value))
  const compressed = new Map<ContentCoding, Promise<Buffer>>()
  return {
    text,
    tag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
    compressed(coding) {
      if (text.length < compressedFrom) return undefined
      const found = compressed.get(coding) ?? compress(coding, text)
      compressed.set(coding, found)
      return found
    },
  }
}

const compress = (coding: ContentCoding, text: Buffer): Promise<Buffer> =>
  coding === 'br'
    ? compressors.br(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      })
    : compressors.gzip(text)
