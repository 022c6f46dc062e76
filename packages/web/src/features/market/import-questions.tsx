// What has to be said before a file is imported: the symbol of each table without a column of symbols, proposed from
// its name, and how its dates are read. A file that cannot be imported says why instead.
import type { ImportTable } from '@clubfolio/contract'
import { symbolPattern, type DateOrder } from '@clubfolio/domain'
import { SegmentedControl, TextInput } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldLabel } from '../../ui/form-layout.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import classes from './market.module.css'

export interface ImportAnswers {
  /** In the order of the tables; '' for one that needs none. */
  readonly symbols: readonly string[]
  readonly dates: DateOrder | undefined
}

export const hasQuestions = (tables: readonly ImportTable[]): boolean =>
  tables.some(({ fault, needsSymbol, needsDateOrder }) => fault !== null || needsSymbol || needsDateOrder)

interface ImportQuestionsProps {
  readonly fileName: string
  readonly tables: readonly ImportTable[]
  readonly isSubmitting: boolean
  readonly onImport: (answers: ImportAnswers) => void
  readonly onClose: () => void
}

const dateChoices = [
  { value: 'mdy', label: 'Month first: 4/5 is April 5' },
  { value: 'dmy', label: 'Day first: 4/5 is May 4' },
]

export function ImportQuestions({ fileName, tables, isSubmitting, onImport, onClose }: ImportQuestionsProps) {
  const proposed = tables.map(({ symbol }) => symbol ?? '')
  const [symbols, setSymbols] = useState<readonly string[]>(proposed)
  const [dates, setDates] = useState<DateOrder>()
  const faults = tables.filter(({ fault }) => fault !== null)
  const needsOrder = tables.some(({ needsDateOrder }) => needsDateOrder)
  const openSymbols = tables.filter(
    ({ needsSymbol }, index) => needsSymbol && !symbolPattern.test(symbols[index]?.trim() ?? ''),
  ).length
  return (
    <FormModal
      title="Import"
      subject={fileName}
      icon={IconFileImport}
      submit={faults.length === 0 ? 'Import' : undefined}
      openCount={openSymbols + (needsOrder && dates === undefined ? 1 : 0)}
      isSubmitting={isSubmitting}
      isDirty={dates !== undefined || symbols.some((symbol, index) => symbol !== proposed[index])}
      onSubmit={() => onImport({ symbols: symbols.map((symbol) => symbol.trim()), dates })}
      onClose={onClose}
    >
      {faults.length > 0 ? (
        <div role="alert" className={classes['part']}>
          <strong>This file cannot be imported</strong>
          {faults.map(({ name, fault }) => (
            <p key={name} className={classes['message']}>
              {tables.length > 1 ? `${name}: ` : ''}
              {fault}
            </p>
          ))}
        </div>
      ) : (
        <>
          {tables.some(({ needsSymbol }) => needsSymbol) ? (
            <p className={classes['note']}>These prices have no symbol column. Check which symbol they belong to.</p>
          ) : null}
          <div className={classes['symbols']}>
            {tables.map((table, index) =>
              table.needsSymbol ? (
                <TextInput
                  key={table.name}
                  label={tables.length === 1 ? 'Symbol' : `Symbol of ${table.name}`}
                  description={describeProposal(table)}
                  placeholder="Enter the symbol"
                  withAsterisk
                  maxLength={20}
                  autoComplete="off"
                  value={symbols[index] ?? ''}
                  error={symbolFault(symbols[index] ?? '')}
                  onChange={(event) => {
                    const written = event.currentTarget.value.toUpperCase()
                    setSymbols(symbols.map((symbol, at) => (at === index ? written : symbol)))
                  }}
                />
              ) : null,
            )}
          </div>
          {needsOrder ? (
            <div className={classes['part']}>
              <FieldLabel>How dates are written</FieldLabel>
              <p className={classes['note']}>Every date in the file can be read either way.</p>
              <SegmentedControl
                fullWidth
                aria-label="How dates are written"
                data={dateChoices}
                value={dates ?? ''}
                onChange={(value) => setDates(value === 'mdy' ? 'mdy' : 'dmy')}
              />
            </div>
          ) : null}
        </>
      )}
    </FormModal>
  )
}

function describeProposal({ symbol, candidates }: ImportTable): string {
  if (symbol !== null) return 'From the name of the file.'
  return candidates.length === 0
    ? 'The name of the file has none.'
    : `The name of the file could mean ${candidates.join(' or ')}.`
}

const symbolFault = (symbol: string): string | undefined =>
  symbol.trim() === '' || symbolPattern.test(symbol.trim())
    ? undefined
    : 'A symbol has letters, digits and . - / only, without spaces.'
