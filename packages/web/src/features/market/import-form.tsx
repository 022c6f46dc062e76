// Imports a file: picked in the browser and uploaded, or chosen from the server's folder for market data. What the file
// leaves open is asked before the import starts.
import type { ImportTable } from '@clubfolio/contract'
import { Button, Checkbox, FileInput, Select } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { formatBigNumber } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { useImport, useImportFiles, useImportRuns, useInspect, type ImportSource } from './api.ts'
import { hasQuestions, ImportQuestions, type ImportAnswers } from './import-questions.tsx'
import classes from './market.module.css'

/** A file that is imported once its questions are answered. */
interface Asked {
  readonly source: ImportSource
  readonly tables: readonly ImportTable[]
}

export function ImportForm() {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const files = useImportFiles()
  const isBusy = useImportRuns().data?.some((run) => run.status === 'RUNNING') ?? false
  const [asked, setAsked] = useState<Asked>()
  const inspect = useInspect()
  const importing = useImport()
  const busyReason = isBusy ? 'An import is running' : undefined
  const isStarting = (of: 'file' | 'name') =>
    (inspect.isPending && of in inspect.variables) || (importing.isPending && of in importing.variables.source)
  const start = (source: ImportSource, answers?: ImportAnswers) =>
    importing.mutate(
      { source, replace: isReplacing, answers },
      {
        onSuccess: () => {
          setAsked(undefined)
          if ('file' in source) setFile(null)
          else setName(null)
        },
      },
    )
  const begin = (source: ImportSource) =>
    inspect.mutate(source, {
      onSuccess: (tables) => (hasQuestions(tables) ? setAsked({ source, tables }) : start(source)),
    })
  return (
    <Panel title="Import" isPadded>
      <div className={classes['form']}>
        <p className={classes['note']}>
          Daily or minute prices (our own columns, Yahoo, Alpha Vantage, Stooq), adjustment factors, and listings;
          plain, gzip or zip. Prices that are already there stay, and every line that cannot be used is reported.
        </p>
        <div className={classes['row']}>
          <FileInput
            className={classes['wide'] ?? ''}
            label="File"
            placeholder="Choose a file"
            value={file}
            onChange={setFile}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the file' }}
            accept=".csv,.tsv,.txt,.gz,.zip"
            leftSection={<IconUpload size={14} stroke={1.6} />}
          />
          <DisabledReason reason={busyReason ?? (file ? undefined : 'Choose a file first')}>
            <Button loading={isStarting('file')} onClick={() => file && begin({ file })}>
              Upload and import
            </Button>
          </DisabledReason>
        </div>
        {files.data && files.data.length > 0 ? (
          <div className={classes['row']}>
            <Select
              className={classes['wide'] ?? ''}
              label="Or a file on the server"
              placeholder="Choose a file"
              searchable
              clearable
              value={name}
              onChange={setName}
              data={files.data.map((one) => ({
                value: one.name,
                label: `${one.name} (${formatBigNumber(one.byteCount)}B)`,
              }))}
            />
            <DisabledReason reason={busyReason ?? (name === null ? 'Choose a file first' : undefined)}>
              <Button variant="default" loading={isStarting('name')} onClick={() => name !== null && begin({ name })}>
                Import
              </Button>
            </DisabledReason>
          </div>
        ) : null}
        <Checkbox
          label="Replace bars that differ"
          description="Without it the first file to bring a bar keeps it, and a different one is reported."
          checked={isReplacing}
          onChange={(event) => setReplacing(event.currentTarget.checked)}
        />
      </div>
      {asked ? (
        <ImportQuestions
          fileName={'file' in asked.source ? asked.source.file.name : asked.source.name}
          tables={asked.tables}
          isSubmitting={importing.isPending}
          onImport={(answers) => start(asked.source, answers)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </Panel>
  )
}
