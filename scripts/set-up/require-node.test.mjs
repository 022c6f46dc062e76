import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requireNode } from './require-node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each(['20.19.0', '20.20.2', '22.0.0'])('Node %s is good enough', (version) => {
  expect(() => requireNode(root, version)).not.toThrow()
})

test.each(['20.18.3', '18.20.0'])('Node %s is refused with a sentence', (version) => {
  expect(() => requireNode(root, version)).toThrow(`Clubfolio needs Node 20.19 or newer; this is Node ${version}.`)
})
