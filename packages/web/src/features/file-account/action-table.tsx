// What each word of the column of the action does.
import type { ColumnMeanings } from '@clubfolio/contract'
import { mappedActions, type MappedAction } from '@clubfolio/domain'
import { Select } from '@mantine/core'
import { Panel } from '../../ui/panel.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import classes from './file-account.module.css'
import { actionLabels } from './statement-words.ts'

export interface ActionTableProps {
  readonly words: readonly string[]
  /** The column has many words, and only those of the first rows are known. */
  readonly isSampleOnly: boolean
  readonly actions: ColumnMeanings['actions']
  readonly onChange: (actions: ColumnMeanings['actions']) => void
}

interface Word {
  readonly word: string
}

const choices = mappedActions.map((action) => ({ value: action, label: actionLabels[action] }))
const isAction = (value: string | null): value is MappedAction => mappedActions.some((action) => action === value)

export function ActionTable({ words, isSampleOnly, actions, onChange }: ActionTableProps) {
  const choose = (word: string, value: string | null) => {
    const { [word]: _before, ...others } = actions
    onChange(isAction(value) ? { ...others, [word]: value } : others)
  }
  const columns: readonly Column<Word>[] = [
    textColumn<Word>({ id: 'word', header: 'In the file', value: ({ word }) => word, isCode: true, width: '40%' }),
    {
      id: 'meaning',
      header: 'What it does',
      render: ({ word }) => (
        <Select
          aria-label={`What ${word} does`}
          size="xs"
          placeholder="Not understood"
          data={choices}
          clearable
          clearButtonProps={{ 'aria-label': `${word} is not understood` }}
          value={actions[word] ?? null}
          onChange={(value) => choose(word, value)}
        />
      ),
    },
  ]
  const view = useTableView({ columns, rows: words.map((word) => ({ word })), rowId: ({ word }) => word })
  const open = words.filter((word) => actions[word] === undefined).length
  return (
    <Panel title="What the words mean">
      <p className={classes['panelNote']}>
        {open === 0
          ? 'Every word is explained.'
          : `${open} of ${words.length} words are not explained. Lines with them are not understood and do not count.`}
        {isSampleOnly ? ' The file has more words than the first rows show; those are not understood.' : ''}
      </p>
      <DataTable
        view={view}
        label="Words of the action"
        maxHeight="50vh"
        empty={<p className={classes['panelNote']}>The column of the action is empty in the first rows.</p>}
      />
    </Panel>
  )
}
