import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { FoundLevelsPanel } from './found-levels-panel.tsx'
import { useLevels } from './use-levels.ts'

function WithoutLevels() {
  const levels = useLevels(undefined)
  const found = { isShown: true, setShown: () => undefined, data: null, lines: undefined }
  return <FoundLevelsPanel found={found} levels={levels} />
}

test.each([
  [{ done: 211, total: 449 }, 'Computing levels: 211 of 449 instruments.'],
  [undefined, 'There are too few bars of this symbol to find levels.'],
])('a symbol without levels says whether they are still computed: %j', async (computing, words) => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket({
      source: 'import',
      mode: 'closed',
      marketDay: '2021-04-21',
      formingDay: null,
      isOpen: false,
      ...(computing ? { computing } : {}),
    }),
  })
  await render(<WithoutLevels />)
  expect(await screen.findByText(words)).toBeInTheDocument()
})
