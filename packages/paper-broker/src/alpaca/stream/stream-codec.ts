// How the account stream writes its messages: JSON, or MessagePack for clients that ask for it. Both go into binary
// frames, as on the real paper stream.

import { decode, encode } from '@msgpack/msgpack'
import { readFields } from '../../kernel/read-fields.ts'

export interface StreamCodec {
  write(message: object): Uint8Array
  /** Returns the fields of a message; none for one that cannot be read. */
  read(frame: Uint8Array): Readonly<Record<string, unknown>>
}

const jsonCodec: StreamCodec = {
  write: (message) => Buffer.from(JSON.stringify(message)),
  read: (frame) => {
    try {
      return readFields(JSON.parse(Buffer.from(frame).toString('utf8')))
    } catch {
      return {}
    }
  },
}

const msgpackCodec: StreamCodec = {
  write: (message) => encode(message),
  read: (frame) => {
    try {
      return readFields(decode(frame))
    } catch {
      // A client may ask for MessagePack and still write JSON.
      return jsonCodec.read(frame)
    }
  },
}

/** Returns the codec that the upgrade request asks for by its content type. */
export function codecFor(contentType: string | undefined): StreamCodec {
  return contentType?.toLowerCase().includes('msgpack') === true ? msgpackCodec : jsonCodec
}
