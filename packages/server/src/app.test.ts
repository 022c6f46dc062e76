// Which files the application hands out, and what it says of others.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    writeFile(join(webDirectory, 'assets', 'a b.js'), 'one'),
    writeFile(join(webDirectory, 'assets', 'fonts', 'sans.woff2'), 'two'),
  ])
  app = await startTestApp({ webDirectory })
})

afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const ask = (method: 'GET' | 'HEAD', url: string, accept = '*/*') => app.app.inject({ method, url, headers: { host: new URL(app.services.config.origin).host, accept } })

test.each([
  ['/favicon.svg', 'image/svg+xml', 'no-cache', '<svg/>'],
  ['/assets/a%20b.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'one'],
  ['/assets/fonts/sans.woff2', 'font/woff2', 'public, max-age=31536000, immutable', 'two'],
])('%s is handed out, and its head without its body', async (path, type, cache, content) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await ask(method, path)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, type, cache])
    expect(answer.body).toBe(method === 'GET' ? content : '')
  }
})

test.each(['/assets/gone.js', '/assets/', '/assets', '/assets/fonts', '/.hidden', '/assets/..%2f..%2fsecret.txt', '/assets/../../secret.txt'])('%s is an unknown address', async (path) => {
  expect((await ask('GET', path)).statusCode).toBe(404)
  // Somebody who opens it in a browser is told by the page.
  const page = await ask('GET', path, 'text/html')
  expect([page.statusCode, page.body]).toEqual([200, '<title>Clubfolio</title>'])
})
