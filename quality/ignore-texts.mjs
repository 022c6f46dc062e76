// Strings that are text for people are not mutated: everything in a `throw`, and sentences (a capital first letter and
// at least two words). Their wording is no behaviour, and a test of it would repeat the text. All other strings are data:
// kinds, names, separators, formats.
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

const sentence = /^\s*[A-Z][^\s:]*,? [A-Za-z$]/

function textOf(node) {
  if (node.type === 'StringLiteral') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.raw).join('$')
  return undefined
}

function isThrown(path) {
  return path.findParent((parent) => parent.isThrowStatement()) !== null
}

const texts = {
  shouldIgnore(path) {
    const text = textOf(path.node)
    if (text === undefined) return undefined
    if (isThrown(path)) return 'the text of an error'
    return sentence.test(text) ? 'a sentence for people' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'texts', texts)]
