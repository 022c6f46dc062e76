// Wrong values: raw JSON texts, path segments and headers that no well-behaved caller sends.

/** Nested so deeply that a recursive traversal overflows the stack. */
const deep = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`

const hostileTexts = [
  '""', '" "', '"\\n"', '"NaN"', '"null"', '"undefined"', '"1e309"', '"-0"', '"0x10"', '"٣"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\ufffe"', '"\\u202e<script>alert(1)</script>"', '"\\u200b"',
  `"'; drop table app_user; --"`, '"%"', '"_%\\\\"', '"$1"', '"${1}"', '"{{1}}"', '"../../etc/passwd"', '"=1+1"', '"a\\r\\nset-cookie: x=1"', '"Ａ"', '"💥"', `"${'x'.repeat(5_000)}"`, `"${'é'.repeat(300)}"`,
]

const dates = ['"2026-02-30"', '"9999-12-31"', '"9999-99-99"', '"0000-00-00"', '"0000-01-01"', '"0001-01-01"', '"-1-01-01"', '"+275760-09-13"', '"2026-3-3"', '"2026-03-03T00:00:00Z"', '"2026-03-03T99:00:00Z"', '"294277-01-01"', '"2026-03-03 "', '"infinity"', '"epoch"', '"now"']

const numbers = ['0', '-0', '-1', '1', '0.1', '1e309', '-1e309', '1e-400', '5e-324', '1e21', '9007199254740991', '9007199254740993', '2147483647', '2147483648', '-2147483649', '9223372036854775807', '9223372036854775808', '99999999999999.99', '0.001', '1e15', '"1e15"', '"999999999999.999999"', '"0.0000001"', '"-999999999999"', '"00012"', '"1,000"', '"1_000"', '8640000000000001', '253402300800000']

const shapes = [
  'null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '[[[[]]]]', '{"a":{"b":null}}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1}', '{"length":-1}', '{"then":"x"}', '{"toJSON":null}', '["__proto__"]', '"__proto__"', '"constructor"', '"hasOwnProperty"',
  '"00000000-0000-0000-0000-000000000000"', '"00000000-0000-7000-8000-000000000000"', '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"', '"{00000000-0000-7000-8000-000000000000}"', '["00000000-0000-7000-8000-000000000000","00000000-0000-7000-8000-000000000000"]', `[${'1,'.repeat(500)}1]`,
]

/** Raw JSON texts in place of a value. */
export const wrongValues: readonly string[] = [...shapes, ...numbers, ...hostileTexts, ...dates]

/** The same for values that take a while: a megabyte of text, and JSON as deep as a megabyte allows. */
export const heavyValues: readonly string[] = [
  `"${'x'.repeat(1_000_000)}"`, `"${'x'.repeat(1_100_000)}"`, deep(33, '[', ']'), deep(100, '{"a":', '}'), deep(10_000, '[', ']'), deep(10_000, '{"a":', '}'), deep(200_000, '[', ']'), deep(100_000, '{"a":', '}'), `[${'[],'.repeat(100_000)}[]]`, `{${Array.from({ length: 20_000 }, (_one, index) => `"k${index}":1`).join(',')}}`,
]

/** Whole bodies that are not JSON, or not JSON objects. */
export const brokenBodies: readonly string[] = ['', '{', '}', '[', '{"a":', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', 'undefined', 'NaN', '\u0000', '\ufeff{}', '"', '"\u0001"', '{"a":01}', '{"a":+1}', '{"a":"\\x"}', '<a/>', 'a=1&b=2', '--x\r\n\r\n--x--', '[1,2', '{"__proto__":null,"a":{"__proto__":{"b":1}}}', '{"constructor":{"prototype":{}}}', 'null', 'true', '1', '"text"', '[]', '[{}]', '💥']

export const contentTypes: readonly string[] = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x', 'application/octet-stream', 'application/json; charset=utf-16', 'application/json; charset=nothing', 'application/json;', 'application/jsonx', 'json', '', '*/*', 'application/vnd.api+json', 'text/html; charset=\u00e9']

/** As they appear in a URL: some encoded, some malformed. */
export const pathValues: readonly string[] = [
  'null', 'undefined', 'NaN', 'All', 'true', '-1', '0', '-0', '1.5', '1e309', '2147483648', '9007199254740993', '9223372036854775808', '99999999999999999999', '2026-02-30', '9999-12-31', '0000-00-00', '0000-01-01', '%2B275760-09-13', '%00', 'a%00b', '..%2f..', '%2e%2e%2f', '%E0%A4%A', '%', '%ud800', '%ED%A0%80', '%F0%9F%92%A5', '💥', '%20', '+', '%25', "'%20or%201=1", '%27%3B--', '*', '__proto__', 'constructor', '[object%20Object]',
  '00000000-0000-0000-0000-000000000000', '00000000-0000-7000-8000-000000000000', '{00000000-0000-7000-8000-000000000000}', 'x'.repeat(1_500), 'x'.repeat(2_500), '%61'.repeat(2_000), "'EQUITY'|'X'", '|||', "''''",
]

export const queryTexts: readonly string[] = ['?', '?a', '?a=1&a=2&a=3', '?a[b]=1', '?__proto__[x]=1', '?constructor.prototype.x=1', '?%00=%00', '?%E0%A4%A', `?q=${'x'.repeat(8_000)}`, '?ticket=x&ticket=y', '#x', '//', '/', '/%2e%2e/', ';jsessionid=1', '?'.repeat(50)]

/** Well-formed but hostile headers; an array repeats a name. */
export const oddHeaders: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  { 'idempotency-key': '' }, { 'idempotency-key': 'short' }, { 'idempotency-key': 'x'.repeat(129) }, { 'idempotency-key': "'; drop table x; --" }, { 'idempotency-key': 'a b c d e f g h' }, { 'idempotency-key': '........' }, { 'idempotency-key': ['key-one-1', 'key-two-2'] }, { 'idempotency-key': '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9' },
  { token: '' }, { token: ' ' }, { token: 'null' }, { token: 'x' }, { token: 'A'.repeat(43) }, { token: 'A'.repeat(9_000) }, { token: '\u00ff\u00fe' }, { token: ['a', 'b'] }, { token: '../../' },
  { cookie: 'device' }, { cookie: 'device=' }, { cookie: `device=${'x'.repeat(4_000)}` }, { cookie: 'device=%00; device=\u00ff; __proto__=1' }, { cookie: ';;;===;;' },
  { background: '\u00ff' }, { 'user-agent': 'x'.repeat(6_000) }, { 'user-agent': '' }, { 'user-agent': '\u00e9\u0080' }, { 'x-forwarded-for': "1'; --" }, { 'x-forwarded-for': 'x'.repeat(2_000) }, { 'x-forwarded-proto': 'gopher' }, { 'x-forwarded-host': 'evil.example' },
  { 'accept-encoding': 'nothing;q=9' }, { 'accept-encoding': 'br;q=nan, *;q=-1' }, { accept: 'text/html' }, { 'accept-language': '*'.repeat(500) }, { range: 'bytes=-1--5' }, { 'if-none-match': '*' }, { 'if-modified-since': 'never' }, { expect: '100-continue' }, { connection: 'upgrade', upgrade: 'h2c' }, { connection: 'Upgrade', upgrade: 'websocket' }, { 'content-encoding': 'gzip' }, { 'content-encoding': 'nothing' }, { te: 'trailers' }, { host: 'evil.example' }, { host: '127.0.0.1' }, { origin: 'null' }, { referer: '\u00ff' },
]

export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'LINK']
