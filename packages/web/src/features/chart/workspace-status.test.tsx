import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatTime } from '../../ui/format/date.ts'
import { render } from '../../testing/render.tsx'
import type { WorkspaceState } from './use-workspace.ts'
import { WorkspaceStatus } from './workspace-status.tsx'

const atMs = Date.parse('2026-03-04T15:31:00Z')
const time = formatTime(atMs, false)

test.each<[WorkspaceState, string]>([
  [{ kind: 'idle' }, 'Workspace'],
  [{ kind: 'saving' }, 'Saving'],
  [{ kind: 'saved', atMs }, `Saved ${time}`],
  [{ kind: 'kept' }, 'Kept on this device, sent when the connection returns'],
  [{ kind: 'merged', atMs }, `Merged with changes from another tab ${time}`],
  [{ kind: 'newer' }, 'Saved by a newer version'],
])('%j is shown as "%s"', async (state, words) => {
  await render(<WorkspaceStatus state={state} onSave={() => undefined} />)
  expect(screen.getByRole('status', { name: 'Workspace' })).toHaveTextContent(words)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('a save that failed says why and offers to save, drawings that were not loaded offer to load them', async () => {
  const [onSave, retry] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { user } = await render(
    <>
      <WorkspaceStatus state={{ kind: 'failed', why: 'You have reached the limit.' }} onSave={onSave} />
      <WorkspaceStatus state={{ kind: 'unloaded', why: 'No answer.', retry }} onSave={onSave} />
    </>,
  )
  expect(screen.getByText('Not saved')).toHaveAttribute('title', 'You have reached the limit.')
  await user.click(screen.getByRole('button', { name: 'Save now' }))
  expect(onSave).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(retry).toHaveBeenCalledOnce()
})
