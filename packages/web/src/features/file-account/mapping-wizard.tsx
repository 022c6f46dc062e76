// Asks what the columns of a table mean: one select per meaning, how dates, numbers and signs are written, and what
// each word of the action does. The first rows show at once what they become. The answer is remembered for tables with
// the same headings.
import { ApiError, ColumnMeanings, type AccountStatement, type MappingSample } from '@clubfolio/contract'
import { mappedFields, type MappedField } from '@clubfolio/domain'
import { mappingFaults } from '@clubfolio/statement-files/browser'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { ActionTable } from './action-table.tsx'
import { useMapStatement } from './api.ts'
import { ChooseAgain } from './choose-again.tsx'
import classes from './file-account.module.css'
import { keptFile } from './kept-files.ts'
import { actionWords, columnTitle, readSample } from './mapping-sample.ts'
import { SampleTables } from './sample-tables.tsx'
import { fieldLabels } from './statement-words.ts'
import { sendStatement } from './uploads.ts'
import { useUndoStatement } from './use-undo-statement.ts'

const dateOrders = [
  { value: 'fromFile', label: 'As the dates of the file show' },
  { value: 'mdy', label: 'Month first: 4/5 is April 5' },
  { value: 'dmy', label: 'Day first: 4/5 is May 4' },
  { value: 'ymd', label: 'Year first: 2021-04-05' },
] as const
const numberStyles = [
  { value: 'point', label: '1,234.50' },
  { value: 'comma', label: '1.234,50' },
  { value: 'either', label: 'Each number shows it by itself' },
] as const
const signChoices = [
  { value: 'cash', label: 'A purchase is negative' },
  { value: 'cost', label: 'A purchase is positive' },
  { value: 'byAction', label: 'Amounts have no sign' },
] as const

export interface MappingWizardProps {
  readonly accountId: string
  readonly statement: AccountStatement
  readonly sample: MappingSample
  readonly onShow: (statementId: string) => void
  readonly onLeave: () => void
}

export function MappingWizard({ accountId, statement, sample, onShow, onLeave }: MappingWizardProps) {
  const save = useMapStatement(accountId, statement.id)
  const { undo } = useUndoStatement(accountId)
  const [isFileGone, setFileGone] = useState(false)
  const form = useCheckedForm<ColumnMeanings>({
    initialValues: sample.proposal,
    schema: ColumnMeanings,
  })
  const { values } = form
  const faults = mappingFaults(values)
  const reading = useMemo(() => readSample(sample, values), [sample, values])
  const words = actionWords(sample, values.columns.action)
  // What the server misses belongs to no single field; it counts until something is changed.
  const [refusal, setRefusal] = useState<{ readonly of: ColumnMeanings; readonly words: string }>()
  const refused = refusal?.of === values ? refusal.words : undefined
  const choices = sample.head.map((_heading, index) => ({
    value: String(index),
    label: columnTitle(sample.head, index),
  }))
  const chooseColumn = (field: MappedField, column: string | null) => {
    const { [field]: _before, ...others } = values.columns
    form.setFieldValue('columns', column === null ? others : { ...others, [field]: Number(column) })
  }
  const sendAgain = async (file: File) => {
    const sent = await sendStatement(accountId, file)
    if (sent) onShow(sent.id)
  }
  const submit = form.submit(async (mapping) => {
    try {
      await save.mutateAsync(mapping)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.body.refusal === 'mappingIncomplete') return setRefusal({ of: mapping, words: error.message })
      if (error.body.refusal !== 'statementFileGone') throw error
      const file = keptFile(statement.id)
      if (file) await sendAgain(file)
      else setFileGone(true)
    }
  })
  const discard = async () => {
    if (await undo(statement)) onLeave()
  }
  return (
    <form
      noValidate
      className={classes['page']}
      onSubmit={(event) => void (faults.length === 0 ? submit(event) : event.preventDefault())}
    >
      {isFileGone ? (
        <WarningBar action={<ChooseAgain words="Choose the file again" onChoose={(file) => void sendAgain(file)} />}>
          {'What the columns mean is saved, but the file is no longer on the server. Choose ' +
            `${statement.fileName} again: it is read at once.`}
        </WarningBar>
      ) : null}
      <Panel title="What the columns mean" isPadded>
        <p className={classes['note']}>
          {sample.isRemembered
            ? 'Filled in from what you saved for a file with the same headings.'
            : 'This format is not known. The proposal comes from headings and values: check it. It is remembered for ' +
              'files with the same headings.'}
        </p>
        <div className={classes['meanings']}>
          {mappedFields.map((field) => (
            <Select
              key={field}
              label={fieldLabels[field]}
              placeholder="No column"
              data={choices}
              clearable
              searchable
              clearButtonProps={{ 'aria-label': `No column for ${fieldLabels[field]}` }}
              value={values.columns[field] === undefined ? null : String(values.columns[field])}
              onChange={(column) => chooseColumn(field, column)}
            />
          ))}
        </div>
        {faults.length > 0 || refused !== undefined ? (
          <ul className={classes['faults']} aria-label="What is missing">
            {[...faults, ...(refused === undefined ? [] : [refused])].map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        ) : null}
      </Panel>
      <Panel title="How it is written" isPadded>
        <div className={classes['meanings']}>
          <Select label="Dates" data={dateOrders} allowDeselect={false} {...form.field('dateOrder')} />
          <Select label="Numbers" data={numberStyles} allowDeselect={false} {...form.field('numbers')} />
          <Select label="Signs of amounts" data={signChoices} allowDeselect={false} {...form.field('signs')} />
          {values.columns.currency === undefined ? (
            <TextInput
              label="Currency of the file"
              placeholder="EUR"
              maxLength={3}
              value={values.currency ?? ''}
              error={form.errorOf('currency')}
              onBlur={() => form.leave('currency')}
              onChange={(event) => {
                const typed = event.currentTarget.value.trim().toUpperCase()
                form.setFieldValue('currency', typed === '' ? null : typed)
              }}
            />
          ) : null}
        </div>
        <Checkbox
          mt={12}
          label="Amounts are after fees and taxes"
          description="Otherwise the fees and taxes of a row come on top of its amount."
          checked={values.isAmountAfterFees}
          onChange={(event) => form.setFieldValue('isAmountAfterFees', event.currentTarget.checked)}
        />
      </Panel>
      {values.columns.action === undefined ? null : (
        <ActionTable
          words={words}
          isSampleOnly={sample.words[values.columns.action] === null}
          actions={values.actions}
          onChange={(actions) => form.setFieldValue('actions', actions)}
        />
      )}
      <SampleTables sample={sample} columns={values.columns} reading={reading} />
      <div className={classes['foot']}>
        <Button variant="default" onClick={() => void discard()}>
          Discard
        </Button>
        <FormFoot
          submit="Save and read the file"
          openCount={faults.length + form.openCount}
          isSubmitting={save.isPending}
        />
      </div>
    </form>
  )
}
