// Imports a file: picked in the browser and uploaded, or chosen from the server's folder for market data.
import { Button, Checkbox, FileInput, Select } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { formatBigNumber } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { useImportFile, useImportFiles, useImportRuns, useUploadFile } from './api.ts'
import classes from './market.module.css'

export function ImportForm() {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const files = useImportFiles()
  const isBusy = useImportRuns().data?.some((run) => run.status === 'RUNNING') ?? false
  const upload = useUploadFile()
  const importFile = useImportFile()
  const busyReason = isBusy ? 'An import is running' : undefined
  return (
    <Panel title="Import" isPadded>
      <div className={classes['form']}>
        <p className={classes['note']}>
          Daily or minute prices (our own columns, Yahoo, Alpha Vantage, Stooq), adjustment factors, and listings; plain
          or gzip. Prices that are already there stay, and every line that cannot be used is reported.
        </p>
        <div className={classes['row']}>
          <FileInput
            className={classes['wide'] ?? ''}
            label="File"
            placeholder="Choose a file"
            value={file}
            onChange={setFile}
            clearable
            accept=".csv,.tsv,.txt,.gz"
            leftSection={<IconUpload size={14} stroke={1.6} />}
          />
          <DisabledReason reason={busyReason ?? (file ? undefined : 'Choose a file first')}>
            <Button
              loading={upload.isPending}
              onClick={() => file && upload.mutate({ file, replace: isReplacing }, { onSuccess: () => setFile(null) })}
            >
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
              <Button
                variant="default"
                loading={importFile.isPending}
                onClick={() =>
                  name !== null && importFile.mutate({ name, replace: isReplacing }, { onSuccess: () => setName(null) })
                }
              >
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
    </Panel>
  )
}
