// What deploy/docker promises of its container: no rights, nothing to write but its volumes, and a health check. The
// image itself is built by hand (docs/operations.md, "In a container").
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (/** @type {string} */ name) => readFileSync(new URL(`../deploy/docker/${name}`, import.meta.url), 'utf8')

test('every container has no capability, a root file system that is read-only, and a health check', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const rights = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
  expect(services).toMatchObject({
    database: { ...rights, user: 'postgres', healthcheck: { test: expect.arrayContaining(['pg_isready']) } },
    clubfolio: { ...rights, ports: [expect.stringMatching(/^127\.0\.0\.1:/)] },
  })
})

test('the image runs as a user without rights and says whether it is healthy', () => {
  const lines = read('Dockerfile').split('\n')
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001')
  expect(lines.filter((line) => /^(HEALTHCHECK|VOLUME|ENTRYPOINT) /.test(line))).toHaveLength(3)
  // Nothing is fetched while it is built.
  expect(lines.filter((line) => /\b(npm|curl|wget|apt-get)\b/.test(line) && !line.startsWith('#'))).toEqual([])
})

test('no version is assumed: a later start must not go back to an older one', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const { image, build } = services.clubfolio
  for (const text of [image, build.args.VERSION]) expect(text).toContain('${VERSION:?')
})
