// A document shows pages and does nothing else: what would act on the device of a reader is refused, however it is
// written, and so is what cannot be looked into.
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkPdf } from './check-pdf.ts'
import { nestStreams, packObjects, writePdf } from './testing/pdf-files.ts'

const action = (document: PDFKit.PDFDocument, entries: object) => {
  const made = document.ref(entries)
  made.end('')
  ;(document as unknown as { _root: { data: Record<string, unknown> } })._root.data['OpenAction'] = made
}
const plainCatalogue = '1 0 <</Type /Catalog /Pages 2 0 R>>'

describe('a PDF that shows pages', () => {
  test('is taken', async () => {
    expect(await checkPdf(await writePdf())).toBeUndefined()
  })
  test('is taken with links to pages of the web and to its own pages', async () => {
    const linked = await writePdf((document) => {
      document.text('The rules', { link: 'https://example.org/rules' })
      document.outline.addItem('First page')
    })
    expect(await checkPdf(linked)).toBeUndefined()
  })
  test('is taken with its objects packed into a stream', async () => {
    expect(await checkPdf(packObjects({ objects: plainCatalogue }))).toBeUndefined()
    expect(await checkPdf(packObjects({ objects: plainCatalogue, entries: '/Filter[/FlateDecode]' }))).toBeUndefined()
    expect(
      await checkPdf(packObjects({ objects: plainCatalogue, entries: '', pack: (bytes) => bytes })),
    ).toBeUndefined()
  })
  test('is taken when one of its pictures happens to look like the beginning of a name', async () => {
    const picture = Buffer.concat([Buffer.from('/JavaScriptures /Launched /XFAB '), Buffer.alloc(64, 7)])
    const file = Buffer.concat([
      Buffer.from('%PDF-1.4\n1 0 obj\n<</Length 96>>\nstream\n'),
      picture,
      Buffer.from('\nendstream\nendobj\n%%EOF'),
    ])
    expect(await checkPdf(file)).toBeUndefined()
  })
  test('is taken when thousands of its streams look as if they were packed, and are not', async () => {
    const drawing = '<</Length 60>>\nstream\n80 0 0 80 100 200 cm 0 0 m 1 1 l S                      \nendstream\n'
    expect(await checkPdf(Buffer.from(`%PDF-1.4\n${drawing.repeat(2_000)}%%EOF`))).toBeUndefined()
  })
})

describe('what acts', () => {
  test('is refused: a script', async () => {
    const file = await writePdf((document) => document.addNamedJavaScript('greet', 'app.alert("Hello")'))
    expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'a script' })
  })
  test('is refused: a script that opens with the file', async () => {
    const file = await writePdf((document) => action(document, { S: 'JavaScript', JS: 'app.alert(1)' }))
    expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'a script' })
  })
  test('is refused: an action that starts a program', async () => {
    const file = await writePdf((document) => action(document, { S: 'Launch', F: 'calc.exe' }))
    expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'an action that starts a program' })
  })
  test('is refused: another file inside', async () => {
    const file = await writePdf((document) => document.file(Buffer.from('MZ'), { name: 'invoice.exe' }))
    expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'another file' })
  })
  test.each(['/J#61vaScript', '/#4a#61#76#61#53#63#72#69#70#74', '/#4AavaScrip#74'])(
    'is refused when its name is written with escapes: %s',
    async (name) => {
      const file = Buffer.from(`%PDF-1.4\n1 0 obj\n<</S ${name}/JS(app.alert\\(1\\))>>\nendobj\n%%EOF`)
      expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'a script' })
    },
  )
  test.each([
    ['objects packed into a stream', packObjects({ objects: '1 0 <</S/JavaScript/JS(app.alert\\(1\\))>>' })],
    [
      'objects packed into a stream that says nothing of its type',
      Buffer.from(
        packObjects({ objects: '1 0 <</S/JavaScript/JS(x)>>' }).toString('latin1').replace('/Type /ObjStm', ''),
        'latin1',
      ),
    ],
    [
      'the end of a long stream',
      packObjects({ objects: `1 0 <</Type /Catalog>>${' '.repeat(700_000)}<</S /JavaScript /JS (x)>>` }),
    ],
  ])('is found in %s', async (_where, file) => {
    expect(await checkPdf(file)).toEqual({ kind: 'active', what: 'a script' })
  })
  test('is found across the pieces in which a stream is unpacked', async () => {
    for (let shift = 0; shift < 12; shift++) {
      const objects = `${' '.repeat((1 << 18) - 12 + shift)}/JavaScript (x)`
      expect(await checkPdf(packObjects({ objects }))).toEqual({ kind: 'active', what: 'a script' })
    }
  })
})

describe('what cannot be looked into', () => {
  test('is refused: a password', async () => {
    const file = Buffer.from('%PDF-1.6\n1 0 obj\n<<>>\nendobj\ntrailer\n<</Encrypt 5 0 R>>\n%%EOF')
    expect(await checkPdf(file)).toEqual({ kind: 'unchecked', reason: 'it is protected by a password.' })
  })
  test.each([
    '/Filter /LZWDecode',
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    '/Filter 9 0 R',
    '/Filter /FlateDecode /DecodeParms <</Predictor 12>>',
    '/F#69lter /LZWDecode',
    '/Filter /LZWDecode %obj stream\n',
  ])('is refused: objects packed by %s', async (entries) => {
    const file = packObjects({ objects: plainCatalogue, entries })
    expect(await checkPdf(file)).toEqual({ kind: 'unchecked', reason: 'a part of it is packed in an unusual way.' })
  })
  test('is refused: packed objects that end in the middle, of which a viewer shows the beginning', async () => {
    const objects = `${plainCatalogue}${Array.from({ length: 9_000 }, (_, index) => index).join(' ')}`
    const file = packObjects({ objects, pack: (bytes) => deflateSync(bytes).subarray(0, -400) })
    expect(await checkPdf(file)).toEqual({ kind: 'unchecked', reason: 'a part of it is damaged.' })
  })
  test('is refused: a small file that unpacks to hundreds of megabytes', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 1024 ** 2), { level: 1 })
    const file = packObjects({ objects: '', pack: () => bomb })
    expect(await checkPdf(file)).toEqual({ kind: 'unchecked', reason: 'it unpacks to more than 256 MB.' })
  })
  test('is refused: streams that contain all that follow, and unpack to nothing', async () => {
    const file = nestStreams({ count: 200, bytesBetween: 10_000 })
    expect(await checkPdf(file)).toEqual({ kind: 'unchecked', reason: 'its parts lie inside one another.' })
  })
})

test('a check ends with its reason when its caller is gone', async () => {
  const file = nestStreams({ count: 2, bytesBetween: 1_000_000 })
  expect(await checkPdf(file)).toBeUndefined()
  const caller = new AbortController()
  const checking = checkPdf(file, caller.signal)
  caller.abort(new Error('The caller is gone.'))
  await expect(checking).rejects.toThrow('The caller is gone.')
})

test.each([
  ['a renamed program', Buffer.from('MZ\u0090\u0000%PDF-1.4\n%%EOF', 'latin1')],
  [
    'an archive in front of a PDF',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), packObjects({ objects: plainCatalogue })]),
  ],
  ['an archive behind a PDF', Buffer.concat([packObjects({ objects: plainCatalogue }), Buffer.from('PK\u0005\u0006')])],
  ['a page of the web', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a PDF that is cut off', packObjects({ objects: plainCatalogue }).subarray(0, -30)],
  ['nothing', Buffer.alloc(0)],
])('%s is no PDF', async (_what, bytes) => {
  expect(await checkPdf(bytes)).toEqual({ kind: 'not-pdf' })
})
