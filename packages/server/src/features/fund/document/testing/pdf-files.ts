// PDF files for tests, written by the library that writes the product's own, and ones that no library would write.
import { deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

/** Returns a PDF of one page; `change` adds to it before it ends. */
export function writePdf(change: (document: PDFKit.PDFDocument) => void = () => undefined): Promise<Buffer> {
  const document = new Pdf({ size: 'A4' })
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
    document.text('Minutes of the meeting')
    change(document)
    document.end()
  })
}

export interface PackedObjects {
  /** What the packed objects say. */
  readonly objects: string
  /** Of the stream's dictionary, besides its type. */
  readonly entries?: string
  readonly pack?: (objects: Buffer) => Buffer
}

/** Returns a PDF whose catalogue is packed into a stream of objects, as word processors write it. */
export function packObjects({
  objects,
  entries = '/Filter /FlateDecode',
  pack = (bytes) => deflateSync(bytes),
}: PackedObjects): Buffer {
  const packed = pack(Buffer.from(objects, 'latin1'))
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n4 0 obj\n<</Type /ObjStm /N 1 /First 4 ${entries} /Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF\n'),
  ])
}

export interface NestedStreams {
  readonly count: number
  /** Packed bytes between the beginnings of two streams, which unpack to nothing. */
  readonly bytesBetween: number
}

/** Returns a PDF each of whose packed streams goes on to its end, with all later ones inside. */
export function nestStreams({ count, bytesBetween }: NestedStreams): Buffer {
  const begin = Buffer.from('\nendstream\nstream\n\u0078\u009c', 'latin1')
  const empty = storedBlock(Buffer.alloc(0))
  const between = Buffer.alloc(Math.ceil(bytesBetween / empty.length) * empty.length, empty)
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<<>>'),
    begin,
    between,
    ...Array.from({ length: count - 1 }, () => [storedBlock(begin), between]).flat(),
    Buffer.from('\nendstream\n%%EOF\n'),
  ])
}

/** A block of Flate that holds its bytes as they are; another one follows. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(0xff_ff - bytes.length, 3)
  return Buffer.concat([head, bytes])
}
