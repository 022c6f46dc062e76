// What a statement would change, before it is imported: notes, what the account will hold, where the file disagrees,
// the fate of every line. Nothing is taken in before the owner presses Import.
import { ApiError, type AccountStatement, type StatementPreview } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { useImportStatement } from './api.ts'
import { ContentTables } from './content-tables.tsx'
import { DifferenceTable } from './difference-table.tsx'
import classes from './file-account.module.css'
import { LineTable } from './line-table.tsx'
import { MissingRates } from './missing-rates.tsx'
import { emptyOpening, openingFaults, openingInput, openingOf, type OpeningDraft } from './opening-draft.ts'
import { OpeningContentForm } from './opening-content-form.tsx'
import type { StatementReviewProps } from './statement-review.tsx'
import { counted, countingLines, linesWith } from './statement-words.ts'
import { useUndoStatement } from './use-undo-statement.ts'

export interface PreparedStatementProps extends Omit<StatementReviewProps, 'statementId'> {
  readonly statement: AccountStatement
  readonly preview: StatementPreview
}

export function PreparedStatement(props: PreparedStatementProps) {
  const { account, statement, preview, others, onLeave } = props
  const takeIn = useImportStatement(account.id, statement.id)
  const { undo, isUndoing } = useUndoStatement(account.id)
  const proposed = preview.proposedOpening
  const [opening, setOpening] = useState<OpeningDraft | undefined>(() => (proposed ? openingOf(proposed) : undefined))
  const [refused, setRefused] = useState<string>()
  const isFirst = !others.some(({ state }) => state === 'IMPORTED')
  const count = countingLines(statement)
  const faults = opening === undefined ? undefined : openingFaults(opening)
  const reason =
    faults !== undefined && faults.size > 0
      ? 'What the account held before the first line needs attention'
      : count === 0 && opening === undefined
        ? 'No line of this statement would count'
        : undefined
  const start = async () => {
    setRefused(undefined)
    try {
      await takeIn.mutateAsync(opening === undefined ? undefined : openingInput(opening))
    } catch (error) {
      if (error instanceof ApiError && error.body.refusal === 'statementNotReady') setRefused(error.message)
      else showFailure(error)
    }
  }
  const discard = async () => {
    if (await undo(statement)) onLeave()
  }
  return (
    <>
      <Notes {...props} refused={refused ?? statement.reason} />
      <ContentTables preview={preview} />
      {preview.differences.length > 0 ? (
        <Panel title="Differences from the file">
          <p className={classes['panelNote']}>
            The file states these balances, and its lines with those imported before add up to others. Something before
            the first line may be missing, or a line is not understood.
          </p>
          <DifferenceTable differences={preview.differences} label="Differences from the file" />
        </Panel>
      ) : null}
      {proposed || isFirst ? (
        <OpeningContentForm
          draft={opening}
          faults={faults}
          currency={account.currency}
          firstDay={statement.firstDay}
          isProposed={proposed !== null}
          onChange={setOpening}
          onTurn={(isOn) => setOpening(isOn ? (proposed ? openingOf(proposed) : emptyOpening(statement)) : undefined)}
        />
      ) : null}
      <LineTable account={account} statement={statement} />
      <div className={classes['foot']}>
        <span className={classes['note']}>{footWords(statement)}</span>
        <Button variant="default" loading={isUndoing} onClick={() => void discard()}>
          Discard
        </Button>
        <DisabledReason reason={reason}>
          <Button loading={takeIn.isPending} onClick={() => void start()}>
            {`Import ${counted(count, 'line')}`}
          </Button>
        </DisabledReason>
      </div>
    </>
  )
}

/** "12 lines have been imported already, 3 are not understood." */
function footWords(statement: AccountStatement): string {
  const parts = [
    [linesWith(statement, 'KNOWN'), 'imported already'],
    [linesWith(statement, 'IGNORED'), 'left out'],
    [linesWith(statement, 'UNREAD'), 'not understood'],
  ] as const
  const said = parts.filter(([lines]) => lines > 0).map(([lines, words]) => `${counted(lines, 'line')} ${words}`)
  return said.length === 0 ? 'Every line counts.' : `${said.join(', ')}.`
}

interface NotesProps extends PreparedStatementProps {
  /** Why the last try to import it failed. */
  readonly refused: string | null
}

function Notes({ account, statement, preview, others, onAddRates, onShow, refused }: NotesProps) {
  const { warnings, overlaps, missingRates, withoutPrices } = preview
  const unread = linesWith(statement, 'UNREAD')
  const similar = linesWith(statement, 'SIMILAR')
  const later = laterThan(statement, others)
  return (
    <>
      {refused === null ? null : <WarningBar isDanger>{refused}</WarningBar>}
      {warnings.map((warning) => (
        <WarningBar key={warning}>{warning}</WarningBar>
      ))}
      {unread > 0 ? (
        <WarningBar>
          {`${counted(unread, 'line is', 'lines are')} not understood and would count nothing. Read why below before ` +
            'you import.'}
        </WarningBar>
      ) : null}
      {similar > 0 ? (
        <WarningBar>
          {`${counted(similar, 'line is', 'lines are')} like one of another statement, with the same day, security, ` +
            'quantity and amount under another number. They count: check that they are not the same booking.'}
        </WarningBar>
      ) : null}
      {missingRates.length > 0 ? (
        <WarningBar
          action={
            <Button variant="default" onClick={onAddRates}>
              Import rates
            </Button>
          }
        >
          <MissingRates gaps={missingRates} currency={account.currency} />
        </WarningBar>
      ) : null}
      {withoutPrices.length > 0 ? (
        <WarningBar>
          {`The active market has no prices of ${withoutPrices.join(', ')}. These positions count at cost, and the ` +
            'account has no daily value while it holds them.'}
        </WarningBar>
      ) : null}
      {overlaps.length > 0 ? (
        <Panel title="Overlaps with other statements" isPadded>
          <p>Lines that another statement has too count once.</p>
          <ul className={classes['plainList']}>
            {overlaps.map(({ statementId, fileName, lines }) => (
              <li key={statementId}>
                <Button size="xs" variant="subtle" onClick={() => onShow(statementId)}>
                  {fileName}
                </Button>{' '}
                {`has ${counted(lines, 'of the same lines', 'of the same lines')}.`}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {later === undefined ? null : (
        <p className={classes['hint']}>
          {`This statement begins on ${statement.firstDay}, before the end of ${later.fileName}. Daily values, ` +
            'lots and gains from that day on are computed again with its lines.'}
        </p>
      )}
    </>
  )
}

/** An imported statement that ends after this one begins. */
const laterThan = ({ id, firstDay }: AccountStatement, others: readonly AccountStatement[]) =>
  others.find(
    (other) =>
      other.id !== id &&
      other.state === 'IMPORTED' &&
      firstDay !== null &&
      other.lastDay !== null &&
      firstDay < other.lastDay,
  )
