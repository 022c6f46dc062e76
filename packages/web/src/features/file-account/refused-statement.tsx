// A statement that cannot be read: why, and what to do. Where only the order of day and month is open, that is asked,
// and the same file is sent again.
import type { AccountStatement } from '@clubfolio/contract'
import type { DateOrder } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useUndo } from './api.ts'
import { ChooseAgain } from './choose-again.tsx'
import classes from './file-account.module.css'
import { keptFile } from './kept-files.ts'
import { useUndoStatement } from './use-undo-statement.ts'
import { sendStatement, useUploads } from './uploads.ts'

export interface RefusedStatementProps {
  readonly accountId: string
  readonly statement: AccountStatement
  readonly onShow: (statementId: string) => void
  readonly onLeave: () => void
}

export function RefusedStatement({ accountId, statement, onShow, onLeave }: RefusedStatementProps) {
  const [dates, setDates] = useState<DateOrder>()
  const { undo } = useUndoStatement(accountId)
  const drop = useUndo(accountId, { isQuiet: true })
  const uploads = useUploads(accountId)
  const file = keptFile(statement.id)
  const send = async (chosen: File, order: DateOrder) => {
    setDates(order)
    const sent = await sendStatement(accountId, chosen, order)
    if (!sent) return
    onShow(sent.id)
    // The answer is in the new statement; this one has nothing left to say.
    drop.mutate(statement.id)
  }
  const discard = async () => {
    if (await undo(statement)) onLeave()
  }
  const choices = [
    { order: 'mdy', words: 'Month first: 4/5 is April 5' },
    { order: 'dmy', words: 'Day first: 4/5 is May 4' },
  ] as const
  const sending = uploads.at(-1)
  const reason = statement.reason ?? 'The file cannot be read.'
  return (
    <Panel>
      <EmptyState
        title={statement.needsDateOrder ? 'How are the dates written?' : 'This file cannot be imported'}
        words={reason}
        actions={
          statement.needsDateOrder ? (
            choices.map(({ order, words }) =>
              file ? (
                <Button
                  key={order}
                  variant="default"
                  loading={dates === order && sending !== undefined && sending.state !== 'failed'}
                  onClick={() => void send(file, order)}
                >
                  {words}
                </Button>
              ) : (
                <ChooseAgain key={order} words={words} onChoose={(chosen) => void send(chosen, order)} />
              ),
            )
          ) : (
            <>
              <Button variant="default" onClick={() => void discard()}>
                Discard
              </Button>
              <Button variant="subtle" onClick={onLeave}>
                All statements
              </Button>
            </>
          )
        }
      />
      {statement.needsDateOrder && !file ? (
        <p className={classes['panelNote']}>Choose {statement.fileName} again with the order that its dates have.</p>
      ) : null}
      {sending?.state === 'failed' ? (
        <p className={classes['panelNote']} role="alert">
          {sending.reason}
        </p>
      ) : null}
    </Panel>
  )
}
