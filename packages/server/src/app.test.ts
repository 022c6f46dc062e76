// Which files the application serves, and how it answers for others.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-pages-'))
  const webDirectory = join(folder, 'dist')
  await mkdir(join(webDirectory, 'assets', 'fonts'), { recursive: true })
  await Promise.all([
    writeFile(join(folder, 'secret.txt'), 'not a page'),
    writeFile(join(webDirectory, 'index.html'), '<title>Clubfolio</title>'),
    writeFile(join(webDirectory, 'favicon.svg'), '<svg/>'),
    writeFile(join(webDirectory, '.hidden'), 'not a page'),
    writeFile(join(webDirectory, 'manifest.webmanifest'), '{}'),
    writeFile(join(webDirectory, 'service-worker.js'), 'on'),
    writeFile(join(webDirectory, 'service-worker-off.js'), 'off'),
    writeFile(join(webDirectory, 'assets', 'a b.js'), 'one'),
    writeFile(join(webDirectory, 'assets', 'fonts', 'sans.woff2'), 'two'),
    writeFile(join(webDirectory, 'assets', 'long.js'), 'three'),
    writeFile(join(webDirectory, 'assets', 'long.js.br'), brotliCompressSync('three, by brotli')),
    writeFile(join(webDirectory, 'assets', 'long.js.gz'), gzipSync('three, by gzip')),
  ])
  await mkdir(join(folder, 'site', 'assets'), { recursive: true })
  await mkdir(join(folder, 'site', 'rules'))
  await Promise.all([
    writeFile(join(folder, 'site', 'index.html'), 'documentation'),
    writeFile(join(folder, 'site', '404.html'), 'no such text'),
    writeFile(join(folder, 'site', 'tour.html'), 'tour'),
    writeFile(join(folder, 'site', 'rules', 'index.html'), 'rules'),
    writeFile(join(folder, 'site', 'assets', 'app.js'), 'script'),
  ])
  app = await startTestApp({ webDirectory })
})

afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const ask = (method: 'GET' | 'HEAD', url: string, accept = '*/*', encodings = '') =>
  app.app.inject({
    method,
    url,
    headers: { host: new URL(app.services.config.origin).host, accept, 'accept-encoding': encodings },
  })

test.each([
  ['/favicon.svg', 'image/svg+xml', 'no-cache', '<svg/>'],
  // Browsers look for a new version of both with every visit.
  ['/manifest.webmanifest', 'application/manifest+json', 'no-cache', '{}'],
  ['/service-worker.js', 'application/javascript; charset=utf-8', 'no-cache', 'on'],
  ['/assets/a%20b.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'one'],
  ['/assets/fonts/sans.woff2', 'font/woff2', 'public, max-age=31536000, immutable', 'two'],
])('%s is handed out, and its head without its body', async (path, type, cache, content) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await ask(method, path)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      type,
      cache,
    ])
    expect(answer.body).toBe(method === 'GET' ? content : '')
  }
})

test.each([
  ['gzip, deflate, br', 'br', (body: Buffer) => brotliDecompressSync(body).toString(), 'three, by brotli'],
  ['gzip, deflate', 'gzip', (body: Buffer) => gunzipSync(body).toString(), 'three, by gzip'],
  ['', undefined, (body: Buffer) => body.toString(), 'three'],
])('a browser that takes "%s" gets the file as the build compressed it', async (encodings, encoding, read, content) => {
  const answer = await ask('GET', '/assets/long.js', '*/*', encodings)
  const { 'content-encoding': sent, 'content-type': type, 'cache-control': cache, vary } = answer.headers
  expect([sent, type, cache, vary]).toEqual([
    encoding,
    'application/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
    'accept-encoding',
  ])
  expect(read(answer.rawPayload)).toBe(content)
})

test.each([
  '/assets/gone.js',
  '/assets/',
  '/assets',
  '/assets/fonts',
  '/assets/long.js.br',
  '/.hidden',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/../../secret.txt',
])('%s is an unknown address', async (path) => {
  expect((await ask('GET', path)).statusCode).toBe(404)
  // A person who opens it in a browser is informed by the page.
  const page = await ask('GET', path, 'text/html')
  expect([page.statusCode, page.body]).toEqual([200, '<title>Clubfolio</title>'])
})

const page = [200, 'text/html; charset=utf-8', 'no-cache', '<title>Clubfolio</title>']

test.each(['/', '/auth', '/account?code=1', '/account/', '/chart/BRK.B/_D', '/.well-known/acme-challenge/a.b'])(
  'the page answers at %s, whatever the caller takes, and its head without its body',
  async (path) => {
    for (const accept of ['text/html', '*/*', 'image/avif,*/*;q=0.8']) {
      const { statusCode, headers, body } = await ask('GET', path, accept)
      expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual(page)
      const head = await ask('HEAD', path, accept)
      const { date: _date, ...same } = headers
      expect([head.statusCode, head.headers, head.body]).toEqual([200, expect.objectContaining(same), ''])
    }
    expect((await ask('GET', path, 'application/json')).statusCode).toBe(404)
  },
)

test.each([
  '/v1/api/nothing',
  '/v1',
  '/v1/',
  '/ws/nothing',
  '/gone.js',
  '/robots.txt',
  '/unknown',
  '/chart/SPY/_D/more',
  '//auth',
])('%s is a 404 in JSON for a caller that takes anything', async (path) => {
  const answer = await ask('GET', path)
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 404, refusal: 'unknownRoute' }])
  expect(answer.json()).toHaveProperty('requestId')
})

test('a page takes no other method', async () => {
  const { host } = new URL(app.services.config.origin)
  expect((await app.app.inject({ method: 'POST', url: '/auth', headers: { host, accept: '*/*' } })).statusCode).toBe(
    404,
  )
})

test('a worker that removes itself takes the place of the service worker when that is switched off', async ({
  onTestFinished,
}) => {
  const services = { ...app.services, config: { ...app.services.config, hasServiceWorker: false } }
  const own = await createApp(services, { webDirectory: join(folder, 'dist'), showOutbox: false })
  onTestFinished(() => own.close())
  const headers = { host: new URL(app.services.config.origin).host }
  expect((await own.inject({ method: 'GET', url: '/service-worker.js', headers })).body).toBe('off')
})

describe('the documentation', () => {
  const open = async (docsDirectory: string) =>
    createApp(app.services, { webDirectory: join(folder, 'dist'), docsDirectory, showOutbox: false })
  const headers = () => ({ host: new URL(app.services.config.origin).host, accept: 'text/html' })

  test('is served at /docs/, file by file, under the policy of the pages', async ({ onTestFinished }) => {
    const own = await open(join(folder, 'site'))
    onTestFinished(() => own.close())
    const read = async (url: string) => {
      const { statusCode, headers: sent, body } = await own.inject({ method: 'GET', url, headers: headers() })
      return [statusCode, sent['cache-control'], sent.location ?? body]
    }
    expect(await read('/docs/')).toEqual([200, 'no-cache', 'documentation'])
    expect(await read('/docs/tour.html?a=1')).toEqual([200, 'no-cache', 'tour'])
    expect(await read('/docs/rules/')).toEqual([200, 'no-cache', 'rules'])
    expect(await read('/docs/assets/app.js')).toEqual([200, 'public, max-age=31536000, immutable', 'script'])
    expect(await read('/docs')).toEqual([302, undefined, '/docs/'])
    expect(await read('/docs/rules')).toEqual([302, undefined, '/docs/rules/'])
    for (const url of ['/docs/gone.html', '/docs/gone/', '/docs/..%2fsecret.txt', '/docs/rules/..%2f..%2fsecret.txt'])
      expect(await read(url)).toEqual([404, 'no-cache', 'no such text'])
    const { headers: sent } = await own.inject({ method: 'GET', url: '/docs/', headers: headers() })
    expect(sent['content-security-policy']).toContain("script-src 'self';")
  })

  test('says how it is built where it is not', async ({ onTestFinished }) => {
    const own = await open(join(folder, 'nowhere'))
    onTestFinished(() => own.close())
    const { statusCode, body } = await own.inject({ method: 'GET', url: '/docs/', headers: headers() })
    expect([statusCode, body]).toEqual([404, expect.stringContaining('npm run docs')])
  })
})
