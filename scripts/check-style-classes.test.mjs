import { expect, test } from 'vitest'
import { findClassFaults } from './check-style-classes.mjs'

const component = (code) => ({ path: '/src/part.tsx', text: `import classes from './part.module.css'\n${code}` })
const faultsOf = (css, code) =>
  findClassFaults([{ path: '/src/part.module.css', text: css }], [component(code)]).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  )

test('accepts classes that both sides name', () => {
  const css =
    '.row { color: red }\n.row:not(.last) > .cell:hover { color: blue }\n@media print { .cell { color: black } }'
  expect(
    faultsOf(
      css,
      "const a = <p className={classes['row']}><b className={`${classes['cell']} ${classes['last']}`} /></p>",
    ),
  ).toEqual([])
})

test('names a misspelt class and the class that is left unused', () => {
  expect(faultsOf('.row { color: red }', "const a = <p className={classes['rwo']} />")).toEqual([
    '/src/part.tsx:2: /src/part.module.css has no class "rwo"',
    '/src/part.module.css:1: no component uses the class "row"',
  ])
})

test('counts a composed class as used, and a computed one as a fault', () => {
  expect(
    faultsOf('.words { color: red }\n.note { composes: words; }', "const a = <p className={classes['note']} />"),
  ).toEqual([])
  expect(faultsOf('', 'const a = (tone: string) => <p className={classes[tone]} />')).toEqual([
    '/src/part.tsx:2: a class is named by a literal: classes["name"]',
  ])
})

test('names an imported file that does not exist', () => {
  expect(findClassFaults([], [component("const a = classes['row']")]).map(({ message }) => message)).toEqual([
    'there is no /src/part.module.css',
  ])
})
