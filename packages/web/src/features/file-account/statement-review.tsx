// One statement, by where it stands: its progress, why it is refused, the meaning of its columns, what it would change,
// or what it has changed.
import type { Account, AccountStatement } from '@clubfolio/contract'
import { Button, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useStatementFile } from './api.ts'
import classes from './file-account.module.css'
import { LineTable } from './line-table.tsx'
import { MappingWizard } from './mapping-wizard.tsx'
import { PreparedStatement } from './prepared-statement.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { RefusedStatement } from './refused-statement.tsx'
import { counted, describePeriod, stateLabel, stateTone } from './statement-words.ts'
import { useUndoStatement } from './use-undo-statement.ts'

export interface StatementReviewProps {
  readonly account: Account
  readonly statementId: string
  /** All statements of the account. */
  readonly others: readonly AccountStatement[]
  readonly onShow: (statementId: string) => void
  readonly onLeave: () => void
  readonly onAddRates: () => void
}

export function StatementReview(props: StatementReviewProps) {
  const { account, statementId } = props
  const found = useStatementFile(account.id, statementId)
  if (found.isError && !found.data)
    return (
      <Panel>
        <FailedQuery query={found} title="The statement could not be loaded" />
      </Panel>
    )
  if (!found.data)
    return (
      <Panel isPadded>
        <div className={classes['waiting']} role="status">
          <Loader size={16} aria-hidden />
          <p>Loading the statement.</p>
        </div>
      </Panel>
    )
  const { statement, preview, mapping } = found.data
  return (
    <>
      <StatementHead statement={statement} />
      {statement.state === 'NEEDS_MAPPING' && mapping ? (
        <MappingWizard
          key={statement.id}
          accountId={account.id}
          statement={statement}
          sample={mapping}
          onShow={props.onShow}
          onLeave={props.onLeave}
        />
      ) : statement.state === 'PREPARED' && preview ? (
        <PreparedStatement {...props} statement={statement} preview={preview} />
      ) : (
        <OtherState {...props} statement={statement} />
      )}
    </>
  )
}

function StatementHead({ statement }: { readonly statement: AccountStatement }) {
  const facts = [
    statement.format,
    describePeriod(statement),
    statement.lines > 0 ? counted(statement.lines, 'line') : null,
    `uploaded ${formatDateTime(statement.uploadedAt, false)}`,
    statement.state === 'PREPARED' && statement.expiresAt !== null
      ? `kept until ${formatDateTime(statement.expiresAt, false)}`
      : null,
  ]
  return (
    <div className={classes['statementHead']}>
      <h2 className={classes['wrap']}>{statement.fileName}</h2>
      <Chip tone={stateTone(statement)}>{stateLabel(statement)}</Chip>
      <span className={classes['dimmed']}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
    </div>
  )
}

function OtherState(props: StatementReviewProps & { readonly statement: AccountStatement }) {
  const { account, statement, onShow, onLeave } = props
  const { undo, isUndoing } = useUndoStatement(account.id)
  const toList = (
    <Button variant="default" onClick={onLeave}>
      All statements
    </Button>
  )
  switch (statement.state) {
    case 'READING':
    case 'IMPORTING':
      return (
        <Panel isPadded>
          <ProgressBar name={`${stateLabel(statement)} ${statement.fileName}`} percent={statement.percent} />
          <p className={classes['progressNote']}>
            {statement.state === 'READING'
              ? 'None of its lines count yet. You can leave this page; the statement stays in the list.'
              : 'All lines count together, at the end. You may leave this page; the import goes on.'}
          </p>
        </Panel>
      )
    case 'REFUSED':
      return <RefusedStatement accountId={account.id} statement={statement} onShow={onShow} onLeave={onLeave} />
    case 'EXPIRED':
      return (
        <Panel>
          <EmptyState
            title="This statement has expired"
            words="It was not imported in time, so none of it counts. Upload the file again."
            actions={toList}
          />
        </Panel>
      )
    default:
      return (
        <>
          <Panel isPadded>
            <div className={classes['over']}>
              <p>{overWords(statement)}</p>
              {statement.state === 'IMPORTED' ? (
                <div className={classes['buttons']}>
                  <Button variant="default" renderRoot={(root) => <Link to="/operation" {...root} />}>
                    Positions
                  </Button>
                  <Button variant="default" renderRoot={(root) => <Link to="/transaction" {...root} />}>
                    Transactions
                  </Button>
                  <Button
                    variant="subtle"
                    className={classes['undo'] ?? ''}
                    loading={isUndoing}
                    onClick={() => void undo(statement)}
                  >
                    Undo import
                  </Button>
                </div>
              ) : null}
            </div>
          </Panel>
          <LineTable account={account} statement={statement} />
        </>
      )
  }
}

function overWords({ state, importedAt, undoneAt, undoneBy }: AccountStatement): string {
  if (state === 'IMPORTED') return `Imported ${formatDateTime(importedAt, false)}. Its lines count in every figure.`
  const by = undoneBy === null ? '' : ` by ${undoneBy}`
  return `Undone ${formatDateTime(undoneAt, false)}${by}. None of its lines count.`
}
