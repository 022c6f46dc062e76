// Every screen and every label that the jobs name exists in the product, and docs/how-do-i.md says the same.
import { expect, it } from 'vitest'
import { screens } from '../screens.ts'
import { jobs, partsOf } from './jobs.ts'

const sources = Object.values(
  import.meta.glob<string>(
    [
      '../../**/*.{ts,tsx}',
      '!../../**/*.test.{ts,tsx}',
      '!../help/**',
      '!../../features/gallery/**',
      '!../../testing/**',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
).join('\n')

const titleOf = (name: string): string | undefined =>
  screens.find((screen) => screen.name === name && screen.load)?.title
const steps = jobs.flatMap(({ name, steps: each }) => each.map((step) => [`${name}: ${step}`, step] as const))
const parts = steps.flatMap(([where, step]) => partsOf(step).map((part) => ({ where, part })))

/** As a text in quotes, or between tags. */
function isOnAScreen(label: string): boolean {
  const escaped = label.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(`(['"\`>]|^\\s*)${escaped}(['"\`<]|\\s*$)`, 'm').test(sources)
}

it('describes the jobs of a week, each once', () => {
  expect(jobs.length).toBeGreaterThanOrEqual(23)
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
})

it('names only screens that exist', () => {
  expect(parts.filter(({ part }) => part.kind === 'screen' && titleOf(part.name) === undefined)).toEqual([])
})

it('names only labels that are on a screen', () => {
  expect(parts.filter(({ part }) => part.kind === 'label' && !isOnAScreen(part.text))).toEqual([])
})

it('writes whole sentences, and names a screen or a key in every job', () => {
  expect(steps.filter(([, step]) => !/^[A-Z{[].{15,}[.]$/.test(step)).map(([where]) => where)).toEqual([])
  expect(jobs.filter((job) => !job.steps.some((step) => step.includes('{')))).toEqual([])
})

// `npx vitest run packages/web/src/app/help/jobs.test.ts -u` writes the page.
it('is the page docs/how-do-i.md', async () => {
  const write = (step: string) =>
    partsOf(step)
      .map((part) =>
        part.kind === 'text' ? part.text : `**${part.kind === 'screen' ? titleOf(part.name) : part.text}**`,
      )
      .join('')
  const page = [
    '# How do I ...',
    '',
    'The jobs of an ordinary week. The help in the product (`?`) has the same page; both are made from',
    '`packages/web/src/app/help/jobs.ts`, and a test finds every screen and label in the product.',
    ...jobs.flatMap(({ name, steps: each }) => [
      '',
      `## ... ${name}?`,
      '',
      ...each.map((step, index) => `${index + 1}. ${write(step)}`),
    ]),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../../../docs/how-do-i.md')
})
