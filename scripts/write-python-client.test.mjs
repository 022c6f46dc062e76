import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pythonClientOf } from './write-python-client.mjs'

const openApi = JSON.parse(readFileSync(fileURLToPath(new URL('../openapi.json', import.meta.url)), 'utf8'))
const hasPython = spawnSync('python3', ['--version']).status === 0

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'python-client-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {string} text */
function runPython(text) {
  writeFileSync(join(folder, 'program.py'), text)
  const { status, stdout, stderr } = spawnSync('python3', ['-W', 'error', 'program.py'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const small = {
  tags: [{ name: 'order', description: 'Orders.' }],
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['from'],
        properties: { from: { $ref: '#/components/schemas/from' }, side: { enum: ['BUY', null] } },
      },
      from: { type: 'string', format: 'date', description: 'First day.' },
    },
  },
  paths: {
    '/order/{from}': {
      get: {
        operationId: 'order.findOrder',
        summary: 'Answers "an order".',
        'x-refusals': ['notFound'],
        parameters: [{ name: 'from', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
      },
    },
  },
}

test('a type, a method and its words follow from the document', () => {
  const text = pythonClientOf(small)
  expect(text).toContain('Order = TypedDict("Order", {\n    "from": "str",  # First day.\n')
  expect(text).toContain('    "side": "NotRequired[Literal[\\"BUY\\", None]]",\n')
  expect(text).toContain('    def find_order(self, from_: str) -> Order:\n        """Answers "an order".\n')
  expect(text).toContain('        Raises Refused with: notFound.\n')
  expect(text).toContain('        return self._transport.call("GET", f"/order/{_part(from_)}")\n')
})

test.skipIf(!hasPython)(
  'the module of every call is right in Python, with every type that it names',
  () => {
    writeFileSync(join(folder, 'clubfolio.py'), pythonClientOf(openApi))
    const calls = Object.values(openApi.paths).flatMap((path) => Object.values(path)).length
    const program = `
import decimal, inspect, typing, clubfolio
clubfolio.NotRequired = getattr(typing, "NotRequired", typing.Optional)
for one in list(vars(clubfolio).values()):
    if typing.is_typeddict(one) if hasattr(typing, "is_typeddict") else False:
        typing.get_type_hints(one, vars(clubfolio))
client = clubfolio.Client("http://127.0.0.1:1", "clf_x")
methods = [m for g in vars(client).values() for n, m in inspect.getmembers(g, inspect.ismethod) if n[0] != "_"]
for method in methods:
    typing.get_type_hints(method.__func__, vars(clubfolio))
    assert method.__doc__, method
assert clubfolio.Decimal is decimal.Decimal
print(len(methods))
`
    expect(runPython(program)).toEqual({ status: 0, stdout: `${calls}\n`, stderr: '' })
  },
  60_000,
)

test.skipIf(!hasPython)('a GET and a change under a key are repeated, a question by POST is not', () => {
  writeFileSync(join(folder, 'clubfolio.py'), pythonClientOf(small))
  const program = `
import clubfolio, io, json, urllib.error
from decimal import Decimal
tries = []
def refuse(request, timeout):
    tries.append((request.get_method(), request.get_header("Idempotency-key")))
    body = io.BytesIO(json.dumps({"code": 429, "error": "Too many.", "refusal": "tooMany"}).encode())
    raise urllib.error.HTTPError(request.full_url, 429, "", {"Retry-After": "2"}, body)
waits = []
clubfolio.urllib.request.urlopen = refuse
clubfolio.time.sleep = waits.append
transport = clubfolio._Transport("http://127.0.0.1:1/", "clf_x", 1)
for method, key in (("GET", None), ("POST", "key-12345"), ("POST", None)):
    del tries[:], waits[:]
    try:
        transport.call(method, "/a", body={"price": Decimal("189.5")} if method == "POST" else None, key=key)
    except clubfolio.Refused as refused:
        print(method, key, len(tries), waits, refused.status, refused.refusal, refused.retry_after)
`
  expect(runPython(program)).toEqual({
    status: 0,
    stdout: 'GET None 3 [2, 2] 429 tooMany 2\nPOST key-12345 3 [2, 2] 429 tooMany 2\nPOST None 1 [] 429 tooMany 2\n',
    stderr: '',
  })
})
